import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { gitOn, NEVER, newRepository, repositoryIn, type TestRepository } from './temporary-repository.ts';

const statusOf = async (folder: string, environment = {}) => {
	const [status] = await gitOn(folder, environment).status({ ignored: false }, NEVER);
	if (status === undefined) {
		throw new Error('No repository was found.');
	}
	return status;
};

/** Runs git where it is expected to stop, as at a conflict. */
function stopped(repository: TestRepository, ...args: string[]): void {
	expect(() => repository.git(...args)).toThrow();
}

function conflicted(): TestRepository {
	const repository = newRepository();
	repository.commit('base', { 'a.txt': 'base\n', 'gone.txt': 'x\n' });
	repository.git('switch', '--quiet', '--create', 'other');
	repository.commit('theirs', { 'a.txt': 'theirs\n', 'gone.txt': 'changed\n', 'both.txt': 'theirs\n' });
	repository.git('switch', '--quiet', 'main');
	rmSync(join(repository.root, 'gone.txt'));
	repository.commit('ours', { 'a.txt': 'ours\n', 'both.txt': 'ours\n' });
	return repository;
}

describe('the status has words for', () => {
	test('a repository without a commit', async () => {
		const repository = newRepository();
		repository.write('new.txt', 'x');
		const status = await statusOf(repository.root);
		expect(status).toMatchObject({ branch: 'main', untracked: ['new.txt'], staged: [], stashes: 0 });
		expect(status.head).toBeUndefined();
	});

	test('every kind of change, with names that need care', async () => {
		const repository = newRepository();
		const odd = [
			'with space.txt',
			'quo"te.txt',
			'new\nline.txt',
			'ünï.txt',
			'-dash.txt',
			'$(touch hacked).txt',
			':(glob)x',
		];
		repository.commit(
			'base',
			Object.fromEntries([...odd, 'gone.txt', 'old.txt', 'type.txt'].map(name => [name, `${name}\n`.repeat(5)])),
		);
		for (const name of odd) {
			repository.write(name, 'changed');
		}
		rmSync(join(repository.root, 'gone.txt'));
		renameSync(join(repository.root, 'old.txt'), join(repository.root, 'moved.txt'));
		repository.git('add', 'old.txt', 'moved.txt');
		rmSync(join(repository.root, 'type.txt'));
		symlinkSync('moved.txt', join(repository.root, 'type.txt'));
		repository.write('sub/untracked.txt', 'x');
		const status = await statusOf(repository.root);
		expect(status.staged).toEqual([{ path: 'moved.txt', change: 'renamed', from: 'old.txt' }]);
		expect(new Map(status.changed.map(({ path, change }) => [path, change]))).toEqual(
			new Map([...odd.map(name => [name, 'modified'] as const), ['gone.txt', 'deleted'], ['type.txt', 'type changed']]),
		);
		expect(status.untracked).toEqual(['sub/untracked.txt']);
	});

	test('a merge with conflicts of every kind', async () => {
		const repository = conflicted();
		stopped(repository, 'merge', 'other');
		expect(await statusOf(repository.root)).toMatchObject({
			operation: { kind: 'merge' },
			conflicts: [
				{ path: 'a.txt', ours: 'modified', theirs: 'modified' },
				{ path: 'both.txt', ours: 'added', theirs: 'added' },
				{ path: 'gone.txt', ours: 'deleted', theirs: 'modified' },
			],
		});
		const { files } = await gitOn(repository.root).diff({ compare: 'unstaged', context: 3 }, NEVER);
		expect(files.map(({ path }) => path)).toEqual(['a.txt', 'both.txt']);
		expect(files[0]?.hunks[0]?.text).toMatch(
			/^@@@ .*\n\+\+<<<<<<< HEAD\n \+ours\n\+\+=======\n\+ theirs\n\+\+>>>>>>> other$/,
		);
		expect(files[1]?.hunks.at(-1)?.text).not.toContain('Unmerged');
	});

	test.each([
		['rebase', ['rebase', 'other'], { kind: 'rebase', step: '1 of 1', branch: 'main' }],
		['cherry-pick', ['cherry-pick', 'other'], { kind: 'cherry-pick' }],
		['revert', ['revert', '--no-edit', 'HEAD~1'], { kind: 'revert' }],
	])('an unfinished %s', async (_name, command, operation) => {
		const repository = conflicted();
		stopped(repository, ...command);
		expect((await statusOf(repository.root)).operation).toEqual(operation);
	});

	test('tells nothing of files that the marks of a rebase link to', async () => {
		const repository = newRepository();
		repository.commit('first', { 'a.txt': 'a\n' });
		const secret = join(temporaryFolder(), 'secret');
		writeFileSync(secret, 'a secret\n');
		mkdirSync(join(repository.root, '.git/rebase-merge'));
		for (const name of ['msgnum', 'end', 'head-name']) {
			symlinkSync(secret, join(repository.root, '.git/rebase-merge', name));
		}
		expect((await statusOf(repository.root)).operation).toEqual({ kind: 'rebase' });
	});

	test('a bisection and a detached head', async () => {
		const repository = newRepository();
		const first = repository.commit('one');
		repository.commit('two');
		repository.git('bisect', 'start', 'HEAD', first);
		repository.git('checkout', '--quiet', first);
		const status = await statusOf(repository.root);
		expect(status).toMatchObject({ operation: { kind: 'bisect' }, head: first });
		expect(status.branch).toBeUndefined();
	});

	test('an upstream that is ahead, behind, and gone', async () => {
		const origin = newRepository();
		origin.commit('base', { 'a.txt': 'a' });
		const clone = repositoryIn(join(temporaryFolder(), 'clone'));
		clone.git('clone', '--quiet', origin.root, '.');
		origin.commit('theirs');
		clone.git('fetch', '--quiet');
		clone.git('commit', '--quiet', '--allow-empty', '--message', 'mine');
		clone.git('commit', '--quiet', '--allow-empty', '--message', 'mine too');
		expect(await statusOf(clone.root)).toMatchObject({ upstream: 'origin/main', ahead: 2, behind: 1 });
		clone.git('update-ref', '-d', 'refs/remotes/origin/main');
		const status = await statusOf(clone.root);
		expect(status.upstream).toBe('origin/main');
		expect(status.ahead).toBeUndefined();
	});

	test('a worktree, with its main one', async () => {
		const repository = newRepository();
		repository.commit('base');
		const linked = join(temporaryFolder(), 'linked');
		repository.git('worktree', 'add', '--quiet', '-b', 'side', linked);
		expect(await statusOf(linked)).toMatchObject({ branch: 'side', worktreeOf: repository.root });
		expect((await statusOf(repository.root)).worktreeOf).toBeUndefined();
	});

	test('a submodule, and what is new in it', async () => {
		const library = newRepository();
		library.commit('base', { 'lib.txt': 'x' });
		const repository = newRepository();
		repository.git('submodule', '--quiet', 'add', library.root, 'lib');
		repository.commit('base');
		const inside = repositoryIn(join(repository.root, 'lib'));
		inside.write('lib.txt', 'changed');
		inside.write('new.txt', 'x');
		const { changed } = await statusOf(repository.root);
		expect(changed).toEqual([
			{ path: 'lib', change: 'modified', submodule: ['modified content', 'untracked content'] },
		]);
		const both = await gitOn(repository.root, { roots: [inside.root] }).status({ ignored: false }, NEVER);
		expect(both.map(({ root }) => root)).toEqual(['.', 'lib']);
		expect(both[1]?.worktreeOf).toBeUndefined();
	});

	test('ignored files and stashes', async () => {
		const repository = newRepository();
		repository.commit('base', { '.gitignore': 'out/\n', 'a.txt': 'a' });
		repository.write('a.txt', 'b');
		repository.git('stash', '--quiet');
		repository.write('out/x', 'x');
		const [status] = await gitOn(repository.root).status({ ignored: true }, NEVER);
		expect(status).toMatchObject({ ignored: ['out'], stashes: 1 });
	});
});

describe('repositories', () => {
	test('a folder inside of one answers for itself alone', async () => {
		const repository = newRepository();
		repository.commit('base', { 'inside/a.txt': 'a', 'secret.txt': 's' });
		repository.write('inside/a.txt', 'b');
		repository.write('secret.txt', 'changed');
		const git = gitOn(join(repository.root, 'inside'));
		const [status] = await git.status({ ignored: false }, NEVER);
		expect(status?.changed).toEqual([{ path: 'a.txt', change: 'modified' }]);
		const diff = await git.diff({ compare: 'unstaged', context: 0 }, NEVER);
		expect(diff.files.map(({ path }) => path)).toEqual(['a.txt']);
		const shown = await git.commit({ ref: 'HEAD', context: 0 }, NEVER);
		expect(shown.diff.files.map(({ path }) => path)).toEqual(['a.txt']);
	});

	test('several have to be told apart', async () => {
		const folder = temporaryFolder();
		for (const name of ['one', 'two']) {
			const repository = repositoryIn(join(folder, name));
			repository.git('init', '--quiet');
			repository.commit(name, { 'a.txt': name });
		}
		const git = gitOn(folder, { roots: [join(folder, 'one'), join(folder, 'two')] });
		expect((await git.status({ ignored: false }, NEVER)).map(({ root }) => root)).toEqual(['one', 'two']);
		await expect(git.log({ limit: 5, offset: 0 }, NEVER)).rejects.toMatchObject({
			code: 'E_AMBIGUOUS_REPOSITORY',
			details: { repositories: ['one', 'two'] },
		});
		expect((await git.log({ repository: 'two', limit: 5, offset: 0 }, NEVER)).commits[0]?.subject).toBe('two');
		expect((await git.log({ path: 'one/a.txt', limit: 5, offset: 0 }, NEVER)).commits[0]?.subject).toBe('one');
	});

	test('none is told', async () => {
		await expect(gitOn(temporaryFolder()).status({ ignored: false }, NEVER)).rejects.toMatchObject({
			code: 'E_NO_REPOSITORY',
		});
	});

	test('one that claims a foreign folder as its working tree is none', async () => {
		const elsewhere = temporaryFolder();
		const repository = newRepository();
		repository.git('config', 'core.worktree', elsewhere);
		await expect(gitOn(repository.root).status({ ignored: false }, NEVER)).rejects.toMatchObject({
			code: 'E_NO_REPOSITORY',
		});
	});
});

describe('a hostile repository runs nothing', () => {
	const program = (folder: string) => {
		const script = join(folder, 'evil.sh');
		const mark = join(folder, 'ran');
		const repository = repositoryIn(folder);
		repository.write('evil.sh', `#!/bin/sh\ntouch ${mark}\ncat\n`);
		chmodSync(script, 0o755);
		return { script, ran: () => existsSync(mark) };
	};

	test.each([
		['a file system monitor', 'core.fsmonitor', ''],
		['an external diff', 'diff.external', ''],
		['a diff driver', 'diff.evil.command', '*.txt diff=evil\n'],
		['a text conversion', 'diff.evil.textconv', '*.txt diff=evil\n'],
		['a clean filter', 'filter.evil.clean', '*.txt filter=evil\n'],
		['a filter process', 'filter.evil.process', '*.txt filter=evil\n'],
		['a pager', 'core.pager', ''],
		['a program for signatures', 'gpg.program', ''],
	])('by %s', async (_name, key, attributes) => {
		const repository = newRepository();
		repository.commit('base', { 'a.txt': 'a\n', '.gitattributes': attributes });
		const { script, ran } = program(repository.root);
		repository.git('config', key, script);
		repository.git('config', 'log.showSignature', 'true');
		repository.write('a.txt', 'b\n');
		const git = gitOn(repository.root, { trusted: false });
		for (const read of [
			() => git.status({ ignored: false }, NEVER),
			() => git.diff({ compare: 'unstaged', context: 3 }, NEVER),
			() => git.diff({ compare: { ref: 'HEAD' }, context: 3 }, NEVER),
			() => git.log({ limit: 5, offset: 0 }, NEVER),
			() => git.commit({ ref: 'HEAD', context: 3 }, NEVER),
			() => git.blame({ path: 'a.txt', startLine: 1 }, NEVER),
		]) {
			await expect(read()).rejects.toMatchObject({ code: 'E_UNSAFE_REPOSITORY' });
		}
		expect(ran()).toBe(false);
		if (attributes !== '' || key === 'core.fsmonitor' || key === 'diff.external') {
			// The same repository does run it for somebody who takes no care.
			try {
				repository.git('diff');
			} catch {
				// The program does not keep to the protocol of a filter, but it has run.
			}
			expect(ran()).toBe(true);
		}
	});

	test('by the configuration of a submodule', async () => {
		const library = newRepository();
		library.commit('base', { 'lib.txt': 'x' });
		const repository = newRepository();
		repository.git('submodule', '--quiet', 'add', library.root, 'lib');
		repository.commit('base');
		const { script, ran } = program(repository.root);
		repositoryIn(join(repository.root, 'lib')).git('config', 'core.fsmonitor', script);
		repository.write('lib/lib.txt', 'changed');
		const git = gitOn(repository.root, { trusted: false });
		await git.status({ ignored: false }, NEVER);
		await git.diff({ compare: 'unstaged', context: 3 }, NEVER);
		expect(ran()).toBe(false);
		repository.git('status');
		expect(ran()).toBe(true);
	});

	test('by hooks while it is only read', async () => {
		const repository = newRepository();
		repository.commit('base', { 'a.txt': 'a\n' });
		const { script, ran } = program(repository.root);
		mkdirSync(join(repository.root, 'hooks'));
		symlinkSync(script, join(repository.root, 'hooks/post-index-change'));
		repository.git('config', 'core.hooksPath', 'hooks');
		repository.write('a.txt', 'a\n');
		await gitOn(repository.root).status({ ignored: false }, NEVER);
		expect(ran()).toBe(false);
	});

	const HOSTILE = [
		'--upload-pack=touch hacked',
		'--output=hacked',
		'-c',
		'$(touch hacked)',
		'`touch hacked`',
		'"; touch hacked; "',
		'a\nb',
		'../../etc/passwd',
		'--help',
		'@{-1}',
		':/base',
		'HEAD^{/base}',
	];
	test.each(HOSTILE)('by the argument %j', async text => {
		const repository = newRepository();
		repository.commit('base', { 'a.txt': 'a\n' });
		const git = gitOn(repository.root);
		const calls = [
			git.diff({ compare: { ref: text }, context: 1 }, NEVER),
			git.diff({ compare: { ref: `HEAD..${text}` }, context: 1 }, NEVER),
			git.diff({ compare: 'unstaged', path: text, context: 1 }, NEVER),
			git.log({ ref: text, limit: 5, offset: 0 }, NEVER),
			git.log({ text, author: text, since: text, until: text, path: text, limit: 5, offset: 0 }, NEVER),
			git.commit({ ref: text, context: 1 }, NEVER),
			git.fileAt({ path: text, ref: text }, NEVER),
			git.blame({ path: 'a.txt', ref: text, startLine: 1 }, NEVER),
			git.stage({ paths: [text], unstage: false }, NEVER),
			git.stage({ paths: [text], unstage: true }, NEVER),
			git.createBranch({ name: text }, NEVER),
			git.createBranch({ name: 'fine', startPoint: text }, NEVER),
			git.switchTo({ ref: text, detach: false }, NEVER),
			git.switchTo({ ref: text, detach: true }, NEVER),
			git.deleteBranch({ name: text }, NEVER),
		];
		const results = await Promise.allSettled(calls);
		const defects = results.flatMap(result =>
			result.status === 'rejected' && !String((result.reason as { code?: unknown }).code).startsWith('E_')
				? [String(result.reason)]
				: [],
		);
		expect(defects).toEqual([]);
		expect(repository.git('ls-files', '--others')).not.toContain('hacked');
	});
});
