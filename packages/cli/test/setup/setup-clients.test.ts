import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { CLIENTS } from '../../src/setup/client-list.ts';
import { CLIENT_NAMES, type ClientName } from '../../src/setup/client-names.ts';
import type { Scope } from '../../src/setup/environment.ts';
import type { McpServer } from '../../src/setup/mcp-server.ts';

import { HTTP, makeSetupHome, STDIO } from './setup-home.ts';

const ENTRY = { command: 'hawser', args: ['mcp'] };
const CORE_ENTRY = { ...ENTRY, args: ['mcp', '--profile', 'core'] };
const CORE_URL = 'http://localhost:50001/mcp?profile=core';
const WEB = { url: 'http://localhost:50001/mcp', headers: { Authorization: `Bearer ${'t'.repeat(43)}` } };

/** The key under which each client keeps its servers, and the entries that we write there. */
const EXPECTED: Record<Exclude<ClientName, 'codex'>, { key: string; stdio: object; http: object }> = {
	'claude-code': { key: 'mcpServers', stdio: ENTRY, http: { type: 'http', ...WEB } },
	gemini: { key: 'mcpServers', stdio: ENTRY, http: { httpUrl: WEB.url, headers: WEB.headers } },
	copilot: {
		key: 'mcpServers',
		stdio: { type: 'local', ...CORE_ENTRY, tools: ['*'], deferTools: 'never' },
		http: { type: 'http', ...WEB, url: CORE_URL, tools: ['*'], deferTools: 'never' },
	},
	cursor: { key: 'mcpServers', stdio: { type: 'stdio', ...ENTRY }, http: WEB },
	windsurf: { key: 'mcpServers', stdio: ENTRY, http: { serverUrl: WEB.url, headers: WEB.headers } },
	vscode: { key: 'servers', stdio: { type: 'stdio', ...ENTRY }, http: { type: 'http', ...WEB } },
	opencode: {
		key: 'mcp',
		stdio: { type: 'local', command: ['hawser', 'mcp'] },
		http: { type: 'remote', ...WEB, oauth: false },
	},
	zed: { key: 'context_servers', stdio: ENTRY, http: WEB },
	cline: { key: 'mcpServers', stdio: ENTRY, http: { type: 'streamableHttp', ...WEB } },
	roo: { key: 'mcpServers', stdio: ENTRY, http: { type: 'streamable-http', ...WEB } },
	kilo: { key: 'mcp', stdio: { type: 'local', command: ['hawser', 'mcp'] }, http: { type: 'remote', ...WEB } },
	// It names the project in its command, and takes no address: see below.
	'claude-desktop': { key: 'mcpServers', stdio: {}, http: {} },
};

/** Clients whose entry depends on nothing but the server, and that take both kinds. */
const PLAIN_NAMES = CLIENT_NAMES.filter(name => name !== 'claude-desktop');

const CODEX = {
	stdio:
		'[mcp_servers.hawser]\ncommand = "hawser"\nargs = ["mcp", "--profile", "core"]\nomit_tools_from = ["deferred"]\n',
	http: `[mcp_servers.hawser]\nurl = "${CORE_URL}"\nhttp_headers = { Authorization = "${WEB.headers.Authorization}" }\nomit_tools_from = ["deferred"]\n`,
};

/** Files as people have them: comments, other servers, odd layout. */
function lived(name: ClientName): string {
	return name === 'codex'
		? [
				'# my model',
				'model = "x" # the good one',
				"notes = '''",
				'[mcp_servers.hawser] is only text here',
				"'''",
				'',
				'[mcp_servers."other one"]',
				'command = "other" # keep',
				'args = [',
				'  "a", # first',
				'  "b",',
				']',
				'',
				'[[profiles]]',
				'when = 2026-01-01 10:00:00',
				'# the end',
				'',
			].join('\n')
		: [
				'{',
				'    // my own servers',
				`    "${EXPECTED[name].key}": {`,
				'        "other": { "command": "other", "args": ["a"], "type": "local" }, // keep',
				'    },',
				'    /* the rest */ "theme": "dark",',
				'}',
				'',
			].join('\n');
}

const BROKEN: Record<'json' | 'toml', readonly string[]> = {
	json: ['{ "a": ', '{ "mcpServers": [] , }}', 'not json', '[1]'],
	toml: ['a = ', '[open', 'a = "x', 'just words', 'a = 1 b = 2', "a = '''x"],
};

describe.each(PLAIN_NAMES)('%s', name => {
	test('makes a file, changes nothing the second time, and takes everything away again', async () => {
		const home = makeSetupHome(name);
		const report = await home.setUp(STDIO);
		expect(report).toMatchObject({ status: 'written', file: home.file, transport: 'stdio' });
		expect(report.diff).toContain('hawser');
		expect(statSync(home.file).mode & 0o777).toBe(0o600);
		const first = home.text();
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
		expect(home.text()).toBe(first);
		expect(await home.setUp(undefined)).toMatchObject({ status: 'removed' });
		expect(home.entries()).toEqual([]);
		expect(await home.setUp(undefined)).toMatchObject({ status: 'unchanged' });
	});

	test.each([STDIO, HTTP])('writes what the client reads: $transport', async server => {
		const home = makeSetupHome(name);
		await home.setUp(server);
		if (name === 'codex') {
			expect(home.text()).toBe(server.transport === 'stdio' ? CODEX.stdio : CODEX.http);
		} else {
			const { key, stdio, http } = EXPECTED[name];
			const entry = server.transport === 'stdio' ? stdio : http;
			expect(JSON.parse(home.text() ?? '')).toEqual({ [key]: { hawser: entry } });
		}
	});

	test.each([
		['line feeds', (text: string) => text],
		['CR LF and a byte order mark', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
		['no line break at the end', (text: string) => text.trimEnd()],
	])('leaves a file with comments as it was: %s', async (_what, form) => {
		const home = makeSetupHome(name);
		const original = form(lived(name));
		home.write(original);
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'written' });
		const withOurs = home.text() ?? '';
		for (const line of original.split(/\r?\n/)) {
			expect(withOurs).toContain(line);
		}
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
		expect(await home.setUp(HTTP)).toMatchObject({ status: 'written' });
		expect(await home.setUp(HTTP)).toMatchObject({ status: 'unchanged' });
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'written' });
		expect(home.text()).toBe(withOurs);
		expect(await home.setUp(undefined)).toMatchObject({ status: 'removed' });
		expect(home.text()).toBe(original);
	});

	test.each(BROKEN[name === 'codex' ? 'toml' : 'json'])('leaves a broken file alone: %s', async broken => {
		const home = makeSetupHome(name);
		home.write(broken);
		for (const server of [STDIO, undefined]) {
			const report = await home.setUp(server);
			expect(report).toMatchObject({ status: 'refused' });
			expect(report.reason).toMatch(/\w/);
		}
		expect(home.text()).toBe(broken);
	});

	test('takes out only its own part of a file that has changed since', async () => {
		const home = makeSetupHome(name);
		home.write(lived(name));
		await home.setUp(STDIO);
		const changed = (home.text() ?? '').replace(/dark|the good one/, 'something else');
		writeFileSync(home.file, changed);
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
		expect(await home.setUp(undefined)).toMatchObject({ status: 'removed' });
		expect(home.text()).toBe(lived(name).replace(/dark|the good one/, 'something else'));
	});

	test('does not touch another server of the same name', async () => {
		const home = makeSetupHome(name);
		await home.setUp({ transport: 'stdio', command: 'docker', args: ['run'], env: {} });
		const foreign = home.text();
		for (const server of [STDIO, undefined]) {
			// Without a receipt, as if somebody else had written it.
			const report = await home.setUp(server, { forgetful: true });
			expect(report).toMatchObject({ status: 'refused' });
			expect(report.reason).toContain('another server');
		}
		expect(home.text()).toBe(foreign);
	});

	test('closes a file to others when it holds a token, and shows no token', async () => {
		const home = makeSetupHome(name);
		home.write(lived(name));
		const report = await home.setUp(HTTP);
		expect(statSync(home.file).mode & 0o077).toBe(0);
		expect(home.text()).toContain('t'.repeat(43));
		expect(JSON.stringify(report)).not.toContain('t'.repeat(43));
	});
});

describe('the file of a project', () => {
	const projects: [ClientName, string][] = [
		['claude-code', '.mcp.json'],
		['codex', '.codex/config.toml'],
		['gemini', '.gemini/settings.json'],
		['copilot', '.mcp.json'],
		['cursor', '.cursor/mcp.json'],
		['vscode', '.vscode/mcp.json'],
		['opencode', 'opencode.json'],
		['zed', '.zed/settings.json'],
		['roo', '.roo/mcp.json'],
		['kilo', '.kilo/kilo.jsonc'],
	];
	test.each(projects)('%s: %s', async (name, file) => {
		const home = makeSetupHome(name, 'project');
		const report = await home.setUp(STDIO);
		expect(report.file).toBe(`${home.environment.project}/${file}`);
		expect(readFileSync(home.file, 'utf8')).toContain('hawser');
		await home.setUp(undefined);
		expect(home.entries()).toEqual([]);
	});

	test.each([
		['windsurf', 'Windsurf'],
		['cline', 'Cline'],
		['claude-desktop', 'Claude Desktop'],
	] as const)('%s has none', async (name, title) => {
		const home = makeSetupHome(name, 'project');
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'refused', reason: `${title} has no file for projects` });
	});

	test('is the same for all who read .mcp.json', async () => {
		const [claude, copilot] = [makeSetupHome('claude-code', 'project'), makeSetupHome('copilot', 'project')];
		await claude.setUp(STDIO);
		await copilot.setUp(STDIO);
		expect(copilot.text()).toBe(claude.text());
	});
});

describe('what the user added to our entry', () => {
	const cases: { name: ClientName; scope: Scope; from: McpServer; added: string; to: McpServer }[] = [
		{ name: 'gemini', scope: 'user', from: STDIO, added: '"trust": true', to: HTTP },
		{ name: 'zed', scope: 'user', from: HTTP, added: '"enabled": false', to: STDIO },
	];
	test.each(cases)('stays: $name, $added', async ({ name, scope, from, added, to }) => {
		const home = makeSetupHome(name, scope);
		await home.setUp(from);
		home.write((home.text() ?? '').replace('"hawser": {', `"hawser": {\n      ${added},`));
		expect(await home.setUp(from)).toMatchObject({ status: 'unchanged' });
		expect(await home.setUp(to)).toMatchObject({ status: 'written' });
		expect(home.text()).toContain(added);
		expect(home.text()).not.toContain(from.transport === 'http' ? 'localhost' : '"command"');
		await home.setUp(undefined);
		expect(home.entries()).toEqual([]);
	});

	test('stays in a table of Codex', async () => {
		const home = makeSetupHome('codex');
		await home.setUp(STDIO);
		home.write(
			`${home.text() ?? ''}startup_timeout_sec = 30 # slow machine\n\n[mcp_servers.hawser.tools.x]\napproval_mode = "approve"\n`,
		);
		expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
		expect(await home.setUp(HTTP)).toMatchObject({ status: 'written' });
		expect(home.text()).toBe(
			CODEX.http +
				'startup_timeout_sec = 30 # slow machine\n\n[mcp_servers.hawser.tools.x]\napproval_mode = "approve"\n',
		);
		await home.setUp(undefined);
		expect(home.entries()).toEqual([]);
	});
});

test('a line that opencode adds to every file does not keep a file of ours', async () => {
	const home = makeSetupHome('opencode');
	await home.setUp(STDIO);
	home.write((home.text() ?? '').replace('{', '{\n  "$schema": "https://opencode.ai/config.json",'));
	expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
	expect(await home.setUp(undefined)).toMatchObject({ status: 'removed' });
	expect(home.entries()).toEqual([]);
});

test('VS Code: the product that is there is the one that is meant', async () => {
	const home = makeSetupHome('vscode');
	mkdirSync(join(home.environment.home, '.config/VSCodium/User'), { recursive: true });
	const report = await home.setUp(STDIO);
	expect(report.file).toBe(join(home.environment.home, '.config/VSCodium/User/mcp.json'));
});

test('opencode of version 2 keeps its servers one level deeper', async () => {
	const home = makeSetupHome('opencode');
	const original = '{ "mcp": { "servers": { "other": { "type": "local", "command": ["x"] } } } }';
	home.write(original);
	await home.setUp(STDIO);
	expect(JSON.parse(home.text() ?? '')).toMatchObject({ mcp: { servers: { hawser: { type: 'local' }, other: {} } } });
	await home.setUp(undefined);
	expect(home.text()).toBe(original);
});

test.each([
	['mcp_servers = { other = { command = "x" } }\n', /not written as a table/],
	['[mcp_servers]\nhawser = { command = "hawser", args = ["mcp"] }\n', /not written as a table/],
	['mcp_servers.hawser.command = "hawser"\n', /not written as a table/],
	['[mcp_servers.hawser]\ncommand = "hawser"\nargs = ["mcp"]\n[mcp_servers.hawser]\n', /twice/],
])('Codex: another way of writing is left alone: %s', async (text, reason) => {
	const home = makeSetupHome('codex');
	home.write(text);
	const report = await home.setUp(STDIO);
	expect(report).toMatchObject({ status: 'refused' });
	expect(report.reason).toMatch(reason);
	expect(home.text()).toBe(text);
});

test('Claude Desktop is told the project, keeps what its file has, and takes no address', async () => {
	const home = makeSetupHome('claude-desktop');
	const original = lived('claude-desktop');
	home.write(original);
	expect(await home.setUp(HTTP)).toMatchObject({
		status: 'refused',
		reason: expect.stringContaining('no address') as string,
	});
	expect(home.text()).toBe(original);
	const report = await home.setUp(STDIO);
	expect(report.file).toBe(join(home.environment.home, '.config/Claude/claude_desktop_config.json'));
	expect(home.text()).toContain(JSON.stringify(home.environment.project));
	expect(home.text()).toContain('"--workspace"');
	expect(await home.setUp(STDIO)).toMatchObject({ status: 'unchanged' });
	expect(await home.setUp(undefined)).toMatchObject({ status: 'removed' });
	expect(home.text()).toBe(original);
});

test('Claude Desktop keeps its file where each system keeps settings', () => {
	const { environment } = makeSetupHome('claude-desktop');
	const fileOn = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
		CLIENTS['claude-desktop'].file('user', { ...environment, platform, env })?.slice(environment.home.length);
	expect(fileOn('darwin')).toBe('/Library/Application Support/Claude/claude_desktop_config.json');
	expect(fileOn('win32')).toBe('/AppData/Roaming/Claude/claude_desktop_config.json');
});

test('Cline: a version that keeps its file with the extension is found', async () => {
	const home = makeSetupHome('cline');
	const older = join(home.environment.home, '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings');
	mkdirSync(older, { recursive: true });
	expect((await home.setUp(STDIO)).file).toBe(join(older, 'cline_mcp_settings.json'));
});

test('Kilo Code: the file that a project has already is the one that is meant', async () => {
	const home = makeSetupHome('kilo', 'project');
	writeFileSync(join(home.environment.project, 'kilo.json'), '{}\n');
	expect((await home.setUp(STDIO)).file).toBe(join(home.environment.project, 'kilo.json'));
});
