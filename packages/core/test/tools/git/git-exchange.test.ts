import { describe, expect, test } from 'vitest';
import type { ConflictSides, SyncOutcome, SyncRequest } from '../../../src/ports/values/git-exchange.ts';
import { gitConflicts } from '../../../src/tools/git/git-conflicts.ts';
import { gitResolve } from '../../../src/tools/git/git-resolve.ts';
import { gitStash } from '../../../src/tools/git/git-stash.ts';
import { gitSync } from '../../../src/tools/git/git-sync.ts';
import { FakeDocuments, versionOf } from '../../fakes/fake-documents.ts';
import { FakeFiles } from '../../fakes/fake-files.ts';
import { diffOf, fakeGit, repositoryStatus } from '../../fakes/fake-git.ts';
import { dataOf, errorOf, runTool, runtimeOf } from '../../fakes/run-tool.ts';

const SYNCED: SyncOutcome = {
	root: '.',
	branch: 'main',
	head: 'a'.repeat(40),
	upstream: 'origin/main',
	ahead: 0,
	behind: 0,
	moved: [],
	pulled: 0,
	files: [],
	pushed: 0,
	output: '',
	unsaved: [],
};

describe('git_sync', () => {
	const syncing = (outcome: Partial<SyncOutcome> = {}) => {
		const asked: SyncRequest[] = [];
		const git = fakeGit({
			sync: (request, tell) => {
				asked.push(request);
				tell({ message: 'Receiving objects', done: 1, total: 2 });
				return Promise.resolve({ ...SYNCED, ...outcome });
			},
		});
		return { git, asked };
	};

	test('tells what came and where the branch stands, in bounds', async () => {
		const files = Array.from({ length: 250 }, (_, index) => `src/${index}.ts`);
		const moved = [{ name: 'origin/main', change: 'updated' as const }];
		const { git } = syncing({ pulled: 2, files, moved, ahead: 1, output: 'remote: hello' });
		const { text } = await runTool(gitSync, { action: 'pull' }, { git });
		expect(text).toMatch(
			/^Pulled\. main at aaaaaaaaaa, 1 ahead of and 0 behind origin\/main\.\nPulled 2 commits, 250 files/,
		);
		expect(text).toMatch(/\(and 150 more\)\norigin\/main is updated\nPrinted:\nremote: hello$/);
	});

	test.each([
		['update', 'pull'],
		['git pull', 'pull'],
		['Publish', 'push'],
		['PUSH', 'push'],
		['synchronize', 'sync'],
	])('takes the word "%s" for %s', async (word, action) => {
		const { git, asked } = syncing();
		await dataOf(runTool(gitSync, { action: word }, { git }));
		expect(asked).toMatchObject([{ action, diverged: 'refuse', publish: false }]);
	});

	test('hands progress on, and refuses words that mean nothing', async () => {
		const { git } = syncing();
		const told: unknown[] = [];
		await runTool(gitSync, { action: 'fetch' }, { git }, { progress: progress => told.push(progress) });
		expect(told).toEqual([{ message: 'Receiving objects', done: 1, total: 2 }]);
		expect(await errorOf(runTool(gitSync, { action: 'force-push' }, { git }))).toMatchObject({
			code: 'E_INVALID_PARAMS',
		});
	});

	test('is refused where the workspace is not trusted', async () => {
		const { git } = syncing();
		const runtime = runtimeOf(gitSync, { git }, { facts: () => ({ trusted: false }) });
		const reply = runtime.invoke('git_sync', { action: 'pull' }, { surface: 'cli' });
		expect(await errorOf(reply)).toMatchObject({ code: 'E_UNTRUSTED_WORKSPACE' });
	});
});

describe('git_stash', () => {
	const stash = { index: 0, hash: 'c'.repeat(40), date: '2026-01-02T03:04:05Z', message: 'On main: x' };

	test('lists, pushes, applies, pops and drops', async () => {
		const taken = { root: '.', stash, files: ['a.ts'] };
		const git = fakeGit({
			stashes: () => Promise.resolve({ root: '.', stashes: [stash] }),
			stash: () => Promise.resolve(taken),
			takeStash: () => Promise.resolve(taken),
			dropStash: () => Promise.resolve({ ...taken, files: [] }),
		});
		const textOf = async (input: object) => (await runTool(gitStash, input, { git })).text;
		expect(await textOf({})).toBe('1 stash\n0  cccccccccc 2026-01-02  On main: x');
		expect(await textOf({ action: 'push' })).toBe('Put aside 1 file, cccccccccc: On main: x\n  a.ts');
		expect(await textOf({ action: 'apply' })).toMatch(/^Brought back 1 file/);
		expect(await textOf({ action: 'pop' })).toMatch(/^Brought back and dropped 1 file/);
		expect(await textOf({ action: 'drop', index: 0 })).toMatch(/^Dropped stash 0.*git stash store c{40}/);
		expect(await textOf({ action: 'drop' })).toMatch(/^\[E_INVALID_PARAMS\]/);
	});

	test('shows what a stash holds, new files included', async () => {
		const file = (path: string) => ({
			path,
			change: 'added' as const,
			added: 1,
			removed: 0,
			hunks: [{ line: 1, text: '@@\n+x' }],
		});
		const git = fakeGit({
			stashes: () => Promise.resolve({ root: '.', stashes: [stash] }),
			diff: () => Promise.resolve(diffOf([file('a.ts')])),
			commit: () => Promise.resolve({ commit: {} as never, diff: diffOf([file('new.ts')]) }),
		});
		expect((await runTool(gitStash, { action: 'show' }, { git })).text).toMatch(/a\.ts[\s\S]*new\.ts/);
		expect(await errorOf(runTool(gitStash, { action: 'show', index: 3 }, { git }))).toMatchObject({
			code: 'E_NO_STASH',
		});
	});
});

const TEXT =
	'a\n<<<<<<< HEAD\nours 1\n=======\ntheirs 1\n>>>>>>> side\nb\n<<<<<<< HEAD\nours 2\n=======\ntheirs 2\n>>>>>>> side\n';

/** A repository with one file in conflict. */
function inConflict(sides: Partial<ConflictSides> = {}, text = TEXT) {
	const conflict = { path: 'a.ts', ours: 'modified' as const, theirs: 'modified' as const, ...sides };
	const staged: string[] = [];
	const taken: string[] = [];
	const documents = new FakeDocuments({ 'a.ts': text });
	const status = () => [
		repositoryStatus({ conflicts: staged.length > 0 ? [] : [conflict], operation: { kind: 'merge' } }),
	];
	const git = fakeGit({
		status: () => Promise.resolve(status()),
		conflictSides: () =>
			Promise.resolve({
				binary: false,
				oursText: 'a\nours 1\nb\nours 2\n',
				theirsText: 'a\ntheirs 1\nb\ntheirs 2\n',
				...conflict,
				...sides,
			}),
		takeSide: ({ side }) => {
			taken.push(side);
			return Promise.resolve();
		},
		stage: ({ paths }) => {
			staged.push(...paths);
			return Promise.resolve(status());
		},
	});
	return { git, documents, files: new FakeFiles([]), staged, taken };
}

describe('git_conflicts', () => {
	test('shows both sides of every piece, and the base that a merge made again has', async () => {
		const bar = (sign: string) => sign.repeat(47);
		const mergedWithBase = `a\n${bar('<')}\nours 1\n${bar('|')}\nold 1\n${bar('=')}\ntheirs 1\n${bar('>')}\nb\n`;
		const { text } = await runTool(gitConflicts, {}, inConflict({ mergedWithBase }));
		expect(text).toMatch(/^1 file in conflict, 2 pieces; a merge is unfinished/);
		expect(text).toContain(
			'Piece 1, lines 2 to 6\n--- ours: HEAD\nours 1\n--- base\nold 1\n--- theirs: side\ntheirs 1',
		);
		expect(text).toContain('Piece 2, lines 8 to 12\n--- ours: HEAD\nours 2\n--- theirs: side\ntheirs 2');
	});

	test('many pieces come in pages', async () => {
		const piece = `<<<<<<< HEAD\n${'x'.repeat(250)}\n=======\ny\n>>>>>>> side\n`;
		const ports = inConflict({}, piece.repeat(200));
		const seen: number[] = [];
		for (let offset: unknown = 0; typeof offset === 'number'; ) {
			const data = await dataOf(runTool(gitConflicts, { offset }, ports));
			const [file] = data['files'] as { pieces: { piece: number }[] }[];
			seen.push(...(file?.pieces ?? []).map(({ piece: number }) => number));
			offset = data['nextOffset'];
		}
		expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
	});

	test('says when a whole side has to be taken, and when nothing is in conflict', async () => {
		const binary = await runTool(gitConflicts, {}, inConflict({ binary: true }));
		expect(binary.text).toContain('take a whole side');
		const git = fakeGit({ status: () => Promise.resolve([repositoryStatus()]) });
		expect((await runTool(gitConflicts, {}, { git, documents: new FakeDocuments({}) })).text).toBe(
			'Nothing is in conflict.',
		);
	});
});

describe('git_resolve', () => {
	test('takes pieces one after the other, and stages the file with the last', async () => {
		const ports = inConflict();
		const first = await dataOf(runTool(gitResolve, { path: 'a.ts', pieces: [{ piece: 2, take: 'both' }] }, ports));
		expect(first).toMatchObject({ resolved: 1, left: 1, staged: false });
		expect(ports.staged).toEqual([]);
		const last = await runTool(
			gitResolve,
			{ path: 'a.ts', pieces: [{ piece: 1, take: 'text', text: 'mine\n' }] },
			ports,
		);
		expect(last.text).toBe('Resolved 1 piece of a.ts, and staged it.\nNo other file is in conflict.');
		expect(ports.documents.textOf('a.ts')).toBe('a\nmine\nb\nours 2\ntheirs 2\n');
		expect(ports.staged).toEqual(['a.ts']);
	});

	test('takes one side for the whole file, by the words of users', async () => {
		const ports = inConflict();
		await dataOf(runTool(gitResolve, { path: 'a.ts', side: 'incoming', stage: false }, ports));
		expect(ports.documents.textOf('a.ts')).toBe('a\ntheirs 1\nb\ntheirs 2\n');
		expect(ports.staged).toEqual([]);
	});

	test.each([
		[{}, 'E_INVALID_PARAMS'],
		[{ pieces: [{ piece: 1, take: 'ours' }], side: 'ours' }, 'E_INVALID_PARAMS'],
		[{ pieces: [{ piece: 3, take: 'ours' }] }, 'E_PIECE_NOT_FOUND'],
		[{ pieces: [{ piece: 1, take: 'text' }] }, 'E_INVALID_PARAMS'],
		[{ pieces: [{ piece: 1, take: 'base' }] }, 'E_INVALID_PARAMS'],
		[
			{
				pieces: [
					{ piece: 1, take: 'ours' },
					{ piece: 1, take: 'theirs' },
				],
			},
			'E_INVALID_PARAMS',
		],
		[{ pieces: [{ piece: 1, take: 'ours' }], version: 'v0' }, 'E_FILE_CHANGED'],
	])('%j is refused, and nothing changes', async (input, code) => {
		const ports = inConflict();
		expect(await errorOf(runTool(gitResolve, { path: 'a.ts', ...input }, ports))).toMatchObject({ code });
		expect(ports.documents.textOf('a.ts')).toBe(TEXT);
	});

	test('with the version that git_conflicts gave, it changes what was seen', async () => {
		const ports = inConflict();
		const input = { path: 'a.ts', pieces: [{ piece: 1, take: 'ours' }], version: versionOf(TEXT) };
		expect(await dataOf(runTool(gitResolve, input, ports))).toMatchObject({ left: 1 });
	});

	test('a file that one side deleted is deleted or kept; one that is not text is taken from a side', async () => {
		const deleted = inConflict({ theirs: 'deleted', theirsText: undefined as never }, 'kept\n');
		expect(await dataOf(runTool(gitResolve, { path: 'a.ts', side: 'theirs' }, deleted))).toMatchObject({
			deleted: true,
		});
		const kept = inConflict({ theirs: 'deleted', theirsText: undefined as never }, 'kept\n');
		expect(await dataOf(runTool(gitResolve, { path: 'a.ts', side: 'ours' }, kept))).not.toHaveProperty('deleted');
		expect(kept.taken).toEqual([]);
		const binary = inConflict({ binary: true });
		await dataOf(runTool(gitResolve, { path: 'a.ts', side: 'theirs' }, binary));
		expect(binary.taken).toEqual(['theirs']);
		const done = inConflict({}, 'no pieces\n');
		expect(await errorOf(runTool(gitResolve, { path: 'a.ts', side: 'ours' }, done))).toMatchObject({
			code: 'E_PIECE_NOT_FOUND',
		});
	});
});
