import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';

let cli: string;
let home: string;
let folder: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
	cli = await buildCli();
});

beforeEach(() => {
	const base = temporaryFolder('profiles');
	home = join(base, 'home');
	folder = mkdtempSync(join(base, 'project-'));
});

afterEach(async () => {
	await Promise.all(closers.splice(0).map(close => close()));
});

async function openWindow(options: Partial<Parameters<typeof startFakeWindow>[0]> = {}): Promise<FakeWindow> {
	const window = await startFakeWindow({ home, folders: [folder], ...options });
	closers.push(() => window.close());
	return window;
}

async function connect(name: string, ...args: string[]): Promise<Client> {
	const client = new Client({ name, version: '1' });
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [cli, 'mcp', ...args],
			cwd: folder,
			env: { ...(process.env as Record<string, string>), HAWSER_HOME: home, CLAUDE_PROJECT_DIR: '' },
		}),
	);
	closers.push(() => client.close());
	return client;
}

async function namesOf(client: Client): Promise<string[]> {
	return (await client.listTools()).tools.map(({ name }) => name);
}

async function textOf(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
	const { content } = await client.callTool({ name, arguments: input });
	const [first] = content as { text: string }[];
	return first?.text ?? '';
}

describe('the list', () => {
	test.each([
		['codex-mcp-client', [], 15],
		['some-program', [], 15],
		['claude-ai', [], 26],
		['codex-mcp-client', ['--profile', 'whole'], 26],
		['claude-code', ['--profile', 'core'], 15],
	])('of %s with %j has %i tools', async (name, args, count) => {
		expect(await namesOf(await connect(name, ...args))).toHaveLength(count);
	});

	test('of a client that searches has everything by default, of --profile all really everything', async () => {
		const searching = await namesOf(await connect('claude-code'));
		const all = await namesOf(await connect('claude-code', '--profile', 'all'));
		expect(searching).toContain('git_blame');
		expect(searching).not.toContain('dap_timeline');
		expect(all).toEqual(expect.arrayContaining([...searching, 'dap_timeline']));
	});

	test('takes the words of --toolsets and of the window on top of the profile', async () => {
		await openWindow({ entry: { toolsets: ['default', 'debug', '-test'] } });
		const byWindow = await namesOf(await connect('codex-mcp-client'));
		expect(byWindow).toEqual(expect.arrayContaining(['symbol_references', 'debug_start']));
		expect(byWindow).not.toContain('test_run');
		const byWords = await namesOf(await connect('codex-mcp-client', '--toolsets', 'default,+dap_timeline,-symbol'));
		expect(byWords).toContain('dap_timeline');
		expect(byWords).not.toContain('symbol_references');
	});

	test('is the same whatever was called before', async () => {
		await openWindow();
		const client = await connect('codex-mcp-client');
		const before = await namesOf(client);
		await textOf(client, 'tool_find', { query: 'git blame' });
		await textOf(client, 'tool_read', { tool: 'git_blame', arguments: { path: 'a' } });
		await textOf(client, 'git_blame', { path: 'a' });
		expect(await namesOf(client)).toEqual(before);
	});
});

describe('answers', () => {
	test.each([
		['codex-mcp-client', [], false],
		['some-program', [], true],
		['codex-mcp-client', ['--structured'], true],
		['some-program', ['--text'], false],
	])('to %s with %j are structured: %s, and so are the schemas', async (name, args, structured) => {
		await openWindow({ answer: () => ({ windows: [] }) });
		const client = await connect(name, ...args);
		const { tools } = await client.listTools();
		expect(tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(structured);
		const result = await client.callTool({ name: 'window_list', arguments: {} });
		expect(result.content).toEqual([{ type: 'text', text: 'text of window_list ü' }]);
		expect(result.structuredContent !== undefined).toBe(structured);
	});
});

describe('tools that are not listed', () => {
	test('are found without a window', async () => {
		const text = await textOf(await connect('codex-mcp-client'), 'tool_find', { query: 'who wrote this line' });
		expect(text).toMatch(/^git_blame\(path: string, /);
		expect(text).toContain('[reads]');
	});

	test('are called as themselves', async () => {
		const window = await openWindow();
		const client = await connect('codex-mcp-client');
		const input = { tool: 'git_blame', arguments: { path: 'a' } };
		expect(await textOf(client, 'tool_read', input)).toBe('text of git_blame ü');
		expect(window.calls).toMatchObject([{ tool: 'git_blame', input: { path: 'a' } }]);
	});

	test('are refused by tool_read where they do more than read, before any window hears of it', async () => {
		const window = await openWindow();
		const client = await connect('codex-mcp-client');
		const text = await textOf(client, 'tool_read', { tool: 'file_delete', arguments: { path: 'a' } });
		expect(text).toContain('[E_INVALID_PARAMS] file_delete does more than read; call it with tool_call.');
		expect(window.calls).toEqual([]);
	});

	test('are neither found nor called where --toolsets leaves them out', async () => {
		const window = await openWindow();
		const client = await connect('codex-mcp-client', '--toolsets', 'default,-git');
		expect(await textOf(client, 'tool_find', { query: 'git_blame' })).not.toContain('git_blame(');
		const text = await textOf(client, 'tool_call', { tool: 'git_blame', arguments: { path: 'a' } });
		expect(text).toContain('[E_TOOL_DISABLED]');
		expect(window.calls).toEqual([]);
	});

	test.each([
		['tool_find', { query: 'x', limt: 3 }, '[E_INVALID_PARAMS] There is no argument "limt"; did you mean "limit"?'],
		['tool_call', {}, '[E_INVALID_PARAMS] The argument "tool" is missing (string).'],
		['tool_call', { tool: 'git_blam' }, '[E_UNKNOWN_TOOL] There is no tool "git_blam"; did you mean "git_blame"?'],
	])('%s with %j says what is wrong', async (name, input, message) => {
		expect(await textOf(await connect('codex-mcp-client'), name, input)).toContain(message);
	});
});
