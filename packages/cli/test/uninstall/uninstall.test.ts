import {
	chmodSync,
	existsSync,
	globSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { createProjectConfig } from '@hawser/agent-config/project-config.ts';
import { writeLauncher } from '@hawser/agent-config/write-launcher.ts';
import { windowsFolder } from '@hawser/link/home.ts';
import { newToken } from '@hawser/link/project-tokens.ts';
import { showLife } from '@hawser/link/window-life.ts';
import { writeWindowEntry } from '@hawser/link/window-registry.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { planState, removeState } from '../../src/uninstall/home-state.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';
import { runCli } from '../run-cli.ts';

let cli: string;
let base: string;
let window: FakeWindow | undefined;

beforeAll(async () => {
	cli = await buildCli();
});
beforeEach(() => {
	base = temporaryFolder('uninstall');
	for (const folder of ['user/.codex', 'project']) {
		mkdirSync(path.join(base, folder), { recursive: true });
	}
});
afterEach(async () => {
	await window?.close();
	window = undefined;
});

const at = (...names: string[]) => path.join(base, ...names);
const home = () => at('user/.hawser');
const run = (...args: string[]) =>
	runCli(cli, args, {
		cwd: at('project'),
		env: { HOME: at('user'), USERPROFILE: at('user'), HAWSER_HOME: home(), PATH: '', CODEX_HOME: at('user/.codex') },
	});

const CODEX = '# mine\nmodel = "o"   # fast\n';
const PROJECT = '{\n  // ours\n  "mcpServers": { "other": { "command": "true" } }\n}';

/** A window that was killed: it has taken nothing back. */
async function leaveEntries(): Promise<void> {
	writeFileSync(at('project/.mcp.json'), PROJECT);
	const usersFile = at('user/.claude.json');
	writeFileSync(usersFile, '{"numStartups": 3}');
	chmodSync(usersFile, 0o600);
	const config = createProjectConfig({ home: home(), windowId: 'a'.repeat(16), warn: () => undefined, usersFile });
	const value = { command: 'hawser', args: ['mcp'] };
	await config.keep([{ folder: at('project'), value, secret: false }]);
	writeLauncher(home(), { runtime: process.execPath, script: cli });
	writeFileSync(path.join(home(), 'tokens.json'), '{}', { mode: 0o600 });
}

test('uninstall takes back the entries of clients and of projects and its own folder, byte for byte', async () => {
	writeFileSync(at('user/.codex/config.toml'), CODEX);
	await leaveEntries();
	await run('setup', 'codex', '--yes');
	expect(readFileSync(at('user/.codex/config.toml'), 'utf8')).not.toBe(CODEX);
	expect(readFileSync(at('project/.mcp.json'), 'utf8')).not.toBe(PROJECT);

	const shown = await run('uninstall');
	expect(shown).toMatchObject({ code: 0, stderr: '' });
	expect(shown.stdout).toContain('- [mcp_servers.hawser]');
	expect(shown.stdout).toContain(`${at('project/.mcp.json')}: the entry mcpServers.hawser would be taken out`);
	expect(shown.stdout).toContain(`${home()}: would be removed`);
	expect(shown.stdout).toContain('Nothing was changed. Add --yes to do it.');
	expect(shown.stdout.match(/--yes/g)).toHaveLength(1);
	expect(existsSync(home())).toBe(true);

	const done = await run('uninstall', '--yes');
	expect(done).toMatchObject({ code: 0, stderr: '' });
	expect(done.stdout).toContain('Codex: taken out');
	expect(done.stdout).toContain(`${home()}: removed`);
	expect(done.stdout).toContain('code --uninstall-extension hawser.hawser-vscode');
	expect(readFileSync(at('user/.codex/config.toml'), 'utf8')).toBe(CODEX);
	expect(readFileSync(at('project/.mcp.json'), 'utf8')).toBe(PROJECT);
	expect(readdirSync(at('user')).sort()).toEqual(['.claude.json', '.codex']);
	expect((await run('uninstall', '--yes')).stdout).toContain('Hawser has written nothing for this user.');
	expect(existsSync(home())).toBe(false);
});

test('uninstall is refused while a window is open, and shows its plan all the same', async () => {
	await leaveEntries();
	window = await startFakeWindow({ home: home(), folders: [at('project')], id: 'b'.repeat(16) });
	const refused = await run('uninstall', '--yes');
	expect(refused).toMatchObject({ code: 3, stdout: '' });
	expect(refused.stderr).toContain(
		`[E_WINDOWS_OPEN] Nothing was changed, because window ${'b'.repeat(16)} has ${at('project')} open.`,
	);
	expect(refused.stderr).toContain('Close them');
	const shown = await run('uninstall');
	expect(shown.code).toBe(0);
	expect(shown.stdout).toContain('First close the windows');
	expect(readFileSync(at('project/.mcp.json'), 'utf8')).not.toBe(PROJECT);
	await window.close();
	window = undefined;
	expect((await run('uninstall', '--yes')).code).toBe(0);
	expect(existsSync(home())).toBe(false);
});

test('a window that does not answer counts while it gives signs of life, on another machine too; its remains do not', async () => {
	const entry = {
		port: 1,
		token: newToken(),
		folders: [at('project')],
		app: 'Code',
		version: '1',
		startedAt: 1,
		seenAt: 1,
	};
	await writeWindowEntry(home(), { ...entry, id: 'c'.repeat(16), pid: process.pid });
	expect((await run('uninstall', '--yes')).code).toBe(0);
	await writeWindowEntry(home(), { ...entry, id: 'c'.repeat(16), pid: process.pid });
	showLife(home(), 'c'.repeat(16));
	expect((await run('uninstall', '--yes')).stderr).toContain('[E_WINDOWS_OPEN]');
	const file = path.join(windowsFolder(home()), `${'c'.repeat(16)}.json`);
	const text = readFileSync(file, 'utf8');
	expect(text).toContain(hostname());
	writeFileSync(file, text.replaceAll(hostname(), 'elsewhere').replace(`${process.pid}`, '999999999'));
	expect((await run('uninstall', '--yes')).stderr).toContain('[E_WINDOWS_OPEN]');
});

test('uninstall keeps the trash while it holds something, and what others put there, and says so', async () => {
	await leaveEntries();
	mkdirSync(path.join(home(), 'trash/2026-01-01-aabbccdd'), { recursive: true });
	writeFileSync(path.join(home(), 'trash/2026-01-01-aabbccdd/notes.md'), 'x');
	writeFileSync(path.join(home(), 'mine.txt'), 'x');
	writeFileSync(path.join(home(), 'bin/mine'), 'x');
	const { code, stdout } = await run('uninstall', '--yes');
	expect(code).toBe(0);
	expect(stdout).toContain(`${path.join(home(), 'trash')}: kept\n  Why: it holds what agents deleted`);
	expect(stdout).toContain('it holds what Hawser did not make: mine.txt.');
	expect(readdirSync(home(), { recursive: true, encoding: 'utf8' }).sort()).toEqual([
		'bin',
		'bin/mine',
		'mine.txt',
		'trash',
		'trash/2026-01-01-aabbccdd',
		'trash/2026-01-01-aabbccdd/notes.md',
	]);
});

test('a file that cannot be read is left alone, and what is known about it is kept for the next try', async () => {
	await leaveEntries();
	const written = readFileSync(at('project/.mcp.json'), 'utf8');
	writeFileSync(at('project/.mcp.json'), '{ "mcpServers": ');
	const { code, stdout } = await run('uninstall', '--yes', '--json');
	expect(code).toBe(3);
	expect(JSON.parse(stdout)).toMatchObject({
		ok: false,
		done: true,
		entries: [{ file: at('project/.mcp.json'), status: 'refused' }],
		state: { kept: [{ path: path.join(home(), 'project-config.json') }] },
	});
	expect(readdirSync(home())).toEqual(['project-config.json']);
	writeFileSync(at('project/.mcp.json'), written);
	expect((await run('uninstall', '--yes')).code).toBe(0);
	expect(readFileSync(at('project/.mcp.json'), 'utf8')).toBe(PROJECT);
	expect(existsSync(home())).toBe(false);
});

test('the file of a client that another CODEX_HOME led to is named, and can be taken out later', async () => {
	const env = { HOME: at('user'), HAWSER_HOME: home(), PATH: '', CODEX_HOME: at('agents') };
	await runCli(cli, ['setup', 'codex', '--yes'], { cwd: at('project'), env });
	const file = at('agents/config.toml');
	const { code, stdout } = await run('uninstall', '--yes');
	expect(code).toBe(3);
	expect(stdout).toContain(`it knows what is still to be taken out of ${file}`);
	expect(existsSync(file)).toBe(true);
	expect((await runCli(cli, ['uninstall', '--yes'], { cwd: at('project'), env })).code).toBe(0);
	expect(existsSync(at('agents'))).toBe(false);
	expect(existsSync(home())).toBe(false);
});

test('uninstall takes no name, and says what to use for one client', async () => {
	const { code, stderr } = await run('uninstall', 'codex');
	expect(code).toBe(2);
	expect(stderr).toContain('hawser setup CLIENT --remove');
});

describe("Hawser's own folder", () => {
	test('follows no link out of it', () => {
		mkdirSync(home());
		mkdirSync(at('elsewhere'));
		writeFileSync(at('elsewhere/0123456789abcdef.json'), 'x');
		symlinkSync(at('elsewhere'), path.join(home(), 'windows'));
		const { kept } = removeState(planState(home()));
		expect(kept).toEqual([{ path: home(), why: 'it holds what Hawser did not make: windows' }]);
		expect(existsSync(at('elsewhere/0123456789abcdef.json'))).toBe(true);
	});

	test('a link in its place stays, with the folder that it leads to', () => {
		mkdirSync(at('elsewhere'));
		writeFileSync(at('elsewhere/ports.json'), '{}');
		symlinkSync(at('elsewhere'), home());
		removeState(planState(home()));
		expect(readdirSync(home())).toEqual([]);
		expect(existsSync(at('elsewhere'))).toBe(true);
	});

	test('what killed writers left goes too', () => {
		mkdirSync(home());
		for (const name of [
			'ports.json.lock',
			'.tokens.json.77.0123456789ab.tmp',
			'ports.json.lock.77.0123456789ab.tmp',
			'ports.json.lock.77.ab.claim1',
		]) {
			writeFileSync(path.join(home(), name), '');
		}
		removeState(planState(home()));
		expect(existsSync(home())).toBe(false);
	});

	test('settings that an editor has not put back are told', () => {
		mkdirSync(home());
		writeFileSync(path.join(home(), 'borrowed-settings-0123456789ab.json'), '{}');
		expect(removeState(planState(home())).kept[0]?.why).toContain('open it once');
	});

	test('every name that shipped code gives there is known here', () => {
		const sources = globSync('packages/{agent-config,cli,extension,link}/src/**/*.ts', {
			// These are files of agents, not ours.
			exclude: ['packages/cli/src/setup/{clients,hooks}/**'],
			cwd: path.join(import.meta.dirname, '../../../..'),
		});
		const texts = sources.map(file => readFileSync(path.join(import.meta.dirname, '../../../..', file), 'utf8'));
		const names = texts.flatMap(text =>
			[...text.matchAll(/\bjoin\((?:home|hawserHome), '([\w.-]+)'/g)].map(([, name = '']) => name),
		);
		expect(names).toEqual(expect.arrayContaining(['windows', 'seen', 'trash', 'ports.json', 'setup.json']));
		mkdirSync(home());
		for (const name of new Set(names)) {
			const place = path.join(home(), name);
			if (name.includes('.')) {
				writeFileSync(place, '');
			} else {
				mkdirSync(place);
			}
		}
		expect(removeState(planState(home())).kept).toEqual([]);
		expect(existsSync(home())).toBe(false);
	});
});
