import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBlame } from '../src/parse-blame.ts';
import { parseDiff } from '../src/parse-diff.ts';
import { parseLog } from '../src/parse-log.ts';
import { parseStatus } from '../src/parse-status.ts';
import { splitRange } from '../src/refs.ts';
import { splitHunk } from '../src/split-hunk.ts';
import { gitOn, NEVER, newRepository } from './temporary-repository.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

test('no parser fails on anything', () => {
	fc.assert(
		fc.property(anyText, text => {
			parseStatus(text);
			parseDiff(text);
			parseDiff(`diff --git ${text}`);
			parseBlame(text);
			parseLog(text);
			splitHunk(text);
			splitRange(text);
		}),
	);
});

test('a status gives back every path, whatever it holds', () => {
	const path = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter(text => !text.includes('\0'));
	const hash = '0'.repeat(40);
	fc.assert(
		fc.property(path, path, path, (changed, from, untracked) => {
			const output = [
				`1 .M N... 100644 100644 100644 ${hash} ${hash} ${changed}`,
				`2 R. N... 100644 100644 100644 ${hash} ${hash} R100 ${changed}`,
				from,
				`u DU N... 100644 100644 100644 100644 ${hash} ${hash} ${hash} ${changed}`,
				`? ${untracked}`,
				'',
			].join('\0');
			expect(parseStatus(output)).toMatchObject({
				changed: [{ path: changed, change: 'modified' }],
				staged: [{ path: changed, change: 'renamed', from }],
				conflicts: [{ path: changed, ours: 'deleted', theirs: 'modified' }],
				untracked: [untracked],
			});
		}),
	);
});

test('parts of a long hunk hold all of its lines, each at its place', () => {
	const line = fc
		.tuple(
			fc.constantFrom(' ', '+', '-'),
			fc.string({ maxLength: 300 }).map(text => text.replaceAll(/[\n\r]/g, '')),
		)
		.map(([sign, text]) => sign + text);
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 120 }), fc.integer({ min: 1, max: 500 }), (lines, start) => {
			const count = (signs: string) => lines.filter(text => signs.includes(text[0] ?? '')).length;
			const header = `@@ -${start},${count(' -')} +${start + 7},${count(' +')} @@ function f()`;
			const parts = splitHunk([header, ...lines].join('\n'));
			expect(parts.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(lines);
			let [oldLine, newLine] = [start, start + 7];
			for (const { text } of parts) {
				const [place = '', ...content] = text.split('\n');
				const [, fromOld, oldLines, fromNew, newLines] = (/@@ -(\d+),(\d+) \+(\d+),(\d+) @@/.exec(place) ?? []).map(
					Number,
				);
				expect([fromOld, fromNew]).toEqual([oldLine, newLine]);
				expect(oldLines).toBe(content.filter(row => ' -'.includes(row[0] ?? '')).length);
				expect(newLines).toBe(content.filter(row => ' +'.includes(row[0] ?? '')).length);
				oldLine += oldLines ?? 0;
				newLine += newLines ?? 0;
			}
		}),
	);
});

describe('diffs of git itself', () => {
	const ODD = [
		'plain.txt',
		'with space.txt',
		'quo"te.txt',
		'tab\there.txt',
		'new\nline.txt',
		'ünï.txt',
		'back\\slash.txt',
		'a b b.txt',
	];

	test('names, changes and counts equal those that git gives one by one', async () => {
		const repository = newRepository();
		repository.commit('base', {
			...Object.fromEntries(ODD.map(name => [name, 'one\ntwo\nthree\n'] as const)),
			'empty.txt': '',
			bin: 'a\0b',
		});
		for (const name of ODD) {
			repository.write(name, 'one\n2\nthree\nfour\n');
		}
		repository.write('bin', 'a\0c');
		repository.git('rm', '--quiet', 'empty.txt');
		repository.git('mv', 'plain.txt', 'renamed to.txt');
		repository.git('add', '--all');
		repository.git('update-index', '--chmod=+x', 'ünï.txt');
		const { files } = await gitOn(repository.root).diff({ compare: 'staged', context: 3 }, NEVER);
		const numbers = repository.git('diff', '--cached', '--numstat', '--no-renames', '-z').split('\0').filter(Boolean);
		const expected = new Map(
			numbers.map(row => {
				const [added, removed, ...name] = row.split('\t');
				return [name.join('\t'), [Number(added) || 0, Number(removed) || 0]];
			}),
		);
		for (const file of files.filter(({ change }) => change !== 'renamed')) {
			expect([file.path, [file.added, file.removed]]).toEqual([file.path, expected.get(file.path)]);
		}
		expect(files.find(({ path }) => path === 'renamed to.txt')).toMatchObject({ change: 'renamed', from: 'plain.txt' });
		expect(files.find(({ path }) => path === 'bin')).toMatchObject({ binary: true, hunks: [] });
		expect(files.find(({ path }) => path === 'empty.txt')).toMatchObject({ change: 'deleted', hunks: [] });
		expect(files.find(({ path }) => path === 'ünï.txt')?.mode).toBe('100644 → 100755');
		expect(files).toHaveLength(ODD.length + 2);
	});

	test('a merge is compared with its first parent, a first commit with nothing', async () => {
		const repository = newRepository();
		const first = repository.commit('first', { 'a.txt': 'a\n' });
		repository.git('switch', '--quiet', '--create', 'side');
		repository.commit('side', { 'b.txt': 'b\n' });
		repository.git('switch', '--quiet', 'main');
		repository.commit('main', { 'c.txt': 'c\n' });
		repository.git('merge', '--quiet', '--no-edit', 'side');
		const git = gitOn(repository.root);
		const merge = await git.commit({ ref: 'HEAD', context: 3 }, NEVER);
		expect(merge.commit.parents).toHaveLength(2);
		expect(merge.diff.files).toMatchObject([{ path: 'b.txt', change: 'added', added: 1 }]);
		expect((await git.commit({ ref: first, context: 3 }, NEVER)).diff.files).toMatchObject([
			{ path: 'a.txt', change: 'added' },
		]);
		const range = await git.diff({ compare: { ref: `${first}...side` }, context: 3 }, NEVER);
		expect(range.files.map(({ path }) => path)).toEqual(['b.txt']);
	});

	test("the user's own diff settings do not matter", async () => {
		const repository = newRepository();
		repository.commit('base', { 'a/b.txt': 'x\n\ny\n' });
		for (const [key, value] of [
			['diff.noprefix', 'true'],
			['diff.mnemonicPrefix', 'true'],
			['color.ui', 'always'],
			['color.diff', 'always'],
			['diff.suppressBlankEmpty', 'true'],
			['diff.context', '0'],
			['core.quotePath', 'true'],
		] as const) {
			repository.git('config', key, value);
		}
		repository.write('a/b.txt', 'X\n\ny\n');
		const { files } = await gitOn(repository.root).diff({ compare: 'unstaged', context: 3 }, NEVER);
		expect(files).toMatchObject([{ path: 'a/b.txt', hunks: [{ text: '@@ -1,3 +1,3 @@\n-x\n+X\n \n y' }] }]);
	});
});

describe('history', () => {
	test('is found by message, author, path and time, and renames are followed', async () => {
		const repository = newRepository();
		repository.commit('Add [brackets] to a.*', { 'old.txt': 'one\ntwo\nthree\n' });
		repository.commit('Something else', { 'other.txt': 'x' });
		repository.git('mv', 'old.txt', 'new.txt');
		repository.commit('Rename');
		repository.git(
			'commit',
			'--quiet',
			'--allow-empty',
			'--author',
			'Bob <bob@example.org>',
			'--message',
			'By Bob\n\nWith a body',
		);
		const git = gitOn(repository.root);
		const subjects = async (request: object) =>
			(await git.log({ limit: 10, offset: 0, ...request }, NEVER)).commits.map(({ subject }) => subject);
		expect(await subjects({})).toHaveLength(4);
		expect(await subjects({ text: '[BRACKETS] to a.*' })).toEqual(['Add [brackets] to a.*']);
		expect(await subjects({ text: 'with a body' })).toEqual(['By Bob']);
		expect(await subjects({ author: 'bob@' })).toEqual(['By Bob']);
		expect(await subjects({ path: 'new.txt' })).toEqual(['Rename', 'Add [brackets] to a.*']);
		expect(await subjects({ since: '2001-01-01', until: '2002-01-01' })).toEqual([]);
		expect(await subjects({ ref: 'HEAD~3..HEAD~1' })).toEqual(['Rename', 'Something else']);
		const page = await git.log({ limit: 2, offset: 1 }, NEVER);
		expect(page).toMatchObject({ more: true, total: 4 });
		expect(page.commits.map(({ subject }) => subject)).toEqual(['Rename', 'Something else']);
	});

	test('blame equals that of git, line by line', async () => {
		const repository = newRepository();
		const first = repository.commit('first', { 'a.txt': 'one\ntwo\nthree\n' });
		const second = repository.commit('second', { 'a.txt': 'one\n2\nthree\nfour\n' });
		repository.write('a.txt', 'one\n2\nthree\nfour\nfive\n');
		const git = gitOn(repository.root);
		const blame = await git.blame({ path: 'a.txt', startLine: 1 }, NEVER);
		expect(blame.runs.map(({ startLine, lines, commit }) => [startLine, lines, commit?.hash])).toEqual([
			[1, ['one'], first],
			[2, ['2'], second],
			[3, ['three'], first],
			[4, ['four'], second],
			[5, ['five'], undefined],
		]);
		expect((await git.blame({ path: 'a.txt', startLine: 2, endLine: 3, ref: 'HEAD~1' }, NEVER)).runs).toMatchObject([
			{ startLine: 2, lines: ['two', 'three'], commit: { hash: first, author: 'Ada', subject: 'first' } },
		]);
		const typed = gitOn(repository.root, { unsaved: [{ path: `${repository.root}/a.txt`, text: 'typed\none\n' }] });
		expect(await typed.blame({ path: 'a.txt', startLine: 1 }, NEVER)).toMatchObject({
			unsaved: true,
			totalLines: 2,
			runs: [{ lines: ['typed'] }, { lines: ['one'], commit: { hash: first } }],
		});
		await expect(git.blame({ path: 'a.txt', startLine: 99 }, NEVER)).rejects.toMatchObject({ code: 'E_INVALID_LINE' });
		await expect(git.blame({ path: 'none.txt', startLine: 1 }, NEVER)).rejects.toMatchObject({
			code: 'E_FILE_NOT_FOUND',
		});
	});
});
