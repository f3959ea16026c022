import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	type ClaudeClient,
	type ClaudeLockFile,
	claudeLockOf,
	claudeLocks,
	connectClaude,
	openSocket,
} from '../support/claude-client.ts';
import { eventually } from '../support/eventually.ts';
import { connectIdeHttp, type IdeAddress, sendIde } from '../support/ide-http-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Agents in a terminal find the window by their own protocols; nobody else gets anything there. */
const { workbench, open } = useShopWindow();
const home = () => join(workbench().editor.folder, 'home');
const file = (name: string) => join(open().folder, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const evaluate = (code: string, args?: unknown) => open().window.evaluate(code, args);
const page = () => open().window.page;
const TOKEN_HEADER = 'X-Claude-Code-Ide-Authorization';

let lock: ClaudeLockFile;
let claude: ClaudeClient;

async function tabs(): Promise<string[]> {
	return (await evaluate(
		`return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal').map(tab => tab.label)`,
	)) as string[];
}
const untilTabs = (count: number) => eventually(async () => expect(await tabs()).toHaveLength(count));

/** Opens a file and selects lines of it, 0-based, as the user would. */
async function select(path: string, from: number, to: number): Promise<void> {
	await evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path), { preview: false });
		editor.selection = new vscode.Selection(args.from, 0, args.to, 0);`,
		{ path, from, to },
	);
}

/** Where the agents other than Claude Code find the window. */
async function otherAddresses(): Promise<Record<'gemini' | 'qwen' | 'copilot', IdeAddress>> {
	const read = (pattern: string) =>
		eventually(() => {
			const [found] = globSync(pattern, { cwd: workbench().editor.folder });
			expect(found).toBeDefined();
			const path = join(workbench().editor.folder, found ?? '');
			expect(statSync(path).mode & 0o777).toBe(0o600);
			return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
		});
	const [gemini, qwen, copilot] = await Promise.all([
		read('tmp/gemini/ide/*.json'),
		read('home/.qwen/ide/*.lock'),
		read('home/.copilot/ide/*.lock'),
	]);
	const bearer = ({ port, authToken }: Record<string, unknown>) => ({
		port: Number(port),
		authorization: `Bearer ${String(authToken)}`,
	});
	expect(statSync(String(copilot['socketPath'])).mode & 0o777).toBe(0o600);
	const { Authorization } = copilot['headers'] as { Authorization: string };
	return {
		gemini: bearer(gemini),
		qwen: bearer(qwen),
		copilot: { socketPath: String(copilot['socketPath']), authorization: Authorization },
	};
}

beforeAll(async () => {
	// Whoever has never used the agent has no folder of it, and gets none.
	await eventually(() => expect(existsSync(join(workbench().home, 'ports.json'))).toBe(true));
	expect(existsSync(join(home(), '.claude'))).toBe(false);
	for (const folder of ['.claude', '.gemini', '.qwen', '.copilot', '.codex']) {
		mkdirSync(join(home(), folder));
	}
	lock = await claudeLockOf(home(), open().folder);
	claude = await connectClaude(lock);
});
afterAll(() => claude.close());

describe('Claude Code', () => {
	test('finds the window by a lock that only the user can read', () => {
		expect(statSync(join(home(), '.claude/ide')).mode & 0o777).toBe(0o700);
		expect(statSync(lock.file).mode & 0o777).toBe(0o600);
		expect(lock).toMatchObject({ transport: 'ws', workspaceFolders: [open().folder] });
		expect(lock.authToken.length).toBeGreaterThan(40);
		expect(lock.authToken).not.toBe(open().entry.token);
		expect(lock.port).not.toBe(open().entry.port);
	});

	test('whoever has not its token gets nothing', async () => {
		const { port, authToken } = lock;
		const good = { [TOKEN_HEADER]: authToken };
		await expect(openSocket(port, {})).rejects.toThrow('refused with 401');
		await expect(openSocket(port, { [TOKEN_HEADER]: `${authToken}x` })).rejects.toThrow('refused with 401');
		// The token of the window opens Hawser's tools, and nothing here; the other way round it is the same.
		await expect(openSocket(port, { [TOKEN_HEADER]: open().entry.token })).rejects.toThrow('refused with 401');
		const foreign = await sendRaw({
			port: open().entry.port,
			path: '/mcp',
			headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
			body: '{}',
		});
		expect(foreign.status).toBe(401);
		for (const origin of ['http://evil.example', `http://127.0.0.1:${port}`, 'null']) {
			await expect(openSocket(port, { ...good, Origin: origin })).rejects.toThrow('refused with 403');
		}
		await expect(openSocket(port, { ...good, Host: `evil.example:${port}` })).rejects.toThrow('refused with 403');
		expect(await sendRaw({ port, path: '/', method: 'GET' })).toMatchObject({ status: 401, body: undefined });
		// A handshake that is never finished, a message that is too long and one that is no text end their own connection alone.
		const half = connect(port, '127.0.0.1', () => half.write('GET / HTTP/1.1\r\nHost: '));
		const long = await openSocket(port, good);
		const ended = new Promise(resolve => long.on('close', resolve));
		long.send('x'.repeat(17 * 1024 * 1024));
		await ended;
		const binary = await openSocket(port, good);
		const binaryEnded = new Promise(resolve => binary.on('close', resolve));
		binary.send(Buffer.from([1, 2, 3]));
		expect(await binaryEnded).toBe(1003);
		const confused = await openSocket(port, good);
		const said = new Promise(resolve =>
			confused.once('message', data => resolve(JSON.parse((data as Buffer).toString()))),
		);
		confused.send('{"nonsense');
		expect(await said).toMatchObject({ error: { code: -32_600 } });
		confused.close();
		half.destroy();
		expect(await claude.request('ping')).toMatchObject({ result: {} });
	});

	test('has its own four tools and none of Hawser', async () => {
		const { result } = await claude.request('tools/list');
		expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
			'openDiff',
			'close_tab',
			'closeAllDiffTabs',
			'getDiagnostics',
		]);
		expect(await claude.request('tools/call', { name: 'file_write', arguments: {} })).toHaveProperty('error');
		expect(await claude.request('resources/list')).toMatchObject({ error: { code: -32_601 } });
	});

	test('is told what the user selects, and nothing of what is excluded', async () => {
		await select(file('src/cart.ts'), 1, 3);
		const told = await claude.until(
			'selection_changed',
			({ filePath, text }) => filePath === file('src/cart.ts') && text !== '',
		);
		expect(told).toEqual({
			text: '\tname: string;\n\tprice: number;\n',
			filePath: file('src/cart.ts'),
			fileUrl: `file://${file('src/cart.ts')}`,
			selection: { start: { line: 1, character: 0 }, end: { line: 3, character: 0 }, isEmpty: false },
		});
		writeFileSync(file('.gitignore'), 'secret.txt\n');
		writeFileSync(file('secret.txt'), 'password\nof the user\n');
		writeFileSync(file('.env'), 'TOKEN=1\n');
		for (const name of ['secret.txt', '.env']) {
			await select(file('src/cart.ts'), 1, 2);
			await claude.until('selection_changed', ({ filePath }) => filePath === file('src/cart.ts'));
			await select(file(name), 0, 1);
			await claude.until('selection_changed', ({ filePath }) => filePath === undefined);
		}
		expect(JSON.stringify(claude.heard)).not.toMatch(/secret|password|TOKEN=/);
		await evaluate(`await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
			await vscode.commands.executeCommand('workbench.action.closeActiveEditor');`);
	});

	test('is told nothing while the user has paused all agents, and forgets what it was told', async () => {
		const isThere = ({ filePath, text }: { filePath?: unknown; text?: unknown }) =>
			filePath === file('src/cart.ts') && text !== '';
		await select(file('src/cart.ts'), 2, 3);
		await claude.until('selection_changed', isThere);
		await evaluate(`await vscode.commands.executeCommand('hawser.pauseAgents')`);
		await claude.until('selection_changed', ({ filePath }) => filePath === undefined);
		const heard = claude.heard.length;
		await select(file('src/cart.ts'), 4, 6);
		await select(file('src/checkout.ts'), 1, 3);
		const problems = async (input: object) => (await claude.call('getDiagnostics', input)).join();
		await eventually(async () => {
			const known = await evaluate(`return vscode.languages.getDiagnostics(vscode.Uri.file(args.path)).length`, {
				path: file('src/checkout.ts'),
			});
			expect(known).toBeGreaterThan(0);
		});
		expect(await problems({})).toBe('[]');
		expect(await problems({ uri: `file://${file('src/checkout.ts')}` })).not.toContain('message');
		await evaluate(`await vscode.commands.executeCommand('hawser.resumeAgents')`);
		await claude.until('selection_changed', ({ filePath }) => filePath === file('src/checkout.ts'));
		expect(claude.heard.slice(heard).map(({ params }) => params['filePath'])).not.toContain(file('src/cart.ts'));
	});

	test('is sent what the user wants it to have', async () => {
		await select(file('src/cart.ts'), 6, 9);
		await evaluate(`await vscode.commands.executeCommand('hawser.sendToAgent')`);
		expect(await claude.until('at_mentioned')).toEqual({ filePath: file('src/cart.ts'), lineStart: 6, lineEnd: 8 });
		const second = await connectClaude(lock);
		const sending = evaluate(`await vscode.commands.executeCommand('hawser.sendToAgent')`);
		await page().locator('.quick-input-list .monaco-list-row').nth(1).click();
		await sending;
		await second.until('at_mentioned');
		expect(claude.heard.filter(({ method }) => method === 'at_mentioned')).toHaveLength(1);
		second.close();
	});

	test('shows its changes: accepted, accepted with a change of the user, rejected, closed', async () => {
		const before = read('src/cart.ts');
		const proposed = before.replace('0.2', '0.19');
		const ask = (tab_name: string, path = file('src/cart.ts'), new_file_contents = proposed) =>
			claude.call('openDiff', { old_file_path: path, new_file_path: path, new_file_contents, tab_name });

		const accepted = ask('one');
		await untilTabs(1);
		expect(await tabs()).toEqual(['src/cart.ts (a change of Claude Code)']);
		await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
		expect(await accepted).toEqual(['FILE_SAVED', proposed]);
		await untilTabs(0);

		const changed = ask('two', file('src/new.ts'), 'export const a = 1;\r\nexport const b = 2;\r\n');
		await untilTabs(1);
		await page().locator('.editor.modified .view-line').first().click();
		await page().keyboard.press('Control+Home');
		await page().keyboard.type('// looked at ');
		await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
		expect(await changed).toEqual(['FILE_SAVED', '// looked at export const a = 1;\r\nexport const b = 2;\r\n']);
		expect(existsSync(file('src/new.ts'))).toBe(false);

		const rejected = ask('three');
		await untilTabs(1);
		await page().getByRole('button', { name: 'Reject Proposal' }).first().click();
		expect(await rejected).toEqual(['DIFF_REJECTED', 'three']);

		const closed = ask('four');
		await untilTabs(1);
		await evaluate(`await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal'))`);
		expect(await closed).toEqual(['DIFF_REJECTED', 'four']);
		// The agent writes its files itself.
		expect(read('src/cart.ts')).toBe(before);
	});

	test('takes its changes back when they were answered in the terminal, and only its own', async () => {
		const second = await connectClaude(lock);
		const ask = (client: ClaudeClient, name: string) =>
			client.call('openDiff', {
				old_file_path: file(name),
				new_file_path: file(name),
				new_file_contents: 'x\n',
				tab_name: name,
			});
		const answers = [ask(claude, 'a.txt'), ask(claude, 'b.txt'), ask(second, 'c.txt')];
		await untilTabs(3);
		expect(await claude.call('close_tab', { tab_name: 'a.txt' })).toEqual(['TAB_CLOSED']);
		expect(await claude.call('close_tab', { tab_name: 'a.txt' })).toEqual(['TAB_CLOSED']);
		expect(await answers[0]).toEqual(['DIFF_REJECTED', 'a.txt']);
		await untilTabs(2);
		expect(await claude.call('closeAllDiffTabs')).toEqual(['CLOSED_1_DIFF_TABS']);
		expect(await tabs()).toEqual(['c.txt (a change of Claude Code)']);
		// A connection that ends takes its comparisons along.
		answers[2]?.catch(() => undefined);
		second.socket.terminate();
		await untilTabs(0);
	});

	test('learns of every error that an edit makes, in other files too, and of none that was there before', async () => {
		const problemsOf = async (input: object) =>
			JSON.parse((await claude.call('getDiagnostics', input))[0] ?? '') as {
				uri: string;
				diagnostics: { message: string; severity: string; code?: string; range: { start: object } }[];
			}[];
		const uri = `file://${file('src/cart.ts')}`;
		// What is wrong in checkout.ts from the beginning is part of what there is before, as soon as it is known.
		const known = await eventually(async () => {
			const [answer] = await problemsOf({ uri });
			expect(answer?.diagnostics.map(({ message }) => message)).toEqual([
				"In src/checkout.ts, line 8, column 7: Type 'number' is not assignable to type 'string'.",
			]);
			return answer;
		});
		expect(known?.uri).toBe(uri);
		const text = read('src/cart.ts');
		writeFileSync(file('src/cart.ts'), text.replace('addTax(net: number', 'addTax(net: string'));
		const after = await eventually(async () => {
			const found = (await problemsOf({})).find(answer => answer.uri === uri);
			expect(found?.diagnostics.some(({ message }) => message.includes('src/checkout.ts, line 6'))).toBe(true);
			return found;
		});
		const messages = after?.diagnostics.map(({ message, severity }) => `${severity} ${message}`).join('\n');
		expect(messages).toContain('Error The left-hand side of an arithmetic operation');
		expect(messages).toContain("Error Argument of type 'number' is not assignable to parameter of type 'string'.");
		expect(messages).toContain(
			"Error In src/checkout.ts, line 6, column 25: Argument of type 'number' is not assignable to parameter of type 'string'.",
		);
		writeFileSync(file('src/cart.ts'), text);
	});

	test('learns nothing of errors in files that the user keeps from agents', async () => {
		const exclude = (globs: readonly string[] | undefined) =>
			evaluate(
				`await vscode.workspace.getConfiguration().update('hawser.nativeIdeExclude', args.globs, vscode.ConfigurationTarget.Global)`,
				{ globs },
			);
		await exclude(['src/checkout.ts']);
		const second = await connectClaude(lock);
		try {
			const uri = `file://${file('src/cart.ts')}`;
			for (let time = 0; time < 10; time++) {
				expect((await second.call('getDiagnostics', { uri })).join()).not.toContain('checkout');
			}
			expect((await second.call('getDiagnostics', {})).join()).not.toContain('checkout');
		} finally {
			second.close();
			await exclude(undefined);
		}
	});

	test('and the other agents find the window by files of their own, each with its own token', async () => {
		const { gemini, qwen, copilot } = await otherAddresses();
		const tokens = [lock.authToken, ...[gemini, qwen, copilot].map(({ authorization }) => authorization.split(' ')[1])];
		expect(new Set(tokens).size).toBe(4);
		const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
		for (const address of [gemini, qwen, copilot]) {
			const wrong = { ...address, authorization: `${address.authorization}x` };
			expect(await sendIde(wrong, 'POST', initialize)).toEqual({ status: 401, session: undefined, messages: [] });
			expect(await sendIde(address, 'POST', initialize, { origin: 'http://localhost' })).toMatchObject({ status: 403 });
			expect(await sendIde(address, 'GET', undefined, { 'mcp-session-id': 'nobody' })).toMatchObject({ status: 404 });
			expect(await sendIde(address, 'POST', { jsonrpc: '2.0', id: 1, method: 'server/discover' })).toMatchObject({
				status: 200,
				messages: [{ error: { code: -32_601 } }],
			});
		}
		expect(await sendIde(gemini, 'POST', initialize, { host: 'evil.example' })).toMatchObject({ status: 403 });
		expect(await sendIde({ ...gemini, authorization: `Bearer ${lock.authToken}` }, 'POST', initialize)).toMatchObject({
			status: 401,
		});
	});

	test.each(['gemini', 'qwen'] as const)(
		'%s: context, and changes that are accepted, changed, rejected and taken back',
		async name => {
			const client = await connectIdeHttp((await otherAddresses())[name], name);
			await select(file('src/cart.ts'), 1, 2);
			const active = (params: Record<string, unknown>) =>
				(
					params['workspaceState'] as { openFiles: { path: string; isActive?: boolean; selectedText?: string }[] }
				).openFiles.find(({ isActive }) => isActive);
			const told = await client.until(
				'ide/contextUpdate',
				params => active(params)?.selectedText === '\tname: string;\n',
			);
			expect(active(told)).toMatchObject({ path: file('src/cart.ts'), cursor: { line: 3, character: 1 } });
			expect(told).toMatchObject({ workspaceState: { isTrusted: true } });
			const path = file('proposed.txt');
			const show = async () => {
				expect(await client.call('openDiff', { filePath: path, newContent: 'proposed\n' })).toEqual([]);
				await untilTabs(1);
			};
			await show();
			await page().locator('.editor.modified .view-line').first().click();
			await page().keyboard.press('Control+Home');
			await page().keyboard.type('was ');
			await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
			expect(await client.until('ide/diffAccepted')).toEqual({ filePath: path, content: 'was proposed\n' });
			await show();
			await page().getByRole('button', { name: 'Reject Proposal' }).first().click();
			expect(await client.until('ide/diffRejected')).toEqual({ filePath: path });
			await untilTabs(0);
			await show();
			const answer = await client.call('closeDiff', { filePath: path, suppressNotification: true });
			expect(JSON.parse(answer[0] ?? '')).toEqual({ content: 'proposed\n' });
			await untilTabs(0);
			expect(client.heard.filter(({ method }) => method === 'ide/diffRejected')).toHaveLength(1);
			expect(existsSync(path)).toBe(false);
			await client.end();
		},
	);

	test('copilot: a change can be accepted or rejected, and not edited', async () => {
		const client = await connectIdeHttp((await otherAddresses()).copilot, 'copilot-cli');
		await select(file('src/cart.ts'), 2, 3);
		await client.until('selection_changed', ({ text }) => text === '\tprice: number;\n');
		const path = file('copilot.txt');
		const show = (tab_name: string) =>
			client.call('open_diff', { original_file_path: path, new_file_contents: 'proposed\n', tab_name });
		const accepted = show('one');
		await untilTabs(1);
		await page().locator('.editor.modified .view-line').first().click();
		await page().keyboard.type('x');
		await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
		expect(JSON.parse((await accepted)[0] ?? '')).toMatchObject({ success: true, result: 'SAVED', tab_name: 'one' });
		const taken = show('two');
		await untilTabs(1);
		const closed = await client.call('close_diff', { tab_name: 'two' });
		expect(JSON.parse(closed[0] ?? '')).toMatchObject({ success: true, already_closed: false });
		expect(JSON.parse((await taken)[0] ?? '')).toMatchObject({ result: 'REJECTED' });
		await eventually(async () =>
			expect(JSON.parse((await client.call('get_selection'))[0] ?? '')).toMatchObject({
				filePath: file('src/cart.ts'),
			}),
		);
		await client.end();
		await untilTabs(0);
		const { body } = await sendRaw({
			port: open().entry.port,
			path: '/health',
			method: 'GET',
			headers: { authorization: `Bearer ${open().entry.token}` },
		});
		expect(body).toMatchObject({
			nativeIde: ['claude', 'gemini', 'qwen', 'copilot', 'codex'].map(agent => ({ agent, state: 'ready' })),
		});
	});

	test('keeps port and token over a reload, and nothing is left when the window closes', async () => {
		// What a window that was killed left behind is taken away by the next that starts.
		const stale = join(home(), '.claude/ide/1.lock');
		writeFileSync(stale, JSON.stringify({ ...lock, hawser: { host: 999_999_999 } }));
		const foreign = join(home(), '.claude/ide/2.lock');
		writeFileSync(foreign, JSON.stringify({ pid: 999_999_999, workspaceFolders: ['/elsewhere'] }));
		const ended = new Promise(resolve => claude.socket.on('close', resolve));
		await open().window.reload();
		await ended;
		const again = await eventually(async () => connectClaude(await claudeLockOf(home(), open().folder)));
		expect(await claudeLockOf(home(), open().folder)).toMatchObject({ port: lock.port, authToken: lock.authToken });
		await eventually(() => expect(existsSync(stale)).toBe(false));
		expect(existsSync(foreign)).toBe(true);
		again.close();
		// Another window with a folder inside of ours: terminals say which one they belong to.
		const inner = await workbench().editor.openWindow(file('src'));
		const innerLock = await claudeLockOf(home(), file('src'));
		expect(innerLock.port).not.toBe(lock.port);
		const terminalPort = async (window: typeof inner) =>
			eventually(async () => {
				const marker = join(home(), `port-${Math.random()}`);
				await window.evaluate(
					`const terminal = vscode.window.createTerminal();
					terminal.sendText('echo "port=$CLAUDE_CODE_SSE_PORT" > ' + args);`,
					marker,
				);
				return eventually(() => readFileSync(marker, 'utf8').trim(), 10_000);
			});
		expect(await terminalPort(inner)).toBe(`port=${innerLock.port}`);
		expect(await terminalPort(open().window)).toBe(`port=${lock.port}`);
		await inner.close();
		await eventually(() =>
			expect(
				claudeLocks(home())
					.map(({ port }) => port)
					.sort(),
			).toEqual([2, lock.port]),
		);
		await evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.nativeIde', [], vscode.ConfigurationTarget.Global);`,
		);
		await eventually(() => expect(claudeLocks(home()).map(({ port }) => port)).toEqual([2]));
		await expect(openSocket(lock.port, { [TOKEN_HEADER]: lock.authToken })).rejects.toThrow();
		await evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.nativeIde', undefined, vscode.ConfigurationTarget.Global);`,
		);
		await claudeLockOf(home(), open().folder);
		await otherAddresses();
		await open().window.close();
		await eventually(() => expect(claudeLocks(home()).map(({ port }) => port)).toEqual([2]));
		expect(
			globSync('{tmp/gemini,home/.qwen,home/.copilot}/**/*.{json,lock}', { cwd: workbench().editor.folder }),
		).toEqual([]);
	});
});
