import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { starterFiles } from '@hawser/agent-config/custom-tools/starter-files.ts';
import { isProcessKnown } from '@hawser/node/process-alive.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { callWindow } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { call, connectHttp, connectStdio, ERAS, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion, openQuestions } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const QUESTION = 'An agent wants to run a tool';
const GREET = `alias: shop.greet
description: Greets
response: query
params:
  who: { type: string, required: true, description: Whom to greet, aliases: [name], pattern: '^[A-Z]' }
  times: { type: number, integer: true, min: 1, max: 3, default: 1 }
`;
const greetScript = (word: string) =>
	`export default async ({ params, workspace }) => ({
		text: \`${word}, \${params.who}\`.repeat(params.times), folder: workspace.folder, cwd: process.cwd(),
	});`;

const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;

function place(folder: string, file: string): string {
	mkdirSync(join(folder, '.hawser/tools'), { recursive: true });
	return join(folder, '.hawser/tools', file);
}

/** A tool without arguments. */
function writeTool(name: string, script: string, metadata = ''): void {
	writeFileSync(place(open.folder, `${name}.mjs`), script);
	writeFileSync(place(open.folder, `${name}.meta.yaml`), `description: Tool ${name}.\n${metadata}`);
}

const names = async (from: Client) =>
	(await from.listTools()).tools.map(({ name }) => name).filter(name => name.startsWith('custom_'));

/** Calls as soon as the window has seen the tool. */
async function ask(tool: string, input: Record<string, unknown> = {}) {
	await eventually(async () => expect(await names(client)).toContain(tool));
	return (await callWindow(open.entry, tool, input)).envelope;
}

const questions = async () => (await openQuestions(open.window)).filter(text => text.includes(QUESTION));

const answer = (choice: string) => answerQuestion(open.window, QUESTION, choice);

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	writeFileSync(place(folder, 'greet.meta.yaml'), GREET);
	writeFileSync(place(folder, 'greet.js'), greetScript('Hello'));
	open = await workbench().open(folder);
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
});

test('the list shows the parameters of the YAML file', async () => {
	await eventually(async () => expect(await names(client)).toEqual(['custom_shop_greet']));
	const tool = (await client.listTools()).tools.find(({ name }) => name === 'custom_shop_greet');
	expect(tool).toMatchObject({ title: 'Shop greet', description: 'Greets.' });
	// The file says that it only reads, but no repository can vouch for its own programs.
	expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
	const { projectRoot, ...properties } = tool?.inputSchema.properties ?? {};
	expect(projectRoot).toBeDefined();
	expect({ ...tool?.inputSchema, properties }).toEqual({
		type: 'object',
		properties: {
			who: { type: 'string', pattern: '^[A-Z]', description: 'Whom to greet.' },
			times: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
		},
		required: ['who'],
		additionalProperties: false,
	});
});

describe('what the user decides', () => {
	const kept = () => readFileSync(join(workbench().home, 'custom-tools.json'), 'utf8');

	test('nothing runs before they have allowed it', async () => {
		writeTool('mark', `import { writeFileSync } from 'node:fs';\nexport default () => writeFileSync('ran', '');`);
		await eventually(async () => expect(await names(client)).toContain('custom_mark'));
		const refused = call(client, 'custom_mark');
		await answer('Deny');
		expect(textOf(await refused)).toMatch(/^\[E_DENIED\] The user does not allow it: run custom_mark/);
		expect(existsSync(join(open.folder, 'ran'))).toBe(false);
		expect(existsSync(join(workbench().home, 'custom-tools.json'))).toBe(false);
	});

	test('a yes is for all tools of the folder as they are, and is kept outside the project', async () => {
		const allowed = call(client, 'custom_shop_greet', { who: 'Ada' });
		await answer('Allow them as they are now');
		expect((await allowed).structuredContent).toMatchObject({
			data: { text: 'Hello, Ada', folder: open.folder, cwd: open.folder },
		});
		expect(textOf(await call(client, 'custom_mark'))).toBe('null');
		expect(existsSync(join(open.folder, 'ran'))).toBe(true);
		expect(JSON.parse(kept())).toMatchObject({ [open.folder]: { laterChanges: false } });
	});

	test('a script that has changed asks again, even when it is called at once', async () => {
		writeFileSync(place(open.folder, 'greet.js'), greetScript('Welcome'));
		const changed = call(client, 'custom_shop_greet', { who: 'Ada' });
		await eventually(async () => expect((await questions()).join()).toContain('have changed since you allowed them'));
		await answer('Allow later changes too');
		expect((await changed).structuredContent).toMatchObject({ data: { text: 'Welcome, Ada' } });
		writeFileSync(place(open.folder, 'greet.js'), greetScript('Hello'));
		const again = await call(client, 'custom_shop_greet', { who: 'Ada' });
		expect(again.structuredContent).toMatchObject({ data: { text: 'Hello, Ada' } });
		expect(await questions()).toEqual([]);
		expect(JSON.parse(kept())).toMatchObject({ [open.folder]: { laterChanges: true } });
	});
});

describe('a permission is for the bytes that were shown', () => {
	const NOW = 'Allow them as they are now';
	let project: OpenWindow;
	const put = (file: string, text: string) => project.write(join('.hawser', file), text);
	const run = async () => (await callWindow(project.entry, 'custom_bound')).envelope;
	const shown = async () => (await openQuestions(project.window)).join('\n');

	beforeAll(async () => {
		project = await workbench().open(workbench().makeFolder('bound'));
		put('tools/bound.meta.yaml', 'description: Bound.\n');
		put('tools/bound.mjs', `import { word } from '../lib/word.mjs';\nexport default () => word;`);
		put('lib/word.mjs', `export const word = 'first';`);
	});
	afterAll(() => project.window.close());

	test('all of it is shown, with what the script imports', async () => {
		const call = run();
		const question = await findQuestion(project.window, QUESTION);
		const text = (await question.locator('pre').allTextContents()).join('\n');
		expect(text).toContain(`import { word } from '../lib/word.mjs';\nexport default () => word;`);
		expect(text).toContain(`export const word = 'first';`);
		expect(text).toContain('description: Bound.');
		await answerQuestion(project.window, QUESTION, NOW);
		expect(await call).toMatchObject({ data: { result: 'first' } });
		expect(await run()).toMatchObject({ data: { result: 'first' } });
	});

	test('an import that has changed is asked about again', async () => {
		put('lib/word.mjs', `export const word = 'second';`);
		const call = run();
		const question = await findQuestion(project.window, QUESTION);
		expect(await question.innerText()).toContain(`export const word = 'second';`);
		await answerQuestion(project.window, QUESTION, 'Deny');
		expect(await call).toMatchObject({ error: { code: 'E_DENIED' } });
	});

	test.each([
		['the script', 'tools/bound.mjs', `export default () => 'swapped';`, 'swapped'],
		['an import', 'lib/word.mjs', `export const word = 'swapped, too';`, 'swapped'],
		['a new file', 'lib/package.json', '{ "type": "module" }', 'swapped'],
	])('%s that changes while the question stands is asked about again before it runs', async (_, file, text, result) => {
		put('lib/word.mjs', `export const word = '${file}';`);
		const call = run();
		const asked = await findQuestion(project.window, QUESTION);
		const id = await asked.getAttribute('data-id');
		put(file, text);
		await answerQuestion(project.window, QUESTION, NOW);
		const again = await findQuestion(project.window, QUESTION);
		expect(await again.getAttribute('data-id')).not.toBe(id);
		expect(await shown()).toContain(text);
		await answerQuestion(project.window, QUESTION, NOW);
		expect(await call).toMatchObject({ data: { result } });
	});

	test('what is written while the script runs is not loaded', async () => {
		const later = `import { writeFileSync } from 'node:fs';
			export default async ({ workspace }) => {
				writeFileSync(workspace.folder + '/.hawser/lib/later.mjs', 'export const word = 1;');
				return (await import('../lib/later.mjs')).word;
			};`;
		put('tools/bound.mjs', later);
		put('lib/later.mjs', 'export const word = 0;');
		const call = run();
		await answerQuestion(project.window, QUESTION, NOW);
		expect(await call).toMatchObject({
			error: { code: 'E_DENIED', message: expect.stringContaining('.hawser/lib/later.mjs') as string },
		});
	});
});

describe('every way in', () => {
	const surfaces = [
		{ surface: 'http', connect: (mode: (typeof ERAS)[number]['mode']) => connectHttp(open.entry, mode) },
		{
			surface: 'stdio',
			connect: (mode: (typeof ERAS)[number]['mode']) => connectStdio({ env: workbench().env, cwd: open.folder, mode }),
		},
	];
	test.each(surfaces.flatMap(surface => ERAS.map(era => ({ ...surface, ...era }))))(
		'custom tools are listed and called by $surface, $era',
		async ({ connect, mode }) => {
			const other = await connect(mode);
			expect(await names(other)).toContain('custom_shop_greet');
			const { structuredContent } = await call(other, 'custom_shop_greet', { name: 'Ada', times: 2 });
			expect(structuredContent).toMatchObject({ ok: true, data: { text: 'Hello, AdaHello, Ada' } });
			const wrong = await call(other, 'custom_shop_greet', { who: 'Ada', time: 2 });
			expect(textOf(wrong)).toContain('[E_INVALID_PARAMS] There is no argument "time"; did you mean "times"?');
			await other.close();
		},
	);

	test('hawser call and hawser tools know the tools of a project', () => {
		const run = (...args: string[]) =>
			execFileSync(process.execPath, [installedCli(), ...args], {
				env: workbench().env,
				cwd: open.folder,
				encoding: 'utf8',
			});
		expect(JSON.parse(run('call', 'custom_shop_greet', 'who=Ada', 'times=3', '--json'))).toMatchObject({
			data: { text: 'Hello, AdaHello, AdaHello, Ada' },
		});
		expect(run('tools')).toMatch(/Tools of the project \(custom\)\n {2}custom_shop_greet +Greets\./);
		expect(run('tools', 'custom_shop_greet')).toContain('Whom to greet.');
	});

	test.each([
		[{}, 'The argument "who" is missing (string).'],
		[{ who: 7 }, 'The argument "who" is wrong: it must be of type string.'],
		[{ who: 'Ada', times: 9 }, 'The argument "times" is wrong: it must be at most 3.'],
		[{ who: 'ada' }, 'The argument "who" is wrong: it must match the pattern ^[A-Z].'],
		[{ who: 'Ada', name: 'Ada' }, '"name" and "who" are the same argument; give one of them.'],
	])('%j is refused with the reason', async (input, message) => {
		expect(await ask('custom_shop_greet', input)).toMatchObject({ error: { code: 'E_INVALID_PARAMS', message } });
	});
});

test('files that come, change and go are followed, and clients hear of it', async () => {
	const stdio = await connectStdio({ env: workbench().env, cwd: open.folder });
	const stateless = await connectHttp(open.entry, { pin: '2026-07-28' });
	const listeners = [client, stdio, stateless];
	const heard = new Map(listeners.map(each => [each, 0]));
	for (const each of listeners) {
		each.setNotificationHandler('notifications/tools/list_changed', () => {
			heard.set(each, (heard.get(each) ?? 0) + 1);
		});
		await each.listTools();
	}
	await stateless.listen({ toolsListChanged: true });
	/** All clients have heard of something since, and their lists are as they should be. */
	const settles = async (check: (tools: Awaited<ReturnType<Client['listTools']>>['tools']) => void) => {
		for (const each of listeners) {
			await eventually(() => expect(heard.get(each)).toBeGreaterThan(0));
			await eventually(async () => check((await each.listTools()).tools));
			heard.set(each, 0);
		}
	};
	const described = (tools: readonly { name: string; description?: string | undefined }[]) =>
		tools.find(({ name }) => name === 'custom_late')?.description;

	writeTool('late', 'export default () => 1;');
	await settles(tools => expect(described(tools)).toBe('Tool late.'));
	writeFileSync(place(open.folder, 'late.meta.yaml'), 'description: Another.\n');
	await settles(tools => expect(described(tools)).toBe('Another.'));
	rmSync(place(open.folder, 'late.meta.yaml'));
	await settles(tools => expect(described(tools)).toBeUndefined());
	expect((await callWindow(open.entry, 'custom_late')).envelope).toMatchObject({ error: { code: 'E_UNKNOWN_TOOL' } });
	await stdio.close();
	await stateless.close();
});

test('every list and call is of what is on disk at that moment, whatever the watchers have seen', async () => {
	const { window, entry, folder } = await workbench().open(workbench().makeFolder('moment'));
	const http = await connectHttp(entry);
	const stdio = await connectStdio({ env: workbench().env, cwd: folder });
	const description = async (from: Client) =>
		(await from.listTools()).tools.find(({ name }) => name === 'custom_now')?.description;
	for (const from of [http, stdio]) {
		for (const word of ['First', 'Other']) {
			writeFileSync(place(folder, 'now.mjs'), 'export default () => 1;');
			writeFileSync(place(folder, 'now.meta.yaml'), `description: ${word}.\n`);
			expect(await description(from)).toBe(`${word}.`);
		}
		rmSync(join(folder, '.hawser'), { recursive: true });
		expect(await description(from)).toBeUndefined();
	}
	writeFileSync(place(folder, 'called.mjs'), 'export default () => 1;');
	writeFileSync(place(folder, 'called.meta.yaml'), 'description: Called.\nparams: { n: { type: number } }\n');
	expect((await callWindow(entry, 'custom_called', { n: 'one' })).envelope).toMatchObject({
		error: { code: 'E_INVALID_PARAMS' },
	});
	await http.close();
	await stdio.close();
	await window.close();
});

test('clients hear of what is written into a folder that has just been made', async () => {
	const { window, entry, folder } = await workbench().open(workbench().makeFolder('just-made'));
	const agent = await connectHttp(entry);
	let heard = 0;
	agent.setNotificationHandler('notifications/tools/list_changed', () => {
		heard++;
	});
	await agent.listTools();
	for (const word of ['First', 'Second', 'Third']) {
		heard = 0;
		writeFileSync(place(folder, 'heard.mjs'), 'export default () => 1;');
		writeFileSync(place(folder, 'heard.meta.yaml'), `description: ${word}.\n`);
		await eventually(() => expect(heard).toBeGreaterThan(0));
	}
	await agent.close();
	await window.close();
});

test('the first tool of a project appears in a window that is open, and all go with their folder', async () => {
	const { window, entry, folder } = await workbench().open(workbench().makeFolder('fresh'));
	const agent = await connectStdio({ env: workbench().env, cwd: folder });
	expect(await names(agent)).toEqual([]);
	execFileSync(process.execPath, [installedCli(), 'tools', 'new', 'first'], { env: workbench().env, cwd: folder });
	await eventually(async () => expect(await names(agent)).toEqual(['custom_first']));
	rmSync(join(folder, '.hawser'), { recursive: true });
	await eventually(async () => expect(await names(agent)).toEqual([]));
	expect((await callWindow(entry, 'custom_first')).envelope).toMatchObject({ error: { code: 'E_UNKNOWN_TOOL' } });
	await agent.close();
	await window.close();
});

test('a mistake stands in the Problems view with line and column, and the other tools go on', async () => {
	writeTool('wrong', 'export default () => 1;', 'params:\n  count: { type: numbr }\n');
	const problems = () =>
		open.window.evaluate(
			`return vscode.languages.getDiagnostics(vscode.Uri.file(args.file)).map(({ message, range, source }) =>
				({ message, source, line: range.start.line + 1, column: range.start.character + 1 }))`,
			{ file: place(open.folder, 'wrong.meta.yaml') },
		);
	await eventually(async () =>
		expect(await problems()).toEqual([
			{
				message: 'type must be one of string, number, boolean, enum, array, object.',
				...{ source: 'hawser', line: 3, column: 18 },
			},
		]),
	);
	expect(await names(client)).not.toContain('custom_wrong');
	expect(await ask('custom_shop_greet', { who: 'Ada' })).toMatchObject({ ok: true });
	writeTool('wrong', 'export default () => 1;', 'params:\n  count: { type: number }\n');
	await eventually(async () => expect(await problems()).toEqual([]));
	expect(await ask('custom_wrong')).toMatchObject({ ok: true, data: { result: 1 } });
});

test('a tool that its file switches off is neither listed nor called', async () => {
	writeTool('off', 'export default () => 1;');
	expect(await ask('custom_off')).toMatchObject({ ok: true });
	writeTool('off', 'export default () => 1;', 'mcp: { enabled: false }\n');
	await eventually(async () => expect(await names(client)).not.toContain('custom_off'));
	expect((await callWindow(open.entry, 'custom_off')).envelope).toMatchObject({ error: { code: 'E_UNKNOWN_TOOL' } });
});

test('in a workspace of two folders each has its tools, and the first has a name that both use', async () => {
	const folders = ['left', 'right'].map(name => workbench().makeFolder(name));
	for (const [index, folder] of folders.entries()) {
		for (const name of ['both', `only-${index}`]) {
			writeFileSync(place(folder, `${name}.meta.yaml`), 'description: Where am I.\n');
			writeFileSync(place(folder, `${name}.mjs`), 'export default ({ workspace }) => workspace.folder;');
		}
	}
	const file = join(workbench().makeFolder('two'), 'two.code-workspace');
	writeFileSync(file, JSON.stringify({ folders: folders.map(path => ({ path })) }));
	const window = await workbench().editor.openWindow(file);
	const entry = await workbench().entryOf(folders[0] ?? '');
	const where = async (tool: string) => (await callWindow(entry, tool)).envelope;
	await eventually(async () => {
		const both = await connectHttp(entry);
		expect(await names(both)).toEqual(['custom_both', 'custom_only_0', 'custom_only_1']);
		await both.close();
	});
	// What is allowed in one folder is not allowed in the other.
	for (const [index, folder] of folders.entries()) {
		const asked = where(`custom_only_${index}`);
		await answerQuestion(window, [QUESTION, `custom_only_${index}`], 'Allow them as they are now');
		expect(await asked).toMatchObject({ data: { result: folder } });
	}
	expect(await where('custom_both')).toMatchObject({ data: { result: folders[0] } });
	await window.close();
});

describe('scripts', () => {
	test.each([
		['module.exports = async () => ({ kind: "commonjs" })', 'cjs', { kind: 'commonjs' }],
		['export default () => [1, 2]', 'mjs', { result: [1, 2] }],
		['export default () => {}', 'mjs', { result: null }],
		['import { basename } from "node:path"; export default () => basename("/a/b")', 'js', { result: 'b' }],
	])('%s runs in a file .%s', async (script, ending, data) => {
		writeFileSync(place(open.folder, `kind-${ending}.${ending}`), script);
		writeFileSync(place(open.folder, `kind-${ending}.meta.yaml`), 'description: Kind.\n');
		expect(await ask(`custom_kind_${ending}`)).toMatchObject({ ok: true, data });
	});

	test.each([
		['throws', 'throw new Error("no luck")', /^custom_throws: no luck\nat .*throws\.mjs:1:\d+/],
		['throws-text', 'throw "just text"', /^custom_throws_text: just text$/],
		['exits', 'process.exit(0)', /ended without an answer \(exit code 0\)/],
		['crashes', 'process.abort()', /ended without an answer \(SIGABRT\)[^]*crashes\.mjs:1:/],
		['dies', 'console.error("last words"); process.kill(process.pid, "SIGKILL")', /\(SIGKILL\)\.\nlast words$/],
		['rejects', 'Promise.reject(new Error("late")); await new Promise(() => {})', /exit code 1[^]*late/],
		['circular', 'const a = {}; a.a = a; return a', /returned what JSON cannot hold/],
		['huge', 'return "x".repeat(5_000_000)', /returned 5000002 characters of JSON; the limit is 4194304/],
		[
			'loud',
			'for (let i = 0; i < 3000; i++) console.log("x".repeat(9000)); throw new Error("end")',
			/custom_loud: end/,
		],
		['greedy', 'const all = []; for (;;) all.push(new Array(1e6).fill({}))', /ended without an answer/],
	])('the script %s is an error with its reason', async (name, body, message) => {
		writeTool(name, `export default async () => { ${body} }`, 'timeout: 120000\n');
		const envelope = await ask(`custom_${name.replaceAll('-', '_')}`);
		expect(envelope).toMatchObject({ ok: false, error: { code: 'E_CUSTOM_TOOL_FAILED' } });
		expect(envelope.error?.message).toMatch(message);
	});

	test('a code of the table is kept, and one of its own goes along', async () => {
		const script = 'export default ({ params }) => { throw Object.assign(new Error("no"), { code: params.code }) }';
		writeTool('codes', script, 'params: { code: { type: string } }\n');
		const failure = async (code: string) => (await ask('custom_codes', { code })).error;
		expect(await failure('E_FILE_NOT_FOUND')).toMatchObject({ code: 'E_FILE_NOT_FOUND', message: 'no' });
		expect(await failure('E_SHOP_CLOSED')).toMatchObject({
			code: 'E_CUSTOM_TOOL_FAILED',
			details: { code: 'E_SHOP_CLOSED' },
		});
		expect(await failure('E_WINDOW_GONE')).toMatchObject({ code: 'E_CUSTOM_TOOL_FAILED' });
	});

	test('an answer that is too long is cut and says so', async () => {
		writeTool('long', 'export default () => ({ rows: Array.from({ length: 9000 }, (_, row) => ({ row })) });');
		await eventually(async () => expect(await names(client)).toContain('custom_long'));
		const result = await call(client, 'custom_long');
		expect(result.structuredContent).toMatchObject({ data: { truncated: true, totalCharacters: 115_900 } });
		expect(JSON.stringify(result.structuredContent).length).toBeLessThan(11_000);
		expect(textOf(result)).toMatch(
			/\(Cut: the tool returned 115900 characters, and these are the first \d+\. Ask it for less\.\)$/,
		);
	});

	const ENDLESS = `import { writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
export default async ({ params, progress, signal }) => {
	const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
	writeFileSync(params.file, process.pid + ' ' + child.pid);
	progress({ message: 'begun', done: 1, total: 2 });
	signal.addEventListener('abort', () => writeFileSync(params.file + '-aborted', ''));
	if (params.busy) for (;;);
	await new Promise(() => {});
};`;
	const ENDLESS_PARAMS = 'params: { file: { type: string }, busy: { type: boolean, default: false } }\n';
	/** The script and what it has started, as soon as it has said so. */
	const pidsIn = (file: string) => readFileSync(file, 'utf8').split(' ').map(Number);

	test.each([true, false])('a script that does not end is ended, with what it has started (busy: %s)', async busy => {
		writeTool('endless', ENDLESS, `timeout: 1500\n${ENDLESS_PARAMS}`);
		const file = join(open.folder, `pids-${busy}`);
		expect(await ask('custom_endless', { file, busy })).toMatchObject({
			error: { code: 'E_TIMEOUT', message: 'custom_endless did not finish within 1500 ms.' },
		});
		await eventually(() => expect(pidsIn(file).map(isProcessKnown)).toEqual([false, false]));
	});

	test('a script that is cancelled is told, and ended', async () => {
		writeTool('waits', ENDLESS, `response: waitable\n${ENDLESS_PARAMS}`);
		const file = join(open.folder, 'cancelled');
		await eventually(async () => expect(await names(client)).toContain('custom_waits'));
		const abort = new AbortController();
		const reported: unknown[] = [];
		const begun = client.callTool(
			{ name: 'custom_waits', arguments: { file } },
			{
				signal: abort.signal,
				onprogress: progress => {
					reported.push(progress);
					abort.abort();
				},
			},
		);
		await expect(begun).rejects.toThrow();
		expect(reported).toMatchObject([{ progress: 1, total: 2, message: 'begun' }]);
		await eventually(() => expect(existsSync(`${file}-aborted`)).toBe(true));
		await eventually(() => expect(pidsIn(file).map(isProcessKnown)).toEqual([false, false]));
	});

	test('scripts end with the window, busy or not', async () => {
		const folder = workbench().makeFolder('closing');
		writeFileSync(place(folder, 'stay.mjs'), ENDLESS);
		writeFileSync(place(folder, 'stay.meta.yaml'), `description: Stays.\nresponse: waitable\n${ENDLESS_PARAMS}`);
		const { window, entry } = await workbench().open(folder);
		await eventually(async () =>
			expect((await callWindow(entry, 'custom_stay', { file: 7 })).envelope.error?.code).toBe('E_INVALID_PARAMS'),
		);
		const files = ['busy', 'idle'].map(file => join(folder, file));
		for (const file of files) {
			// Nobody answers: the window is gone by then.
			void callWindow(entry, 'custom_stay', { file, busy: file.endsWith('busy') }).catch(() => undefined);
		}
		await answerQuestion(window, QUESTION, 'Allow them as they are now');
		const pids = await eventually(() => {
			const found = files.flatMap(pidsIn);
			expect(found.map(isProcessKnown)).toEqual([true, true, true, true]);
			return found;
		});
		await window.close();
		await eventually(() => expect(pids.map(isProcessKnown)).toEqual([false, false, false, false]));
	});

	test('scripts call other tools, whose failures keep their codes', async () => {
		const script = `export default async ({ params, hawser }) => {
			const { tool, ...input } = params.call;
			try { return { data: await hawser.call(tool, input) } } catch ({ code, hint }) { return { code, hint } }
		};`;
		writeTool('calls', script, 'params: { call: { type: object, required: true } }\n');
		const via = async (input: Record<string, unknown>) => (await ask('custom_calls', { call: input })).data;
		writeFileSync(join(open.folder, 'seen.txt'), 'through the editor\n');
		expect(await via({ tool: 'file_read', path: 'seen.txt' })).toMatchObject({ data: { text: 'through the editor' } });
		expect(await via({ tool: 'file_read', path: 'absent.txt' })).toMatchObject({ code: 'E_FILE_NOT_FOUND' });
		expect(await via({ tool: 'file_raed' })).toMatchObject({ code: 'E_UNKNOWN_TOOL' });
		expect(await via({ tool: 'file_read', path: 'a', projectRoot: '/nowhere' })).toMatchObject({
			code: 'E_INVALID_PARAMS',
		});
	});

	test('what needs a user asks the user, also when a script wants it', async () => {
		const script = `export default async ({ hawser }) =>
			hawser.call('file_write', { path: '.vscode/settings.json', text: '{}' });`;
		writeTool('writes', script);
		const refused = ask('custom_writes');
		await answerQuestion(open.window, [/An agent wants to (create|change)/, '.vscode/settings.json'], 'Deny');
		expect(await refused).toMatchObject({ error: { code: 'E_DENIED' } });
	});

	test('scripts do not call each other without end', async () => {
		writeTool('self', `export default ({ hawser }) => hawser.call('custom_self');`);
		expect(await ask('custom_self')).toMatchObject({
			error: { code: 'E_CAPACITY', message: 'Custom tools call each other more than 3 deep: custom_self.' },
		});
	});

	test('forty scripts at once that call tools all get their answers', async () => {
		writeTool('inner', 'export default ({ params }) => params.n;', 'params: { n: { type: number } }\n');
		writeTool(
			'outer',
			`export default async ({ params, hawser }) => (await hawser.call('custom_inner', params)).result;`,
			'response: waitable\nparams: { n: { type: number } }\n',
		);
		await ask('custom_inner', { n: 0 });
		await ask('custom_outer', { n: 0 });
		const numbers = Array.from({ length: 40 }, (_, n) => n);
		const answers = await Promise.all(numbers.map(n => callWindow(open.entry, 'custom_outer', { n })));
		expect(answers.map(({ envelope }) => envelope.data)).toEqual(numbers.map(result => ({ result })));
	});
});

describe('what we tell people to write', () => {
	test('the example of the guide works as it stands', async () => {
		const guide = readFileSync(join(ROOT, 'docs/how/custom-tools.md'), 'utf8');
		const block = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';
		writeFileSync(place(open.folder, 'notes-count.mjs'), block('js'));
		writeFileSync(place(open.folder, 'notes-count.meta.yaml'), block('yaml'));
		mkdirSync(join(open.folder, 'notes'), { recursive: true });
		writeFileSync(join(open.folder, 'notes/a.ts'), '// TODO one\n// FIXME two\n');
		writeFileSync(join(open.folder, 'notes/b.ts'), '// TODO three\n');
		expect(await ask('custom_notes_count', { path: './notes/' })).toMatchObject({
			data: { total: 3, files: { 'notes/a.ts': 2, 'notes/b.ts': 1 } },
		});
	});

	test('what hawser tools new writes works as it stands', async () => {
		const { base, metadata, script } = starterFiles('starter');
		writeFileSync(place(open.folder, `${base}.mjs`), script);
		writeFileSync(place(open.folder, `${base}.meta.yaml`), metadata);
		writeFileSync(join(open.folder, 'words.txt'), 'pear pear\napple\npear\n');
		expect(await ask('custom_starter', { path: 'words.txt', text: 'pear' })).toMatchObject({
			data: { path: 'words.txt', text: 'pear', total: 3 },
		});
	});
});

test('a folder that is not trusted: its tools are not shown and do not run, and opening it runs nothing', async () => {
	const folder = workbench().makeFolder('stranger');
	const script = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(folder, 'ran'))}, '');\nexport default () => 1;`;
	writeFileSync(place(folder, 'lure.meta.yaml'), 'description: Lure.\nresponse: query\n');
	writeFileSync(place(folder, 'lure.mjs'), script);
	const window = await workbench().editor.openWindow(folder, { trust: 'ask' });
	const entry = await workbench().entryOf(folder);
	const stranger = await connectHttp(entry);
	await eventually(async () =>
		expect((await callWindow(entry, 'custom_lure')).envelope).toMatchObject({
			error: { code: 'E_UNTRUSTED_WORKSPACE' },
		}),
	);
	expect(await names(stranger)).toEqual([]);
	expect(existsSync(join(folder, 'ran'))).toBe(false);
	await stranger.close();
	await window.close();
});
