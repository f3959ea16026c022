import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, dataOf, textOf } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;
beforeAll(async () => {
	open = await workbench().open(workbench().makeFolder('search'));
	client = await connectHttp(open.entry);
});
afterAll(async () => {
	await client.close();
});

interface Found {
	total: number;
	totalFiles: number;
	nextOffset?: number;
	searchedNothing?: boolean;
	files: {
		path: string;
		count: number;
		unsaved?: boolean;
		matches: {
			line: number;
			column: number;
			alsoAt?: number[];
			endLine?: number;
			text: string;
			before?: string[];
			after?: string[];
		}[];
	}[];
}

async function search(query: string, rest: Record<string, unknown> = {}, agent = client): Promise<Found> {
	const result = await call(agent, 'text_search', { query, ...rest });
	expect(textOf(result)).not.toMatch(/^\[E_/);
	return (result.structuredContent as { data: Found }).data;
}
const pathsOf = ({ files }: Found) => files.map(({ path }) => path);
const placesOf = ({ files }: Found) =>
	files.flatMap(({ path, matches }) => matches.map(({ line, column }) => `${path}:${line}:${column}`));

/** Changes a setting of the folder and waits until the editor reads it back. */
const setSetting = (section: string, key: string, value: unknown) =>
	open.window.evaluate(
		`await vscode.workspace.getConfiguration(args.section).update(args.key, args.value, vscode.ConfigurationTarget.Workspace);`,
		{ section, key, value },
	);

describe('text_replace', () => {
	const replace = (query: string, replacement: string, rest: Record<string, unknown> = {}) =>
		call(client, 'text_replace', { query, replacement, include: 'swap', ...rest });
	const onDisk = (name: string) => readFileSync(join(open.folder, 'swap', name), 'utf8');

	beforeAll(() => {
		open.write('swap/a.txt', 'one oldWord\ntwo oldWord oldWord\n');
		open.write('swap/crlf.txt', 'oldWord\r\nkept\r\noldWord');
		open.write('swap/deep/c.ts', "const price = '$1';\n// oldWord(5, 7)\n");
		open.write('swap/.gitignore', 'ignored.txt\n');
		open.write('swap/ignored.txt', 'oldWord\n');
	});

	test('a preview tells every place and changes nothing', async () => {
		const result = await replace('oldWord', 'new$1', { preview: true });
		expect(dataOf(result)).toMatchObject({ applied: false, total: 6, totalFiles: 3 });
		expect(textOf(result)).toContain('two oldWord oldWord => "two new$1 new$1"');
		expect(onDisk('a.txt')).toContain('oldWord');
	});

	test('all matches go, line breaks stay, ignored files and unsaved edits are left alone, and one undo brings a file back', async () => {
		await open.window.evaluate(
			`const document = await vscode.workspace.openTextDocument(vscode.Uri.file(args.path));
			const editor = await vscode.window.showTextDocument(document);
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// unsaved oldWord\\n'));`,
			{ path: join(open.folder, 'swap/deep/c.ts') },
		);
		const result = await replace('oldWord', 'new$1');
		expect(dataOf(result)).toMatchObject({ applied: true, total: 7, totalFiles: 3, leftUnsaved: ['swap/deep/c.ts'] });
		expect(onDisk('a.txt')).toBe('one new$1\ntwo new$1 new$1\n');
		expect(onDisk('crlf.txt')).toBe('new$1\r\nkept\r\nnew$1');
		expect(onDisk('ignored.txt')).toBe('oldWord\n');
		// What the user has not saved, nobody saves for them.
		expect(onDisk('deep/c.ts')).toContain('// oldWord(5, 7)');
		const text = () => open.window.evaluate('return vscode.window.activeTextEditor.document.getText()');
		expect(await text()).toBe("// unsaved new$1\nconst price = '$1';\n// new$1(5, 7)\n");
		await open.window.executeCommand('undo');
		expect(await text()).toBe("// unsaved oldWord\nconst price = '$1';\n// oldWord(5, 7)\n");
		await open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	test('groups of a regular expression, lines that come and go, and an end without a line break', async () => {
		open.write('swap/r.txt', 'call(5, 7)\ncall(8, 9)\nend');
		await replace(String.raw`call\((\d), (\d)\)`, '$2x$1', { regex: true, include: 'swap/r.txt' });
		expect(onDisk('r.txt')).toBe('7x5\n9x8\nend');
		await replace('x', '\n', { include: 'swap/r.txt' });
		expect(onDisk('r.txt')).toBe('7\n5\n9\n8\nend');
		await replace('8\nend', '', { include: 'swap/r.txt' });
		expect(onDisk('r.txt')).toBe('7\n5\n9\n');
	});

	test('what cannot be done is said, and nothing changes', async () => {
		expect(textOf(await replace('nothing like this', 'x'))).toMatch(/^\[E_NO_CHANGES\] Nothing matches\./);
		expect(textOf(await replace('(', 'x', { regex: true }))).toMatch(/^\[E_INVALID_REGEX\]/);
		open.write('.vscode/tasks.json', '{ "oldWord": 1 }\n');
		const asked = call(client, 'text_replace', { query: 'oldWord', replacement: 'x', include: '.vscode' });
		await answerQuestion(open.window, 'tasks.json', 'Deny');
		expect(textOf(await asked)).toMatch(/^\[E_DENIED\]/);
		expect(readFileSync(join(open.folder, '.vscode/tasks.json'), 'utf8')).toBe('{ "oldWord": 1 }\n');
		rmSync(join(open.folder, '.vscode/tasks.json'));
	});
});

describe('unsaved edits', () => {
	test('what was typed is found, what was deleted is not, and other files stay as on disk', async () => {
		open.write('unsaved/a.ts', 'alphaSaved\nkept\n');
		open.write('unsaved/b.ts', 'alphaSaved\n');
		await open.window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			const editor = await vscode.window.showTextDocument(document);
			await editor.edit(edit => edit.replace(new vscode.Range(0, 0, 0, 10), 'typed 😀 alphaTyped'));`,
			{ path: join(open.folder, 'unsaved/a.ts') },
		);
		try {
			const typed = await search('alphaTyped');
			expect(typed).toMatchObject({ total: 1, files: [{ path: 'unsaved/a.ts', unsaved: true }] });
			expect(placesOf(typed)).toEqual(['unsaved/a.ts:1:10']);
			expect(pathsOf(await search('alphaSaved'))).toEqual(['unsaved/b.ts']);
			expect(pathsOf(await search('alpha', { include: '*.md' }))).toEqual([]);
			expect(pathsOf(await search('alpha', { exclude: 'unsaved/a.ts' }))).toEqual(['unsaved/b.ts']);
			expect(await search('alphaTyped|kept', { regex: true, context: 1, include: 'unsaved' })).toMatchObject({
				files: [{ matches: [{ line: 1 }, { line: 2, text: 'kept' }] }],
			});
			open.write('unsaved/.gitignore', 'a.ts\n');
			expect(await search('alphaTyped')).toMatchObject({ total: 0 });
			expect(await search('alphaTyped', { ignored: true })).toMatchObject({ total: 1 });
		} finally {
			await open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
		}
	});
});

describe('which files are searched', () => {
	test('what .gitignore names is left out, also where include would match it', async () => {
		open.write('git/.gitignore', 'dist/\n*.log\n!keep.log\n');
		for (const path of ['src/a.ts', 'dist/b.ts', 'x.log', 'keep.log', '.hidden/c.ts']) {
			open.write(`git/${path}`, 'gitNeedle');
		}
		expect(pathsOf(await search('gitNeedle'))).toEqual(['git/.hidden/c.ts', 'git/keep.log', 'git/src/a.ts']);
		expect(pathsOf(await search('gitNeedle', { include: '*.log' }))).toEqual(['git/keep.log']);
		expect(pathsOf(await search('gitNeedle', { include: '*.ts' }))).toEqual(['git/.hidden/c.ts', 'git/src/a.ts']);
		expect(await search('gitNeedle', { include: 'git/dist' })).toMatchObject({ total: 0, searchedNothing: true });
		expect(pathsOf(await search('gitNeedle', { include: 'git/dist, x.log', ignored: true }))).toEqual([
			'git/dist/b.ts',
			'git/x.log',
		]);
	});

	test('settings count at once', async () => {
		open.write('settings/a.gen.ts', 'settingNeedle');
		open.write('settings/b.ts', 'settingNeedle');
		open.write('settings/ignored.ts', 'settingNeedle');
		open.write('settings/.gitignore', 'ignored.ts');
		expect(pathsOf(await search('settingNeedle'))).toEqual(['settings/a.gen.ts', 'settings/b.ts']);
		await setSetting('search', 'exclude', { '**/*.gen.ts': true, 'b.ts': true });
		// `b.ts` in a setting is the one at the top, not settings/b.ts.
		expect(pathsOf(await search('settingNeedle'))).toEqual(['settings/b.ts']);
		expect(pathsOf(await search('settingNeedle', { include: '*.gen.ts' }))).toEqual([]);
		await setSetting('search', 'exclude', undefined);
		await setSetting('files', 'exclude', { settings: true });
		expect(pathsOf(await search('settingNeedle'))).toEqual([]);
		await setSetting('files', 'exclude', undefined);
		await setSetting('search', 'useIgnoreFiles', false);
		expect(pathsOf(await search('settingNeedle'))).toContain('settings/ignored.ts');
		await setSetting('search', 'useIgnoreFiles', undefined);
		expect(pathsOf(await search('settingNeedle'))).not.toContain('settings/ignored.ts');
	});

	test.each([
		['globs', ['globs/lib/x.ts', 'globs/src/a.ts', 'globs/src/deep/b.tsx', 'globs/src/deep/c d.ts']],
		['globs/', ['globs/lib/x.ts', 'globs/src/a.ts', 'globs/src/deep/b.tsx', 'globs/src/deep/c d.ts']],
		['globs/src/deep', ['globs/src/deep/b.tsx', 'globs/src/deep/c d.ts']],
		['deep', ['globs/src/deep/b.tsx', 'globs/src/deep/c d.ts']],
		['globs/src/a.ts', ['globs/src/a.ts']],
		['*.tsx', ['globs/src/deep/b.tsx']],
		['globs/**/*.{tsx,js}', ['globs/src/deep/b.tsx']],
		['globs/*/*.ts', ['globs/lib/x.ts', 'globs/src/a.ts']],
		['c d.ts, lib', ['globs/lib/x.ts', 'globs/src/deep/c d.ts']],
		['nothing', []],
	])('include "%s"', async (include, paths) => {
		for (const path of ['lib/x.ts', 'src/a.ts', 'src/deep/b.tsx', 'src/deep/c d.ts']) {
			open.write(`globs/${path}`, 'globNeedle');
		}
		expect(pathsOf(await search('globNeedle', { include }))).toEqual(paths);
		const absolute = include.startsWith('globs') ? join(open.folder, include) : include;
		expect(pathsOf(await search('globNeedle', { include: absolute }))).toEqual(paths);
		const rest = pathsOf(await search('globNeedle', { exclude: include }));
		expect([...rest, ...paths].sort()).toEqual(pathsOf(await search('globNeedle')));
	});

	test('links are not followed, binary files are passed over', async () => {
		const secret = join(workbench().makeFolder('elsewhere'), 'secret.txt');
		writeFileSync(secret, 'linkNeedle');
		open.write('links/real.txt', 'linkNeedle');
		open.write('links/data.bin', Buffer.concat([Buffer.from('linkNeedle\n'), Buffer.alloc(100)]));
		symlinkSync(secret, join(open.folder, 'links/file.txt'));
		symlinkSync(dirname(secret), join(open.folder, 'links/folder'));
		expect(pathsOf(await search('linkNeedle', { ignored: true }))).toEqual(['links/real.txt']);
	});
});

describe('what is found', () => {
	test('matches come with context, totals and pages', async () => {
		const lines = Array.from({ length: 30 }, (_, index) =>
			index % 10 === 4 ? `pageNeedle ${index}` : `line ${index}`,
		);
		open.write('pages/a.txt', lines.join('\n'));
		open.write('pages/b.txt', lines.join('\n'));
		expect(await search('pageNeedle', { context: 2, limit: 1, offset: 3 })).toEqual({
			total: 6,
			totalFiles: 2,
			files: [
				{
					path: 'pages/b.txt',
					count: 3,
					matches: [
						{ line: 5, column: 1, text: 'pageNeedle 4', before: ['line 2', 'line 3'], after: ['line 5', 'line 6'] },
					],
				},
			],
			nextOffset: 4,
		});
		const seen: string[] = [];
		for (let offset: number | undefined = 0; offset !== undefined; ) {
			const page = await search('pageNeedle', { limit: 4, offset });
			seen.push(...placesOf(page));
			offset = page.nextOffset;
		}
		expect(seen).toEqual(['a', 'b'].flatMap(name => [5, 15, 25].map(line => `pages/${name}.txt:${line}:1`)));
	});

	test.each([
		['CJK and emoji', Buffer.from('日本語 é 😀 encNeedle\n'), 10],
		['a mark of UTF-8', Buffer.from('\uFEFFencNeedle\n'), 1],
		['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('語 encNeedle\n', 'utf16le')]), 3],
		['big-endian UTF-16', Buffer.from('\uFEFF語 encNeedle\n', 'utf16le').swap16(), 3],
		['bytes that are no text', Buffer.concat([Buffer.from([0x66, 0xff, 0x20]), Buffer.from('encNeedle\n')]), 4],
	])('columns with %s', async (name, content, column) => {
		const path = `encodings/${name.replaceAll(/\W/g, '-')}.txt`;
		open.write(path, content);
		expect(placesOf(await search('encNeedle', { include: path }))).toEqual([`${path}:1:${column}`]);
		const shown = await open.window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			return document.lineAt(0).text.indexOf('encNeedle') + 1;`,
			{ path: join(open.folder, path) },
		);
		expect(shown).toBe(column);
	});

	test('files are read in the encoding of the setting', async () => {
		open.write('encodings/latin.txt', Buffer.from('caf\u00e9 latinNeedle', 'latin1'));
		await setSetting('files', 'encoding', 'windows1252');
		const found = await search('café');
		await setSetting('files', 'encoding', undefined);
		expect(found).toMatchObject({
			files: [{ path: 'encodings/latin.txt', matches: [{ column: 1, text: 'café latinNeedle' }] }],
		});
	});

	test('CRLF, $ and patterns over several lines match as in the editor', async () => {
		open.write('crlf/a.txt', 'crlfOne\r\ncrlfTwo\r\n\r\n');
		expect(await search('crlfOne$', { regex: true })).toMatchObject({ files: [{ matches: [{ text: 'crlfOne' }] }] });
		for (const [query, regex] of [
			['One\ncrlfTwo', false],
			['One\\ncrlf\\w+$', true],
			['One\\s+crlfTwo\\n', true],
		] as const) {
			expect(await search(query, { regex })).toMatchObject({
				total: 1,
				files: [{ matches: [{ line: 1, column: 5, endLine: 2, text: 'crlfOne\ncrlfTwo' }] }],
			});
		}
	});

	test('matches of nothing are counted and placed alike', async () => {
		open.write('nothing/a.txt', 'one\r\n\r\ntwo');
		for (const [query, columns] of [
			['^', [1, 1, 1]],
			['$', [4, 1, 4]],
			['z*', undefined],
			['\\b', undefined],
		] as const) {
			const { total, files } = await search(query, { regex: true, include: 'nothing' });
			const places = files.flatMap(({ matches }) => matches.flatMap(({ column, alsoAt = [] }) => [column, ...alsoAt]));
			expect(places.length, query).toBe(total);
			expect(columns ?? places, query).toEqual(places);
		}
	});

	test('case and whole words count when they are asked for', async () => {
		open.write('case/a.txt', 'caseNeedle\nCASENEEDLE\ncaseNeedles\n');
		expect(await search('caseneedle')).toMatchObject({ total: 3 });
		expect(await search('caseNeedle')).toMatchObject({ total: 2 });
		expect(await search('caseneedle', { case: 'sensitive' })).toEqual({ total: 0, totalFiles: 0, files: [] });
		expect(await search('CASENEEDLE', { case: 'insensitive' })).toMatchObject({ total: 3 });
		expect(await search('caseNeedle', { word: true })).toMatchObject({ total: 1 });
	});

	test('look-around and back-references work', async () => {
		open.write('look/a.txt', 'lookA1 lookB1 lookA2\n');
		expect(placesOf(await search('(?<=look)A(?=2)', { regex: true }))).toEqual(['look/a.txt:1:19']);
		expect(placesOf(await search('(look)A1 \\1B', { regex: true }))).toEqual(['look/a.txt:1:1']);
	});

	test.each([
		['foo(', 'unclosed group'],
		['(?<=a', 'missing closing parenthesis'],
		['[z-a]', 'the start must be <= the end'],
		['a**{2,1}', 'start must be <= the end'],
	])('the regular expression %s is explained', async (query, reason) => {
		const text = textOf(await call(client, 'text_search', { query, regex: true }));
		expect(text).toMatch(/^\[E_INVALID_REGEX\]/);
		expect(text).toContain(reason);
		expect(text.length).toBeLessThan(500);
	});

	test.each([{ include: '{a' }, { exclude: '[a' }, { include: '../other' }])('%j is E_INVALID_PARAMS', async filter => {
		expect(textOf(await call(client, 'text_search', { query: 'x', ...filter }))).toMatch(/^\[E_INVALID_PARAMS\]/);
	});
});

describe('hostile input', () => {
	test('a query that looks like an option of ripgrep is text', async () => {
		const marker = join(workbench().makeFolder('elsewhere'), 'ran');
		const script = open.write('hostile/run.sh', `#!/bin/sh\ntouch ${marker}\n`);
		chmodSync(script, 0o755);
		open.write('hostile/a.txt', `--pre=${script}\n-f /etc/passwd\n--\n$(touch ${marker})\n`);
		open.write('.ripgreprc', `--pre=${script}\n`);
		for (const query of [`--pre=${script}`, '-f /etc/passwd', '--', `$(touch ${marker})`]) {
			expect(await search(query, { include: 'hostile/a.txt' })).toMatchObject({ totalFiles: 1 });
		}
		expect(await search('x', { include: `--pre=${script}` })).toMatchObject({ total: 0 });
		expect(existsSync(marker)).toBe(false);
	});

	test('files with spaces, dashes and glob characters in their names are found', async () => {
		for (const name of ['-e', '--json', '[x] {y}.ts', 'a b', '*', '!bang']) {
			open.write(`names/${name}`, 'nameNeedle');
		}
		expect(pathsOf(await search('nameNeedle')).sort()).toEqual(
			['names/!bang', 'names/*', 'names/--json', 'names/-e', 'names/[x] {y}.ts', 'names/a b'].sort(),
		);
	});
});

test('500,000 matches are counted exactly and stay in the budget', async () => {
	const text = 'manyNeedle manyNeedle\n'.repeat(2500);
	for (let index = 0; index < 100; index++) {
		open.write(`many/${index}.txt`, text);
	}
	open.write('many/one-line.js', 'manyNeedle,'.repeat(1000));
	const result = await call(client, 'text_search', { query: 'manyNeedle', limit: 1000, context: 5 });
	expect(result.structuredContent).toMatchObject({ data: { total: 501_000, totalFiles: 101 } });
	expect(textOf(result).length).toBeLessThanOrEqual(10_000);
	expect(JSON.stringify(result.structuredContent).length).toBeLessThanOrEqual(11_000);
	const last = await search('manyNeedle', { offset: 500_995, limit: 1000 });
	expect(last.files.map(({ path, matches }) => [path, matches.length])).toEqual([['many/one-line.js', 1]]);
	expect(last.nextOffset).toBeUndefined();
});

describe('a search that takes long', () => {
	const slow = { query: '(?=a)(?:a|aa)+[^ab]', regex: true, include: 'slow' };
	const searches = async () =>
		(await workbench().editor.processes()).filter(({ command }) => command.includes('(?:a|aa)+'));
	const fill = (folder: string) => {
		mkdirSync(join(folder, 'slow'), { recursive: true });
		writeFileSync(join(folder, 'slow/a.txt'), `${'a'.repeat(25)}b\n`.repeat(300_000));
	};

	test('leaves no process behind when it is cancelled', async () => {
		fill(open.folder);
		const abort = new AbortController();
		const asked = client.callTool({ name: 'text_search', arguments: slow }, { signal: abort.signal });
		asked.catch(() => undefined);
		await eventually(async () => expect(await searches()).not.toEqual([]));
		abort.abort(new Error('enough'));
		await expect(asked).rejects.toThrow('enough');
		await eventually(async () => expect(await searches()).toEqual([]));
	});

	test('a long search ends with its window', async () => {
		const folder = workbench().makeFolder('closing');
		fill(folder);
		const closing = await workbench().open(folder);
		const agent = await connectHttp(closing.entry);
		const asked = call(agent, 'text_search', slow).catch(() => undefined);
		await eventually(async () => expect(await searches()).not.toEqual([]));
		const ignoreFiles = (await searches()).flatMap(({ command }) => /--ignore-file=(\S+)/.exec(command)?.[1] ?? []);
		expect(ignoreFiles.map(existsSync)).toEqual([true]);
		await closing.window.close();
		await eventually(async () => expect(await searches()).toEqual([]));
		expect(ignoreFiles.map(existsSync)).toEqual([false]);
		await agent.close();
		await asked;
	});
});

test('a file of several folders, one inside the other, is found once', async () => {
	const parent = workbench().makeFolder('multi');
	for (const path of ['one/a.ts', 'one/inner/b.ts', 'two/src/c.ts']) {
		mkdirSync(dirname(join(parent, path)), { recursive: true });
		writeFileSync(join(parent, path), 'multiNeedle');
	}
	writeFileSync(join(parent, 'two/.gitignore'), 'x.ts');
	writeFileSync(join(parent, 'two/x.ts'), 'multiNeedle');
	const file = join(parent, 'all.code-workspace');
	writeFileSync(
		file,
		JSON.stringify({ folders: [{ path: 'one' }, { path: 'one/inner' }, { path: 'two', name: 'second' }] }),
	);
	const window = await workbench().editor.openWindow(file);
	const agent = await connectHttp(await workbench().entryOf(join(parent, 'two')));
	try {
		const paths = async (rest = {}) => pathsOf(await search('multiNeedle', rest, agent));
		expect(await paths()).toEqual(['inner/b.ts', 'one/a.ts', 'second/src/c.ts']);
		expect(await paths({ include: 'second' })).toEqual(['second/src/c.ts']);
		expect(await paths({ include: 'second/src/*.ts' })).toEqual(['second/src/c.ts']);
		expect(await paths({ include: 'src' })).toEqual(['second/src/c.ts']);
		expect(await paths({ exclude: 'one' })).toEqual(['inner/b.ts', 'second/src/c.ts']);
		// With the .mcp.json that each folder gets.
		const listed = textOf(await call(agent, 'file_list', {}));
		expect(listed).toBe('Workspace: 3 entries, 7 files in all\ninner/  (2 files)\none/  (2 files)\nsecond/  (3 files)');
	} finally {
		await agent.close();
		await window.close();
	}
});
