import { describe, expect, test } from 'vitest';
import { gitBlame } from '../../../src/tools/git/git-blame.ts';
import { gitBranch } from '../../../src/tools/git/git-branch.ts';
import { gitCommit } from '../../../src/tools/git/git-commit.ts';
import { gitDiff } from '../../../src/tools/git/git-diff.ts';
import { gitLog } from '../../../src/tools/git/git-log.ts';
import { gitShow } from '../../../src/tools/git/git-show.ts';
import { gitStage } from '../../../src/tools/git/git-stage.ts';
import { gitStatus } from '../../../src/tools/git/git-status.ts';
import { branch, diffOf, fakeGit, repositoryStatus } from '../../fakes/fake-git.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

describe('git_status', () => {
	const textFor = async (facts: Parameters<typeof repositoryStatus>[0]) =>
		(await runTool(gitStatus, {}, { git: fakeGit({ status: () => Promise.resolve([repositoryStatus(facts)]) }) })).text;

	test.each([
		[{}, 'On main\nNothing to commit, the working tree is clean.'],
		[{ upstream: 'origin/main', ahead: 1, behind: 2 }, /^On main, 1 ahead of and 2 behind origin\/main/],
		[{ upstream: 'origin/main', ahead: 0, behind: 2 }, /^On main, 2 behind origin\/main/],
		[{ upstream: 'origin/main', ahead: 0, behind: 0 }, /up to date with origin\/main/],
		[{ upstream: 'origin/main' }, /upstream origin\/main is gone/],
		[{ operation: { kind: 'rebase' as const, step: '2 of 5', branch: 'x' } }, /in the middle of a rebase of x 2 of 5/],
		[{ stashes: 2, worktreeOf: '/main' }, /a worktree of \/main, 2 stashes/],
		[
			{ conflicts: [{ path: 'a', ours: 'deleted' as const, theirs: 'modified' as const }] },
			/conflicts \(1\):\n {2}a \(deleted here, modified there\)/,
		],
		[{ staged: [{ path: 'b', change: 'renamed' as const, from: 'a' }] }, /staged \(1\):\n {2}b \(renamed from a\)/],
		[
			{ changed: [{ path: 'lib', change: 'modified' as const, submodule: ['new commits' as const] }] },
			/lib \(modified; submodule: new commits\)/,
		],
		[{ unsaved: ['a.ts'] }, /unsaved in the editor: a\.ts/],
	])('%j', async (facts, expected) => {
		expect(await textFor(facts)).toMatch(expected);
	});

	test('detached and before the first commit', async () => {
		const { branch: main = '', head = '', ...facts } = repositoryStatus();
		const [detached, unborn] = [
			{ ...facts, head },
			{ ...facts, branch: main },
		];
		const git = fakeGit({ status: () => Promise.resolve([detached, unborn]) });
		expect((await runTool(gitStatus, {}, { git })).text).toMatch(
			/^Detached at aaaaaaaaaa[\s\S]*On main, no commit yet/,
		);
	});

	test('thousands of files come in pages with exact counts', async () => {
		const untracked = Array.from({ length: 5000 }, (_, index) => `folder/file-${index}.txt`);
		const git = fakeGit({ status: () => Promise.resolve([repositoryStatus({ untracked })]) });
		const seen: string[] = [];
		for (let offset: unknown = 0; typeof offset === 'number'; ) {
			const data = await dataOf(runTool(gitStatus, { offset, limit: 2000 }, { git }));
			const [repository] = data['repositories'] as { counts: object; untracked: string[] }[];
			expect(repository?.counts).toEqual({ untracked: 5000 });
			expect(JSON.stringify(data).length).toBeLessThan(10_000);
			seen.push(...(repository?.untracked ?? []));
			offset = data['nextOffset'];
		}
		expect(seen).toEqual(untracked);
	});
});

describe('git_diff', () => {
	const hunk = (line: number) => ({ line, text: `@@ -${line} +${line} @@\n-a\n+${'b'.repeat(3000)}` });
	const files = [
		{
			path: 'a.txt',
			change: 'modified' as const,
			added: 9,
			removed: 9,
			hunks: Array.from({ length: 9 }, (_, index) => hunk(index + 1)),
		},
		{ path: 'image.png', change: 'added' as const, added: 0, removed: 0, binary: true as const, hunks: [] },
	];
	const git = fakeGit({ diff: () => Promise.resolve({ ...diffOf(files), untracked: 2 }) });

	test('pages by hunk and keeps the totals', async () => {
		const first = await dataOf(runTool(gitDiff, {}, { git }));
		expect(first).toMatchObject({ totalFiles: 2, added: 9, removed: 9, nextOffset: 6 });
		const rest = await runTool(gitDiff, { offset: 6 }, { git });
		expect(rest.text).toMatch(/a\.txt \(modified\)[\s\S]*image\.png \(added\) binary/);
		expect(rest.text).toContain('Not shown: 2 untracked files');
	});

	test('lists only the files if asked', async () => {
		const { text } = await runTool(gitDiff, { filesOnly: true }, { git });
		expect(text).toBe(
			'2 files, +9 −9\na.txt (modified) +9 −9\nimage.png (added) binary\nNot shown: 2 untracked files (git_status lists them).',
		);
	});

	test('staged and ref exclude each other', async () => {
		expect(await errorOf(runTool(gitDiff, { staged: true, ref: 'main' }, { git }))).toMatchObject({
			code: 'E_INVALID_PARAMS',
		});
	});
});

test('git_log goes on where more is', async () => {
	const commits = Array.from({ length: 3 }, (_, index) => ({
		hash: String(index).repeat(40),
		author: 'Ada',
		email: '',
		date: '2026-01-02T03:04:05Z',
		subject: `s${index}`,
		refs: index === 0 ? ['main'] : [],
	}));
	const git = fakeGit({ log: () => Promise.resolve({ root: '.', commits, more: true, total: 10 }) });
	const reply = await runTool(gitLog, { limit: 3, offset: 4 }, { git });
	expect(reply.text).toBe(
		'10 commits\n0000000000 2026-01-02 Ada: s0 (main)\n1111111111 2026-01-02 Ada: s1\n2222222222 2026-01-02 Ada: s2\n(More: call again with offset 7.)',
	);
});

describe('git_show', () => {
	test('the text of a file needs its path, and comes in pages', async () => {
		const git = fakeGit({
			fileAt: () => Promise.resolve({ path: 'a.txt', hash: 'c'.repeat(40), text: `${'x'.repeat(1500)}\n`.repeat(30) }),
		});
		expect(await errorOf(runTool(gitShow, { content: true }, { git }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
		const page = await dataOf(runTool(gitShow, { content: true, path: 'a.txt' }, { git }));
		expect(page).toMatchObject({ totalLines: 30, nextOffset: 13 });
		expect(await dataOf(runTool(gitShow, { content: true, path: 'a.txt', offset: 26 }, { git }))).not.toHaveProperty(
			'nextOffset',
		);
	});
});

test('git_blame pages by line', async () => {
	const lines = Array.from({ length: 500 }, (_, index) => `line ${index} ${'x'.repeat(100)}`);
	const git = fakeGit({
		blame: ({ startLine, endLine = 500 }) =>
			Promise.resolve({
				path: 'a.txt',
				totalLines: 500,
				unsaved: false,
				runs: [{ startLine, lines: lines.slice(startLine - 1, endLine) }],
			}),
	});
	const seen: number[] = [];
	for (let startLine: unknown = 1; typeof startLine === 'number'; ) {
		const data = await dataOf(runTool(gitBlame, { path: 'a.txt', startLine, endLine: 450 }, { git }));
		const runs = data['runs'] as { startLine: number; endLine: number }[];
		seen.push(
			...runs.flatMap(run =>
				Array.from({ length: run.endLine - run.startLine + 1 }, (_, index) => run.startLine + index),
			),
		);
		startLine = data['nextLine'];
	}
	expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
	expect(await errorOf(runTool(gitBlame, { path: 'a', startLine: 5, endLine: 4 }, { git }))).toMatchObject({
		code: 'E_INVALID_PARAMS',
	});
});

test('git_stage answers with the state as it is now', async () => {
	const git = fakeGit({
		stage: ({ paths }) =>
			Promise.resolve([repositoryStatus({ staged: paths.map(path => ({ path, change: 'modified' })) })]),
	});
	expect((await runTool(gitStage, { paths: ['a.ts'] }, { git })).text).toContain('staged (1):\n  a.ts (modified)');
	expect(await errorOf(runTool(gitStage, { paths: [] }, { git }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
});

describe('git_commit', () => {
	test.each([{}, { message: '  \n' }])('%j has no message', async input => {
		expect(await errorOf(runTool(gitCommit, input, { git: fakeGit({}) }))).toMatchObject({ code: 'E_INVALID_PARAMS' });
	});

	test('an untrusted workspace runs no hooks', async () => {
		const { runtimeOf } = await import('../../fakes/run-tool.ts');
		const runtime = runtimeOf(gitCommit, { git: fakeGit({}) }, { facts: () => ({ trusted: false }) });
		expect((await runtime.invoke('git_commit', { message: 'x' }, { surface: 'cli' })).text).toMatch(
			/^\[E_UNTRUSTED_WORKSPACE\]/,
		);
	});
});

describe('git_branch', () => {
	test('lists branches with what stands out', async () => {
		const branches = [
			branch('main', { current: true, upstream: 'origin/main', ahead: 1, behind: 0 }),
			branch('old', { upstream: 'origin/old', upstreamGone: true }),
			branch('side', { worktree: '../side' }),
		];
		const git = fakeGit({ branches: () => Promise.resolve({ root: '.', branches }) });
		const { text } = await runTool(gitBranch, {}, { git });
		expect(text).toMatch(
			/^3 branches\n\* main .*\(1 ahead, 0 behind origin\/main\)\n {2}old .*\(origin\/old is gone\)\n {2}side .*\(checked out in \.\.\/side\)$/,
		);
	});

	test('creates and switches in one call', async () => {
		const calls: string[] = [];
		const git = fakeGit({
			createBranch: ({ name }) => (calls.push(`create ${name}`), Promise.resolve({ root: '.', hash: 'd'.repeat(40) })),
			switchTo: ({ ref }) => (
				calls.push(`switch ${ref}`), Promise.resolve({ root: '.', branch: ref, head: 'd'.repeat(40), carried: 2 })
			),
		});
		expect((await runTool(gitBranch, { action: 'create', name: 'x', switch: true }, { git })).text).toBe(
			'Switched to x, at dddddddddd. 2 uncommitted changes came along.',
		);
		expect(calls).toEqual(['create x', 'switch x']);
		expect(await errorOf(runTool(gitBranch, { action: 'delete' }, { git }))).toMatchObject({
			code: 'E_INVALID_PARAMS',
		});
	});
});
