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
let other: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
	cli = await buildCli();
});

beforeEach(() => {
	const base = temporaryFolder('limits');
	home = join(base, 'home');
	folder = mkdtempSync(join(base, 'project-'));
	other = mkdtempSync(join(base, 'other-'));
});

afterEach(async () => {
	await Promise.all(closers.splice(0).map(close => close()));
});

async function openWindow(options: Omit<Parameters<typeof startFakeWindow>[0], 'home'>): Promise<FakeWindow> {
	const window = await startFakeWindow({ home, ...options });
	closers.push(() => window.close());
	return window;
}

async function connect(...args: string[]): Promise<Client> {
	const client = new Client({ name: 'test', version: '1' });
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

async function textOf(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
	const { content } = await client.callTool({ name, arguments: input });
	const [first] = content as { text: string }[];
	return first?.text ?? '';
}

describe('--toolsets', () => {
	test.each([
		['by its name', 'terminal_run', ['--toolsets', 'file,window']],
		['when it is left out', 'terminal_run', ['--toolsets', 'default,-terminal']],
		['by the name of another system', 'execute_terminal_command', ['--toolsets', 'file']],
		['in a dialect', 'get-tables', ['--toolsets', 'file', '--dialect', 'devdb']],
		['that the project defines', 'custom_deploy', ['--toolsets', 'file']],
		['of another extension', 'relay_deploy', ['--toolsets', 'default,-relay']],
		['over the network alone', 'terminal_run', ['--toolsets', 'file', '--transport', 'http']],
		['by files', 'terminal_run', ['--toolsets', 'file', '--transport', 'files']],
	])('keeps a tool from being called %s', async (_how, name, args) => {
		const window = await openWindow({ folders: [folder] });
		const client = await connect(...args);
		const text = await textOf(client, name, { projectRoot: folder });
		expect(text).toMatch(/E_TOOL_DISABLED|is not among those that this agent was started with/);
		expect(text).toContain('--toolsets');
		expect(window.calls).toEqual([]);
	});

	test('lets be called what it names, and lists nothing that the window does not allow', async () => {
		const window = await openWindow({ folders: [folder], entry: { toolsets: ['file', 'window'] } });
		const client = await connect('--toolsets', 'file,terminal');
		expect(await textOf(client, 'file_read', { path: 'a' })).toBe('text of file_read ü');
		expect(window.calls).toHaveLength(1);
		const things = (await client.listTools()).tools.map(({ name }) => name.split('_')[0]);
		expect(new Set(things)).toEqual(new Set(['file']));
	});
});

describe('projectRoot of another window', () => {
	test.each([
		['whose toolset is off here', 'terminal_run', { toolsets: ['default', '-terminal'] }, 'E_TOOL_DISABLED'],
		['that is not for an untrusted workspace', 'file_write', { trusted: false }, 'E_UNTRUSTED_WORKSPACE'],
		['that only that window has', 'custom_deploy', { trusted: false }, 'E_UNTRUSTED_WORKSPACE'],
	])('does not call a tool %s', async (_what, name, entry, code) => {
		await openWindow({ folders: [folder], entry });
		const window = await openWindow({ folders: [other] });
		const client = await connect();
		const text = await textOf(client, name, { projectRoot: other });
		expect(text).toContain(`[${code}]`);
		expect(text).toContain(`the window of ${folder}`);
		expect(window.calls).toEqual([]);
	});

	test('calls what both allow, and what is in no window’s hands when the agent has no window of its own', async () => {
		const window = await openWindow({ folders: [other] });
		const client = await connect();
		expect(await textOf(client, 'terminal_run', { projectRoot: other })).toBe('text of terminal_run ü');
		await openWindow({ folders: [folder], entry: { trusted: false } });
		expect(await textOf(client, 'file_read', { path: 'a', projectRoot: other })).toBe('text of file_read ü');
		expect(window.calls).toHaveLength(2);
	});
});
