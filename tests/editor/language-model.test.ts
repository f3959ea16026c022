import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolsets } from '@hawser/core/all-toolsets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { callWindow } from '../support/call-window.ts';
import { groupsInToolPicker, invokeInChat } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { connectHttp, connectStdio } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import { hawserLogs, type OpenWindow } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

const workbench = useWorkbench({
	extensions: [join(ROOT, 'tests/projects/tool-offers')],
	settings: { 'chat.disableAIFeatures': undefined },
});
let shop: OpenWindow;

beforeAll(async () => {
	shop = await workbench().open(workbench().copyProject('shop'));
});

// The chat searches tools itself, so it does without those of ours that search.
const NAMES = toolsets.filter(({ thing }) => thing !== 'tool').flatMap(({ tools }) => tools.map(({ name }) => name));

const configure = (name: string, value: unknown) =>
	shop.window.evaluate(
		'await vscode.workspace.getConfiguration().update(args.name, args.value, vscode.ConfigurationTarget.Global)',
		{ name, value },
	);
const chatTools = async (prefix: string) =>
	(await shop.window.evaluate(
		`return vscode.lm.tools.filter(tool => tool.name.startsWith(args.prefix)).map(tool => tool.name)`,
		{ prefix },
	)) as string[];
const invoke = (tool: string, input: object, options?: Parameters<typeof invokeInChat>[3]) =>
	invokeInChat(shop.window, `hawser_${tool}`, input, options);

describe('tools of the extension', () => {
	test('every tool of the catalogue is declared and registered', async () => {
		expect(await chatTools('hawser_')).toEqual(NAMES.map(name => `hawser_${name}`));
		const unregistered = await shop.window.evaluate(
			`const failed = [];
			for (const { name } of vscode.lm.tools.filter(tool => tool.tags.includes('hawser') && tool.tags.includes('reads'))) {
				await vscode.lm.invokeTool(name, { input: { noSuchArgument: 1 }, toolInvocationToken: undefined }).then(
					() => failed.push(name + ' took anything'),
					error => error.message.startsWith('[E_INVALID_PARAMS]') || failed.push(name + ': ' + error.message),
				);
			}
			return failed;`,
		);
		expect(unregistered).toEqual([]);
	});

	test('the answer is the text for the model, and the envelope that every other way gives', async () => {
		const input = { path: 'src/cart.ts', endLine: 3 };
		const { text, envelope } = await invoke('file_read', input);
		const other = await callWindow(shop.entry, 'file_read', input);
		expect(text).toBe(other.text);
		expect(envelope).toMatchObject({ ok: true, data: other.envelope.data });
	});

	test('a failure is thrown, in the words that every other way gives', async () => {
		for (const input of [{ wheel: 'src/cart.ts' }, { path: 'no-such-file.ts' }, { path: '/etc/hostname' }]) {
			expect(await invoke('file_read', input)).toEqual({
				error: (await callWindow(shop.entry, 'file_read', input)).text,
			});
		}
	});

	test('a cancelled call ends, in the window too', async () => {
		let timeLimit = 100;
		await eventually(async () => {
			// Cancelled too early, the call would never reach the tool.
			timeLimit *= 2;
			const answer = await invoke('util_wait', { milliseconds: 60_000 }, { cancelAfter: timeLimit });
			expect(answer.error).toMatch(/cancel/i);
			expect(hawserLogs(workbench().editor.folder)).toContain('util_wait E_CANCELLED');
		});
	});

	test('the budget of the model shortens the answer', async () => {
		const { text = '' } = await invoke('command_list', {}, { tokenBudget: 300 });
		expect(text.length).toBeLessThanOrEqual(900);
		expect((await invoke('command_list', {})).text?.length).toBeGreaterThan(900);
	});

	test('a tool that changes something is confirmed by the user, who reads what it is about', async () => {
		const input = { path: 'notes.txt', text: 'from the chat\n' };
		const refused = invoke('file_write', input);
		await eventually(async () => expect(await shop.window.dialogText()).toContain('Write a file: notes.txt.'));
		await shop.window.answerDialog('Cancel');
		expect((await refused).error).toMatch(/cancel/i);
		expect(existsSync(join(shop.folder, 'notes.txt'))).toBe(false);

		const allowed = invoke('file_write', input);
		await shop.window.answerDialog('Yes');
		expect((await allowed).envelope).toMatchObject({ ok: true, data: { created: true } });
		expect(readFileSync(join(shop.folder, 'notes.txt'), 'utf8')).toBe('from the chat\n');
	});

	test('what the window asks about itself is asked once', async () => {
		const call = invoke('file_write', { path: '.vscode/tasks.json', text: '{}\n' });
		await answerQuestion(
			shop.window,
			['An agent wants to create a protected file', '.vscode/tasks.json'],
			'Allow once',
		);
		expect((await call).envelope).toMatchObject({ ok: true });
		expect(await shop.window.dialogText()).toBeUndefined();
	});
});

describe('what the chat shows', () => {
	/** VS Code starts servers when a chat needs them; what it finds in .mcp.json, too. */
	const startServers = () => shop.window.executeCommand('workbench.mcp.startServer', '*');
	const pickerShows = (groups: string[]) =>
		eventually(async () => {
			await startServers();
			expect(await groupsInToolPicker(shop.window, 'file_read')).toEqual(groups);
		});
	/** The tools that the chat has by MCP; VS Code numbers servers that call themselves alike. */
	const mcpTools = () =>
		eventually(async () => {
			const tools = await chatTools('mcp_');
			expect(tools.map(name => name.replace(/^mcp_hawser\d*_/, '')).sort()).toEqual([...listed].sort());
			return tools;
		});

	let listed: string[];
	beforeAll(async () => {
		const client = await connectHttp(shop.entry, 'legacy', { query: '?profile=searching' });
		listed = (await client.listTools()).tools.map(({ name }) => name);
		await client.close();
	});

	afterAll(async () => {
		await configure('hawser.chat', undefined);
		await configure('hawser.projectConfig', undefined);
		await configure('hawser.toolsets', undefined);
	});

	test('"tools" shows those of the extension once, though VS Code reads .mcp.json as well', async () => {
		expect(readFileSync(join(shop.folder, '.mcp.json'), 'utf8')).toContain('hawser');
		await pickerShows(['Hawser']);
		expect(await chatTools('mcp_')).toEqual([]);
	});

	test('tools that are not listed appear when their toolset is asked for', async () => {
		expect(await groupsInToolPicker(shop.window, 'util_wait')).toEqual([]);
		await configure('hawser.toolsets', ['default', 'util', '-git']);
		await eventually(async () => {
			expect(await groupsInToolPicker(shop.window, 'util_wait')).toEqual(['Hawser']);
			expect(await groupsInToolPicker(shop.window, 'git_status')).toEqual([]);
		});
		await configure('hawser.toolsets', undefined);
	});

	test('"off" shows nothing but what VS Code itself finds in .mcp.json', async () => {
		await configure('hawser.chat', 'off');
		await pickerShows(['Hawserhawser']);
		await mcpTools();
	});

	test.each(['stdio', 'http'])('"mcp": those of the server, once, with .mcp.json for %s', async kind => {
		await configure('hawser.projectConfig', kind);
		await configure('hawser.chat', 'mcp');
		await pickerShows(['HawserHawser chat']);
		const status = (await mcpTools()).find(name => name.endsWith('window_status')) ?? '';
		expect((await invokeInChat(shop.window, status, {})).text).toContain(`port ${shop.entry.port}`);
	});

	test('the tools of the server are gone when "tools" is chosen again', async () => {
		await configure('hawser.chat', 'tools');
		await pickerShows(['Hawser']);
		await eventually(async () => expect(await chatTools('mcp_')).toEqual([]));
	});
});

describe('tools that the project defines', () => {
	const startServers = () => shop.window.executeCommand('workbench.mcp.startServer', '*');
	const projectTools = () =>
		eventually(async () => {
			await startServers();
			const tools = await chatTools('mcp_');
			expect(tools.map(name => name.replace(/^mcp_hawser\d*_/, ''))).toEqual(['custom_greet']);
			return tools;
		});

	afterAll(() => configure('hawser.chat', undefined));

	test('come to the chat beside those of the extension, and nothing else comes with them', async () => {
		writeFileIn(shop.folder, '.hawser/tools/greet.meta.yaml', 'description: Greets.\n');
		writeFileIn(shop.folder, '.hawser/tools/greet.mjs', 'export default () => "hello from the project";\n');
		const [name = ''] = await projectTools();
		expect(await groupsInToolPicker(shop.window, 'custom_greet')).toEqual(['HawserHawser chat']);
		expect(await groupsInToolPicker(shop.window, 'file_read')).toEqual(['Hawser']);
		const answered = invokeInChat(shop.window, name, {});
		await shop.window.answerDialog('Yes');
		await answerQuestion(shop.window, 'An agent wants to run a tool', 'Allow them as they are now');
		expect((await answered).text).toContain('hello from the project');
	});

	test('are gone when the project no longer has them', async () => {
		rmSync(join(shop.folder, '.hawser/tools'), { recursive: true });
		await eventually(async () => expect(await chatTools('mcp_')).toEqual([]));
	});
});

describe('tools of other extensions for outside agents', () => {
	const relayed = async () => {
		const client = await connectHttp(shop.entry);
		const { tools } = await client.listTools();
		await client.close();
		return tools.filter(({ name }) => name.startsWith('relay_'));
	};
	const CHOSEN = ['relay_offer_greet', 'relay_offer_confirm', 'relay_offer_fail', 'relay_offer_wait'];

	test('tools of other extensions are off by default', async () => {
		expect(await relayed()).toEqual([]);
		const { envelope } = await callWindow(shop.entry, 'relay_offer_greet', { who: 'you' });
		expect(envelope.error?.code).toBe('E_UNKNOWN_TOOL');
	});

	test('tools of other extensions are listed when they are chosen, never our own, and clients hear of it on both ways', async () => {
		const clients = [await connectHttp(shop.entry), await connectStdio({ env: workbench().env, cwd: shop.folder })];
		const told = clients.map(() => 0);
		for (const [index, client] of clients.entries()) {
			await client.listTools();
			client.setNotificationHandler('notifications/tools/list_changed', () => {
				told[index] = (told[index] ?? 0) + 1;
			});
		}
		await configure('hawser.relay', ['offer_*', 'hawser_*', 'mcp_hawser*']);
		await eventually(() => expect(told.every(count => count > 0)).toBe(true));
		for (const client of clients) {
			const tools = (await client.listTools()).tools.filter(({ name }) => name.startsWith('relay_'));
			expect(tools.map(({ name }) => name)).toEqual(CHOSEN);
			expect(tools[0]).toMatchObject({
				description: 'Greets somebody.',
				inputSchema: { properties: { who: { type: 'string' } }, required: ['who'] },
				annotations: { readOnlyHint: false },
			});
			expect(await client.callTool({ name: 'relay_offer_greet', arguments: { who: 'you' } })).toMatchObject({
				content: [{ type: 'text', text: 'Hello you' }],
			});
			await client.close();
		}
	});

	test('wrong arguments and failures have a code', async () => {
		const failure = async (tool: string, input: object) =>
			(await callWindow(shop.entry, tool, { ...input })).envelope.error;
		expect(await failure('relay_offer_greet', {})).toMatchObject({ code: 'E_INVALID_PARAMS' });
		expect(await failure('relay_offer_fail', {})).toMatchObject({
			code: 'E_RELAY_FAILED',
			message: 'offer_fail failed: No luck today',
		});
		expect(await failure('relay_private_notes', {})).toMatchObject({ code: 'E_UNKNOWN_TOOL' });
	});

	test('a tool that asks the user runs when they agree; nobody waits for ever for an answer', async () => {
		const client = await connectHttp(shop.entry);
		const allowed = client.callTool({ name: 'relay_offer_confirm', arguments: {} });
		await shop.window.answerDialog('Yes');
		expect(await allowed).toMatchObject({ content: [{ text: 'confirmed 1' }] });

		const denied = client.callTool({ name: 'relay_offer_confirm', arguments: {} });
		await shop.window.answerDialog('Cancel');
		expect(await denied).toMatchObject({ isError: true, structuredContent: { error: { code: 'E_DENIED' } } });
		await client.close();

		// Its own limit is long, as a user has to answer; a caller may ask for less.
		const call = [installedCli(), 'call', 'relay_offer_confirm', '--timeout', '1500', '--json'];
		const options = { env: workbench().env, cwd: shop.folder };
		const printed = await new Promise<string>(resolve => {
			execFile(process.execPath, call, options, (_error, stdout) => resolve(stdout));
		});
		expect(JSON.parse(printed)).toMatchObject({
			error: { code: 'E_TIMEOUT', hint: expect.stringContaining('asking the user') as unknown },
		});
		// Messages to the workbench keep their order: once this is answered, it knows that the call was given up.
		await shop.window.executeCommand('setContext', 'hawser.tests.givenUp', true);
		// The dialog stays, and an answer that comes too late runs nothing.
		await shop.window.answerDialog('Yes');
		await eventually(async () => expect(await shop.window.dialogText()).toBeUndefined());
		expect(await shop.window.executeCommand('toolOffers.seen')).toMatchObject({ confirmed: 1 });
	});

	test('cancellation reaches the tool', async () => {
		const client = await connectHttp(shop.entry);
		const abort = new AbortController();
		const seen = () => shop.window.executeCommand('toolOffers.seen');
		const pending = client.callTool({ name: 'relay_offer_wait', arguments: {} }, { signal: abort.signal });
		const rejected = expect(pending).rejects.toThrow();
		await eventually(async () => expect(await seen()).toMatchObject({ waiting: 1 }));
		abort.abort(new Error('enough'));
		await rejected;
		await eventually(async () => expect(await seen()).toMatchObject({ cancelled: 1 }));
		await client.close();
	});

	test('the list follows what the extensions offer', async () => {
		await configure('chat.extensionTools.enabled', false);
		await eventually(async () => expect(await relayed()).toEqual([]));
		await configure('chat.extensionTools.enabled', undefined);
		await eventually(async () => expect((await relayed()).map(({ name }) => name)).toEqual(CHOSEN));
		await configure('hawser.relay', undefined);
		await eventually(async () => expect(await relayed()).toEqual([]));
	});
});

test('the chat has its tools also while the server is off', async () => {
	await configure('hawser.enabled', false);
	await eventually(() => expect(existsSync(join(workbench().home, 'windows', `${shop.entry.id}.json`))).toBe(false));
	expect((await invoke('symbol_outline', { path: 'src/cart.ts' })).text).toContain('addTax');
	await configure('hawser.enabled', undefined);
});
