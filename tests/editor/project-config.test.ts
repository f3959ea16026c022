import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowFinder } from '@hawser/link/find-window.ts';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp } from '../support/mcp-clients.ts';
import { PatientClient } from '../support/patient-client.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';

/** The edge cases of the design of `.mcp.json` by their own names, and what else only a real window can show. */
let workbench: Workbench;
beforeAll(async () => {
	// Its own ports: a window of another test could take one while this reloads.
	workbench = await startWorkbench({ settings: { 'hawser.port': '30201-30299' } });
});
afterAll(async () => {
	await workbench[Symbol.asyncDispose]();
});

interface Entry {
	command?: string;
	args?: string[];
	url?: string;
	headers?: { Authorization: string };
}

interface Servers {
	mcpServers?: Record<string, Entry>;
}

const fileOf = (folder: string) => join(folder, '.mcp.json');
const read = (file: string) => readFileSync(file, 'utf8');
const usersFile = () => join(workbench.editor.env['HOME'] ?? '', '.claude.json');
const serversOf = (file: string) => (JSON.parse(read(file)) as Servers).mcpServers ?? {};

/** In the user's own settings: those of a folder can only narrow it. */
async function setForUser(window: OpenWindow['window'], kind: 'http' | undefined): Promise<void> {
	await window.evaluate(
		`await vscode.workspace.getConfiguration().update('hawser.projectConfig', args.kind, vscode.ConfigurationTarget.Global)`,
		{ kind },
	);
}

async function resetForUser(): Promise<void> {
	const { window } = await workbench.open(workbench.makeFolder('reset'));
	await setForUser(window, undefined);
	await window.close();
}

/** Waits until the folder's file names Hawser. */
function entryOf(folder: string): Promise<Entry> {
	return eventually(() => {
		const entry = serversOf(fileOf(folder))['hawser'];
		expect(entry).toBeDefined();
		return entry ?? {};
	});
}

function setFolder(folder: string, settings: Record<string, unknown>): void {
	mkdirSync(join(folder, '.vscode'), { recursive: true });
	writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
}

function folderWith(name: string, content?: string, settings?: Record<string, unknown>): string {
	const folder = workbench.makeFolder(name);
	if (content !== undefined) {
		writeFileSync(fileOf(folder), content);
	}
	if (settings !== undefined) {
		setFolder(folder, settings);
	}
	return folder;
}

/** Does what an agent does with a stdio entry: starts the command in the folder, with nothing special in its environment. */
async function connectAsConfigured({ command = '', args = [] }: Entry, cwd: string): Promise<Client> {
	const client = new PatientClient({ name: 'test', version: '1' });
	await client.connect(new StdioClientTransport({ command, args, cwd, env: { PATH: '/usr/bin:/bin' } }));
	return client;
}

async function windowOf(client: Client): Promise<unknown> {
	const { structuredContent } = await call(client, 'window_status');
	return (structuredContent as { data?: { id: string } }).data?.id;
}

describe('edge cases', () => {
	test('.mcp.json already exists with other servers', async () => {
		const original = '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "true" }\r\n\t}\r\n}';
		const folder = folderWith('other-servers', original);
		const { window, entry } = await workbench.open(folder);
		const configured = await entryOf(folder);
		expect(Object.keys(serversOf(fileOf(folder)))).toEqual(['other', 'hawser']);
		const client = await connectAsConfigured(configured, folder);
		expect(await windowOf(client)).toBe(entry.id);
		await client.close();
		await window.close();
		await eventually(() => expect(read(fileOf(folder))).toBe(original));
	});

	test('multiple workspace folders in one window each have the entry', async () => {
		const folders = ['multi-a', 'multi-b', 'multi-c'].map(name => folderWith(name));
		const off = folderWith('multi-off', undefined, { 'hawser.enabled': false });
		const [first = '', second = '', added = ''] = folders;
		const file = join(workbench.makeFolder('multi'), 'all.code-workspace');
		writeFileSync(file, JSON.stringify({ folders: [first, second, off].map(path => ({ path })) }));
		const window = await workbench.editor.openWindow(file);
		await entryOf(first);
		await entryOf(second);
		await window.evaluate(
			'vscode.workspace.updateWorkspaceFolders(1, 1); ' +
				'return new Promise(done => vscode.workspace.onDidChangeWorkspaceFolders(() => done()))',
		);
		await eventually(() => expect(existsSync(fileOf(second))).toBe(false));
		await window.evaluate(
			'vscode.workspace.updateWorkspaceFolders(2, 0, { uri: vscode.Uri.file(args.path) }); ' +
				'return new Promise(done => vscode.workspace.onDidChangeWorkspaceFolders(() => done()))',
			{ path: added },
		);
		await entryOf(added);
		expect(existsSync(fileOf(off))).toBe(false);
		await window.close();
		await eventually(() => expect([first, added].map(path => existsSync(fileOf(path)))).toEqual([false, false]));
	});

	test('the entry survives a reload of the window', async () => {
		const folder = folderWith('reload');
		const { window, entry } = await workbench.open(folder);
		await setForUser(window, 'http');
		const configured = await eventually(async () => {
			const found = await entryOf(folder);
			expect(found.url).toBe(`http://127.0.0.1:${entry.port}/mcp`);
			return found;
		});
		expect(configured.headers).toEqual({ Authorization: `Bearer ${entry.token}` });
		expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
		await window.reload();
		const after = await eventually(async () => {
			const found = await workbench.entryOf(folder);
			expect(found.id).not.toBe(entry.id);
			return found;
		});
		// Port and token are the project's: an agent that has read the file before goes on.
		expect(await entryOf(folder)).toEqual(configured);
		const client = await connectHttp(after);
		expect(await windowOf(client)).toBe(after.id);
		await client.close();
		await window.close();
		await eventually(() => expect(existsSync(fileOf(folder))).toBe(false));
		await resetForUser();
	});

	test('the file of the user comes back after a crash of the extension host', async () => {
		const original = '{ "mcpServers": {} } // by hand\n';
		const folder = folderWith('crash', original);
		const crashed = await workbench.open(folder);
		await eventually(() => expect(read(fileOf(folder))).toContain('"hawser"'));
		process.kill(crashed.entry.pid, 'SIGKILL');
		// VS Code starts a new extension host by itself.
		await eventually(async () => expect((await workbench.entryOf(folder)).id).not.toBe(crashed.entry.id));
		await eventually(() => expect(read(join(workbench.home, 'project-config.json'))).not.toContain(crashed.entry.id));
		expect(read(fileOf(folder))).toContain('"hawser"');
		await crashed.window.close();
		await eventually(() => expect(read(fileOf(folder))).toBe(original));
	});

	test('what the user edits in .mcp.json stays', async () => {
		const folder = folderWith('edited');
		const { window } = await workbench.open(folder);
		const configured = await entryOf(folder);
		writeFileSync(fileOf(folder), JSON.stringify({ mcpServers: { mine: { command: 'x' }, hawser: configured } }));
		await window.executeCommand('hawser.restart');
		await workbench.entryOf(folder);
		expect(await entryOf(folder)).toEqual(configured);
		await window.close();
		await eventually(() => expect(read(fileOf(folder))).toBe('{"mcpServers":{"mine":{"command":"x"}}}'));
	});

	test('what Claude Code wrote before VS Code started stays as it is', async () => {
		const folder = folderWith('before');
		const original = JSON.stringify({ numStartups: 3, projects: { [folder]: { allowedTools: [] } } }, null, 2);
		writeFileSync(usersFile(), original, { mode: 0o600 });
		const { window } = await workbench.open(folder);
		await entryOf(folder);
		expect(read(usersFile())).toBe(original);
		await window.close();
	});

	test("a read-only workspace has its entry in the user's file while it is open", async () => {
		const folder = folderWith('read-only');
		const original = `{"big": "${'x'.repeat(300_000)}", "projects": {"/elsewhere": {"history": []}}}`;
		writeFileSync(usersFile(), original, { mode: 0o600 });
		chmodSync(folder, 0o555);
		const { window } = await workbench.open(folder);
		await eventually(() => {
			const { projects } = JSON.parse(read(usersFile())) as { projects: Record<string, Servers> };
			expect(projects[folder]?.mcpServers?.['hawser']?.args).toEqual(['mcp']);
		});
		expect(existsSync(fileOf(folder))).toBe(false);
		expect(statSync(usersFile()).mode & 0o777).toBe(0o600);
		await window.close();
		await eventually(() => expect(read(usersFile())).toBe(original));
		chmodSync(folder, 0o755);
		rmSync(usersFile());
	});
});

test('hawser.projectConfig is followed while the window is open', async () => {
	const folder = folderWith('followed');
	const { window, entry } = await workbench.open(folder);
	expect((await entryOf(folder)).args).toEqual(['mcp']);
	await setForUser(window, 'http');
	await eventually(async () => expect((await entryOf(folder)).url).toContain(String(entry.port)));
	// A folder may narrow that, and cannot widen it again.
	setFolder(folder, { 'hawser.projectConfig': 'stdio' });
	await eventually(async () => expect((await entryOf(folder)).args).toEqual(['mcp']));
	setFolder(folder, { 'hawser.projectConfig': 'http' });
	await eventually(async () => expect((await entryOf(folder)).url).toContain(String(entry.port)));
	await window.executeCommand('hawser.renewToken');
	await eventually(async () => {
		const { token } = await workbench.entryOf(folder);
		expect(token).not.toBe(entry.token);
		expect((await entryOf(folder)).headers?.Authorization).toBe(`Bearer ${token}`);
	});
	setFolder(folder, { 'hawser.projectConfig': 'off' });
	await eventually(() => expect(existsSync(fileOf(folder))).toBe(false));
	await setForUser(window, undefined);
	setFolder(folder, {});
	await entryOf(folder);
	await window.executeCommand('hawser.stop');
	await eventually(() => expect(existsSync(fileOf(folder))).toBe(false));
	await window.executeCommand('hawser.start');
	await entryOf(folder);
	await window.close();
});

test('the entry goes when the last of two windows on one folder closes', async () => {
	const folder = folderWith('shared');
	const first = await workbench.open(folder);
	await entryOf(folder);
	const second = await workbench.editor.openWindow(folder);
	const records = () => read(join(workbench.home, 'project-config.json'));
	const other = await eventually(() => {
		const onFolder = windowFinder(workbench.home)
			.all()
			.filter(({ folders, id }) => folders.includes(folder) && id !== first.entry.id);
		expect(onFolder).toHaveLength(1);
		const id = onFolder[0]?.id ?? '';
		expect(records()).toContain(id);
		return id;
	});
	await second.close();
	await eventually(() => expect(records()).not.toContain(other));
	expect(serversOf(fileOf(folder))['hawser']).toBeDefined();
	await first.window.close();
	await eventually(() => expect(existsSync(fileOf(folder))).toBe(false));
});

test('nothing is written into a folder that is not trusted, nor into one that is switched off', async () => {
	const untrusted = folderWith('untrusted');
	const off = folderWith('off', undefined, { 'hawser.enabled': false });
	const restricted = await workbench.editor.openWindow(untrusted, { trust: 'ask' });
	await workbench.entryOf(untrusted);
	const disabled = await workbench.editor.openWindow(off);
	// A third window gets its entry later than these two would have got theirs.
	const witness = await workbench.open(folderWith('witness'));
	await entryOf(witness.folder);
	expect([untrusted, off].map(folder => existsSync(fileOf(folder)))).toEqual([false, false]);
	for (const window of [restricted, disabled, witness.window]) {
		await window.close();
	}
});
