import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { windowsFolder } from '@hawser/link/home.ts';
import { describe, expect, test } from 'vitest';
import { NO_PROCESS } from '../../node/test/no-process.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { readRecords, recordsFile, writeRecords } from '../src/config-record.ts';
import type { WantedEntry } from '../src/entry-places.ts';
import { readProperty } from '../src/json/edit-json.ts';
import { createProjectConfig } from '../src/project-config.ts';
import { git, gitStatus, homeWith, POSIX, repositoryWith } from './temporary.ts';

const STDIO = { command: '/home/a/.hawser/bin/hawser', args: ['mcp'] };
const httpEntry = (port = 50_001) => ({
	type: 'http',
	url: `http://localhost:${port}/mcp`,
	headers: { Authorization: 'Bearer s3cr3t' },
});

const stdio = (folder: string): WantedEntry => ({ folder, value: STDIO, secret: false });
const http = (folder: string, port?: number): WantedEntry => ({ folder, value: httpEntry(port), secret: true });

interface Station {
	home: string;
	usersFile: string;
	warnings: string[];
	/** The files of one window; it counts as open while its entry is in the home. */
	window(id: string): ReturnType<typeof createProjectConfig>;
	/** As if the window's process had been killed. */
	crash(id: string): void;
}

function station(): Station {
	const home = homeWith('w1', 'w2', 'w3');
	const usersFile = join(temporaryFolder('user'), '.claude.json');
	const warnings: string[] = [];
	return {
		home,
		usersFile,
		warnings,
		window: windowId =>
			createProjectConfig({ home, windowId, usersFile, warn: message => void warnings.push(message) }),
		crash: id => unlinkSync(join(windowsFolder(home), `${id}.json`)),
	};
}

function entryIn(file: string, path: readonly string[] = ['mcpServers', 'hawser']): unknown {
	const found = readProperty(readFileSync(file, 'utf8'), path);
	return found.kind === 'found' ? found.value : undefined;
}

function folderWith(content?: string): { folder: string; file: string } {
	const folder = temporaryFolder();
	const file = join(folder, '.mcp.json');
	if (content !== undefined) {
		writeFileSync(file, content);
	}
	return { folder, file };
}

const read = (file: string) => readFileSync(file, 'utf8');
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('the edge cases of the design', () => {
	test('.mcp.json already exists with other servers', async () => {
		const original =
			'// ours\n{\n    "mcpServers": {\n        "some-other-server": { "command": "x" }, // keep\n    }\n}';
		const { folder, file } = folderWith(original);
		const window = station().window('w1');
		await window.keep([stdio(folder)]);
		expect(entryIn(file)).toEqual(STDIO);
		expect(entryIn(file, ['mcpServers', 'some-other-server'])).toEqual({ command: 'x' });
		expect(read(file)).toContain('// ours');
		await window.leave();
		expect(read(file)).toBe(original);
	});

	test('Multiple workspace folders in one window', async () => {
		const [first, second] = [folderWith(), folderWith('{"mcpServers":{}}')];
		const window = station().window('w1');
		await window.keep([stdio(first.folder), stdio(second.folder)]);
		expect([first, second].map(({ file }) => entryIn(file))).toEqual([STDIO, STDIO]);
		await window.leave();
		expect(existsSync(first.file)).toBe(false);
		expect(read(second.file)).toBe('{"mcpServers":{}}');
	});

	test('Window reload', async () => {
		const { folder, file } = folderWith('{ "mcpServers": { "a": {} } }\n');
		const { window } = station();
		const before = window('w1');
		await before.keep([http(folder, 50_001)]);
		await before.leave();
		expect(entryIn(file)).toBeUndefined();
		const after = window('w2');
		await after.keep([http(folder, 50_007)]);
		expect(entryIn(file)).toEqual(httpEntry(50_007));
		await after.leave();
		expect(read(file)).toBe('{ "mcpServers": { "a": {} } }\n');
	});

	test('VS Code crash (no clean deactivation)', async () => {
		const [crashed, elsewhere] = [folderWith('{}\n'), folderWith()];
		const { window, crash, warnings } = station();
		await window('w1').keep([http(crashed.folder), http(elsewhere.folder)]);
		crash('w1');
		const next = window('w2');
		await next.keep([http(crashed.folder, 50_009)]);
		expect(entryIn(crashed.file)).toEqual(httpEntry(50_009));
		expect(existsSync(elsewhere.file)).toBe(false);
		await next.leave();
		expect(read(crashed.file)).toBe('{}\n');
		expect(warnings).toEqual([]);
	});

	test('User manually edits .mcp.json', async () => {
		const { folder, file } = folderWith('{\n  "mcpServers": {}\n}\n');
		const { window, warnings } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		writeFileSync(file, read(file).replace('"mcpServers": {', '"mcpServers": {\n    "mine": { "url": "x" }, // mine'));
		await open.keep([http(folder)]);
		expect(entryIn(file)).toEqual(httpEntry());
		await open.leave();
		expect(read(file)).toBe('{\n  "mcpServers": {\n    "mine": { "url": "x" } // mine\n  }\n}\n');
		expect(warnings).toEqual([]);
	});

	test('Claude Code started before VS Code', async () => {
		// Its own file is there, large and busy; it stays as it is, and the project's file appears beside it.
		const { folder, file } = folderWith();
		const { window, usersFile } = station();
		const original = JSON.stringify({ numStartups: 5, projects: { [folder]: { allowedTools: [] } } }, null, 2);
		writeFileSync(usersFile, original, { mode: 0o600 });
		const open = window('w1');
		await open.keep([stdio(folder)]);
		expect(entryIn(file)).toEqual(STDIO);
		expect(read(usersFile)).toBe(original);
		await open.leave();
	});

	test.skipIf(!POSIX)('Read-only filesystem / workspace', async () => {
		const { folder, file } = folderWith();
		const { window, usersFile, warnings } = station();
		const original = JSON.stringify({ projects: { '/other': {} }, oauth: 'x'.repeat(200_000) }, null, 2);
		writeFileSync(usersFile, original, { mode: 0o600 });
		chmodSync(folder, 0o555);
		const open = window('w1');
		await open.keep([stdio(folder)]);
		expect(existsSync(file)).toBe(false);
		expect(warnings).toEqual([`${file} was left alone: it cannot be written (EACCES).`]);
		expect(entryIn(usersFile, ['projects', folder, 'mcpServers', 'hawser'])).toEqual(STDIO);
		expect(modeOf(usersFile)).toBe(0o600);
		await open.leave();
		expect(read(usersFile)).toBe(original);
		chmodSync(folder, 0o755);
	});
});

describe('what a user has written', () => {
	test('an equal entry is neither touched nor removed', async () => {
		const original = `{ "mcpServers": { "hawser": ${JSON.stringify(STDIO, null, 7)} } }`;
		const { folder, file } = folderWith(original);
		const { window, warnings, home } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		expect(readRecords(home)).toEqual([]);
		await open.leave();
		expect(read(file)).toBe(original);
		expect(warnings).toEqual([]);
	});

	test('another entry of our name is left alone, with one warning', async () => {
		const original = '{"mcpServers":{"hawser":{"command":"hawser","args":["mcp","--toolsets","all"]}}}';
		const { folder, file } = folderWith(original);
		const { window, warnings } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		await open.keep([stdio(folder)]);
		await open.leave();
		expect(read(file)).toBe(original);
		expect(warnings).toEqual([
			`${file} was left alone: it has an entry "hawser" that is not the one Hawser would write.`,
		]);
	});

	test('our entry, changed by them, is theirs', async () => {
		const { folder, file } = folderWith();
		const { window, warnings } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		writeFileSync(file, read(file).replace('"mcp"', '"mcp", "--toolsets=all"'));
		const edited = read(file);
		await open.keep([stdio(folder)]);
		await open.leave();
		expect(read(file)).toBe(edited);
		expect(warnings).toHaveLength(1);
	});

	test.each(['{"mcpServers": {', '[]', '{"mcpServers": 1}', '{"mcpServers":{},"mcpServers":{}}', '\u0000\u0001'])(
		'a file that is broken stays as it is: %j',
		async original => {
			const { folder, file } = folderWith(original);
			const { window, warnings, usersFile } = station();
			const open = window('w1');
			await open.keep([stdio(folder)]);
			await open.leave();
			expect(read(file)).toBe(original);
			expect(warnings).toEqual([expect.stringContaining('was left alone')]);
			expect(existsSync(usersFile)).toBe(false);
		},
	);

	test('a file that they break while we are in it is mended by them, and cleaned by the next start', async () => {
		const { folder, file } = folderWith();
		const { window } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		const written = read(file);
		writeFileSync(file, `${written}}`);
		await open.leave();
		expect(read(file)).toBe(`${written}}`);
		writeFileSync(file, written);
		await window('w2').keep([]);
		expect(existsSync(file)).toBe(false);
	});

	test('a file that we made stays when something else is in it by now', async () => {
		const { folder, file } = folderWith();
		const open = station().window('w1');
		await open.keep([stdio(folder)]);
		const parsed = JSON.parse(read(file)) as { mcpServers: object };
		writeFileSync(file, JSON.stringify({ mcpServers: { ...parsed.mcpServers, theirs: {} } }));
		await open.leave();
		expect(read(file)).toBe('{"mcpServers":{"theirs":{}}}');
	});

	test('a file that we made goes when they took our entry out and left nothing', async () => {
		const { folder, file } = folderWith();
		const open = station().window('w1');
		await open.keep([stdio(folder)]);
		writeFileSync(file, '{\n  "mcpServers": {}\n}');
		await open.leave();
		expect(existsSync(file)).toBe(false);
	});
});

describe('several windows', () => {
	test('on one folder keep the entry until the last one closes, and it says what the newest of the others wants', async () => {
		const { folder, file } = folderWith('{ }');
		const { window } = station();
		const [first, second, third] = [window('w1'), window('w2'), window('w3')];
		await first.keep([http(folder, 1)]);
		await second.keep([http(folder, 2)]);
		await third.keep([http(folder, 3)]);
		expect(entryIn(file)).toEqual(httpEntry(3));
		await first.keep([http(folder, 4)]);
		expect(entryIn(file)).toEqual(httpEntry(3));
		await third.leave();
		expect(entryIn(file)).toEqual(httpEntry(2));
		await first.leave();
		expect(entryIn(file)).toEqual(httpEntry(2));
		await second.leave();
		expect(read(file)).toBe('{ }');
	});

	test('give the entry back to the other when the newest was killed', async () => {
		const { folder, file } = folderWith('{ }');
		const { window, crash } = station();
		const first = window('w1');
		await first.keep([http(folder, 1)]);
		await window('w2').keep([http(folder, 2)]);
		crash('w2');
		await window('w3').keep([]);
		expect(entryIn(file)).toEqual(httpEntry(1));
		await first.leave();
		expect(read(file)).toBe('{ }');
	});

	test('leave the file as it was when they start and close at once', async () => {
		const { folder, file } = folderWith('{\n}');
		const { window, home } = station();
		for (let round = 0; round < 10; round++) {
			const windows = ['w1', 'w2', 'w3'].map(window);
			await Promise.all(windows.map((open, index) => open.keep([http(folder, index)])));
			expect(entryIn(file)).toBeDefined();
			await Promise.all(windows.map(open => open.leave()));
			expect(read(file)).toBe('{\n}');
		}
		expect(readRecords(home)).toEqual([]);
	});
});

describe('a window', () => {
	test('keeps the entries in step with folders that come and go', async () => {
		const [first, second] = [folderWith(), folderWith()];
		const open = station().window('w1');
		await open.keep([stdio(first.folder)]);
		await open.keep([stdio(first.folder), stdio(second.folder)]);
		await open.keep([stdio(second.folder)]);
		expect(existsSync(first.file)).toBe(false);
		expect(entryIn(second.file)).toEqual(STDIO);
		await open.keep([]);
		expect(existsSync(second.file)).toBe(false);
	});

	test('writes nothing after it was closed while it started', async () => {
		const { folder, file } = folderWith();
		const open = station().window('w1');
		const starting = open.keep([stdio(folder)]);
		await open.leave();
		await starting;
		expect(existsSync(file)).toBe(false);
	});

	test('cleans up at closing before anything else gets a turn', async () => {
		const { folder, file } = folderWith();
		const open = station().window('w1');
		await open.keep([stdio(folder)]);
		let turns = 0;
		setImmediate(() => turns++);
		await open.leave();
		expect({ turns, isThere: existsSync(file) }).toEqual({ turns: 0, isThere: false });
	});

	test('whose folder is gone or was never there', async () => {
		const { folder } = folderWith();
		const { window, warnings } = station();
		const open = window('w1');
		await open.keep([stdio(folder), stdio('/none/at/all')]);
		expect(warnings).toEqual([expect.stringContaining('/none/at/all')]);
		rmSync(folder, { recursive: true });
		await open.leave();
	});

	test('killed between remembering and writing: the next one knows both', async () => {
		const { folder, file } = folderWith('{"a": 1}');
		const { window, home, crash } = station();
		await window('w1').keep([http(folder, 1)]);
		const before = read(file);
		await window('w1').keep([http(folder, 2)]);
		const [record] = readRecords(home);
		await window('w1').keep([http(folder, 1)]);
		const [earlier] = readRecords(home);
		expect(read(file)).toBe(before);
		const writes = [...(record?.writes ?? []), ...(earlier?.writes ?? [])];
		writeRecords(home, record === undefined ? [] : [{ ...record, writes }]);
		crash('w1');
		await window('w2').keep([]);
		expect(read(file)).toBe('{"a": 1}');
	});

	test('keeps its entry on another machine that shares the home; a dead one of this machine does not', async () => {
		const { folder, file } = folderWith();
		const { window, home } = station();
		await window('w1').keep([stdio(folder)]);
		const changed = (changes: object) =>
			writeRecords(
				home,
				readRecords(home).map(record => ({
					...record,
					holders: record.holders.map(holder => ({ ...holder, ...changes })),
				})),
			);
		changed({ pid: NO_PROCESS, host: 'elsewhere' });
		await window('w2').keep([]);
		expect(entryIn(file)).toEqual(STDIO);
	});

	test('starts anew when its record is unreadable, and takes nothing of others', async () => {
		const { folder, file } = folderWith();
		const { window, home } = station();
		await window('w1').keep([stdio(folder)]);
		writeFileSync(recordsFile(home), '{"records": [{"file": 1}]');
		const next = window('w2');
		await next.keep([stdio(folder)]);
		await next.leave();
		expect(entryIn(file)).toEqual(STDIO);
	});
});

describe('git', () => {
	test('a secret never comes into a file that git tracks', async () => {
		const folder = repositoryWith({ '.mcp.json': '{"mcpServers":{}}\n' });
		const { window, usersFile, warnings } = station();
		const open = window('w1');
		await open.keep([http(folder)]);
		expect(gitStatus(folder)).toBe('');
		expect(warnings).toEqual([expect.stringContaining('git tracks it')]);
		expect(entryIn(usersFile, ['projects', folder, 'mcpServers', 'hawser'])).toEqual(httpEntry());
		expect(!POSIX || modeOf(usersFile) === 0o600).toBe(true);
		await open.leave();
		expect(existsSync(usersFile)).toBe(false);
	});

	test.skipIf(!POSIX)('nor into one that a link leads to', async () => {
		const folder = repositoryWith({ 'shared.json': '{}\n' });
		const linked = folderWith();
		symlinkSync(join(folder, 'shared.json'), linked.file);
		const { window, usersFile } = station();
		const open = window('w1');
		await open.keep([http(linked.folder)]);
		expect(gitStatus(folder)).toBe('');
		expect(existsSync(usersFile)).toBe(true);
		await open.leave();
	});

	test.skipIf(!POSIX).each(['inside', 'outside', 'nowhere'])('nor through a link that leads %s', async place => {
		const folder = repositoryWith({ '.vscode/settings.json': '{}\n' });
		const targets = {
			inside: join(folder, '.vscode/settings.json'),
			outside: join(temporaryFolder('other'), 'settings.json'),
			nowhere: join(folder, 'nothing.json'),
		};
		writeFileSync(targets.outside, '{}\n');
		const target = place === 'inside' ? targets.inside : place === 'outside' ? targets.outside : targets.nowhere;
		symlinkSync(target, join(folder, '.mcp.json'));
		const { window, usersFile, warnings } = station();
		const open = window('w1');
		await open.keep([stdio(folder)]);
		expect(readFileSync(targets.inside, 'utf8') + readFileSync(targets.outside, 'utf8')).toBe('{}\n{}\n');
		expect(existsSync(targets.nowhere)).toBe(false);
		expect(lstatSync(join(folder, '.mcp.json')).isSymbolicLink()).toBe(true);
		expect(entryIn(usersFile, ['projects', folder, 'mcpServers', 'hawser'])).toEqual(STDIO);
		expect(warnings).toEqual([expect.stringContaining('it is a link')]);
		await open.leave();
	});

	test.skipIf(!POSIX).each(['.git/info/exclude', '.git/info'])(
		'nor a line through %s, where that is a link',
		async name => {
			const folder = repositoryWith({ 'a.txt': 'a\n' });
			const elsewhere = temporaryFolder('other');
			writeFileSync(join(elsewhere, 'exclude'), 'export A=1\n');
			rmSync(join(folder, name), { recursive: true, force: true });
			symlinkSync(name.endsWith('exclude') ? join(elsewhere, 'exclude') : elsewhere, join(folder, name));
			const { window } = station();
			const open = window('w1');
			await open.keep([http(folder)]);
			expect(readFileSync(join(elsewhere, 'exclude'), 'utf8')).toBe('export A=1\n');
			await open.leave();
			expect(readFileSync(join(elsewhere, 'exclude'), 'utf8')).toBe('export A=1\n');
		},
	);

	test.skipIf(!POSIX)('nor anywhere in a repository where git cannot be asked', async () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, '.git'));
		const { window, usersFile, warnings } = station();
		const open = window('w1');
		await open.keep([http(folder)]);
		expect(existsSync(join(folder, '.mcp.json'))).toBe(false);
		expect(existsSync(usersFile)).toBe(true);
		expect(warnings).toEqual([expect.stringContaining('git does not say')]);
		await open.leave();
	});

	test('where folders share a name in Claude Code’s file, the entry finds the window by itself', async () => {
		const folder = repositoryWith({ '.mcp.json': '{}\n', 'inner/.mcp.json': '{}\n' });
		const inner = join(folder, 'inner');
		const tree = join(temporaryFolder(), 'tree');
		const { window, usersFile } = station();
		const open = window('w1');
		const path = ['projects', folder, 'mcpServers', 'hawser'];
		await open.keep([{ ...http(folder), routed: STDIO }]);
		expect(entryIn(usersFile, path)).toEqual(httpEntry());
		await open.keep([{ ...http(inner), routed: STDIO }]);
		expect(entryIn(usersFile, path)).toEqual(STDIO);
		await open.keep([]);
		git(folder, 'worktree', 'add', '--quiet', tree);
		for (const place of [folder, realpathSync(tree)]) {
			await open.keep([{ ...http(place), routed: STDIO }]);
			expect(entryIn(usersFile, path)).toEqual(STDIO);
		}
		await open.leave();
		expect(existsSync(usersFile)).toBe(false);
	});

	test('an entry without a secret does', async () => {
		const folder = repositoryWith({ '.mcp.json': '{"mcpServers":{}}\n' });
		const open = station().window('w1');
		await open.keep([stdio(folder)]);
		expect(gitStatus(folder)).toBe(' M .mcp.json\n');
		await open.leave();
		expect(gitStatus(folder)).toBe('');
	});

	test.each([
		['the folder of a repository', ''],
		['a folder inside one', 'packages/odd [x] *name'],
	])('a file that we make in %s does not show in git, and nothing of it stays', async (_kind, inner) => {
		const root = repositoryWith({ 'packages/odd [x] *name/a.txt': 'x' });
		const exclude = join(root, '.git/info/exclude');
		mkdirSync(join(root, '.git/info'), { recursive: true });
		writeFileSync(exclude, '*.log');
		const open = station().window('w1');
		await open.keep([stdio(join(root, inner))]);
		expect(existsSync(join(root, inner, '.mcp.json'))).toBe(true);
		expect(gitStatus(root)).toBe('');
		await open.leave();
		expect(read(exclude)).toBe('*.log');
		expect(gitStatus(root)).toBe('');
	});

	test('a file that is ignored already needs no line; a line of the user stays', async () => {
		const folder = repositoryWith({ '.gitignore': '.mcp.json\n' });
		const exclude = join(folder, '.git/info/exclude');
		mkdirSync(join(folder, '.git/info'), { recursive: true });
		writeFileSync(exclude, '# mine\n');
		const open = station().window('w1');
		await open.keep([stdio(folder)]);
		expect(read(exclude)).toBe('# mine\n');
		await open.leave();
		const other = repositoryWith({});
		mkdirSync(join(other, '.git/info'), { recursive: true });
		writeFileSync(join(other, '.git/info/exclude'), '/.mcp.json\n');
		await open.keep([stdio(other)]);
		await open.leave();
		expect(read(join(other, '.git/info/exclude'))).toBe('/.mcp.json\n');
	});

	test('work trees share a line: it goes with the last of them', async () => {
		const folder = repositoryWith({});
		const tree = join(temporaryFolder(), 'tree');
		git(folder, 'worktree', 'add', '--quiet', tree);
		const { window } = station();
		const [first, second] = [window('w1'), window('w2')];
		await first.keep([stdio(folder)]);
		await second.keep([stdio(realpathSync(tree))]);
		expect([gitStatus(folder), gitStatus(tree)]).toEqual(['', '']);
		await first.leave();
		expect(gitStatus(tree)).toBe('');
		expect(existsSync(join(tree, '.mcp.json'))).toBe(true);
		await second.leave();
		expect(read(join(folder, '.git/info/exclude'))).not.toContain('.mcp.json');
	});

	test.skipIf(!POSIX)(
		'a file of theirs with our secret in it is closed to others and kept out of git meanwhile',
		async () => {
			const folder = repositoryWith({});
			const file = join(folder, '.mcp.json');
			writeFileSync(file, '{}\n');
			chmodSync(file, 0o664);
			const open = station().window('w1');
			await open.keep([http(folder)]);
			expect(modeOf(file)).toBe(0o600);
			expect(gitStatus(folder)).toBe('');
			await open.keep([stdio(folder)]);
			expect(modeOf(file)).toBe(0o664);
			await open.keep([http(folder)]);
			await open.leave();
			expect(modeOf(file)).toBe(0o664);
			expect(gitStatus(folder)).toBe('?? .mcp.json\n');
		},
	);
});
