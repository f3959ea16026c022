import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { gitOn, NEVER, newRepository, repositoryIn, type TestRepository } from './temporary-repository.ts';

const withCommit = () => {
	const repository = newRepository();
	repository.commit('base', { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' });
	return repository;
};

function hook(repository: TestRepository, name: string, script: string): void {
	const path = join(repository.root, '.git/hooks', name);
	mkdirSync(join(repository.root, '.git/hooks'), { recursive: true });
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
}

describe('staging', () => {
	test('takes files, folders and deletions, and only these', async () => {
		const repository = withCommit();
		repository.write('a.txt', 'changed\n');
		repository.write('sub/new*.txt', 'x');
		repository.write('sub/newer.txt', 'x');
		rmSync(join(repository.root, 'b.txt'));
		const git = gitOn(repository.root);
		const [staged] = await git.stage({ paths: ['b.txt', 'sub/new*.txt'], unstage: false }, NEVER);
		expect(staged?.staged).toEqual([
			{ path: 'b.txt', change: 'deleted' },
			{ path: 'sub/new*.txt', change: 'added' },
		]);
		const [all] = await git.stage({ paths: ['.'], unstage: false }, NEVER);
		expect(all?.staged).toHaveLength(4);
		const [back] = await git.stage({ paths: ['sub', 'a.txt'], unstage: true }, NEVER);
		expect(back).toMatchObject({ staged: [{ path: 'b.txt', change: 'deleted' }], changed: [{ path: 'a.txt' }] });
		expect(readFileSync(join(repository.root, 'a.txt'), 'utf8')).toBe('changed\n');
	});

	test('works before the first commit', async () => {
		const repository = newRepository();
		repository.write('a.txt', 'a');
		const git = gitOn(repository.root);
		expect((await git.stage({ paths: ['a.txt'], unstage: false }, NEVER))[0]?.staged).toHaveLength(1);
		expect((await git.stage({ paths: ['a.txt'], unstage: true }, NEVER))[0]?.untracked).toEqual(['a.txt']);
	});

	test.each([
		['a file that is not there', 'none.txt', 'E_FILE_NOT_FOUND'],
		['an ignored file', 'out/x', 'E_GIT_FAILED'],
	])('%s is refused', async (_what, path, code) => {
		const repository = newRepository();
		repository.commit('base', { '.gitignore': 'out\n' });
		repository.write('out/x', 'x');
		await expect(gitOn(repository.root).stage({ paths: [path], unstage: false }, NEVER)).rejects.toMatchObject({
			code,
		});
	});
});

describe('committing', () => {
	test('commits what is staged, whatever the message holds', async () => {
		const repository = withCommit();
		repository.write('a.txt', 'changed\n');
		repository.write('b.txt', 'left alone\n');
		repository.git('add', 'a.txt');
		const message = '-m "$(touch hacked)" `x`\n\n# not a comment\nBody with ünïcode';
		const made = await gitOn(repository.root).makeCommit({ message, amend: false }, NEVER);
		expect(made).toMatchObject({ branch: 'main', subject: '-m "$(touch hacked)" `x`', files: 1, output: '' });
		expect(repository.git('log', '-1', '--format=%B').trim()).toBe(message);
		expect(repository.git('rev-parse', 'HEAD').trim()).toBe(made.hash);
		expect(repository.git('status', '--porcelain')).toBe(' M b.txt\n');
	});

	test('the first commit of a repository', async () => {
		const repository = newRepository();
		repository.write('a.txt', 'a');
		repository.write('b.txt', 'b');
		repository.git('add', '.');
		const made = await gitOn(repository.root).makeCommit({ message: 'first', amend: false }, NEVER);
		expect(made).toMatchObject({ branch: 'main', subject: 'first', files: 2 });
	});

	test('what a hook complains about comes back, and nothing is committed', async () => {
		const repository = withCommit();
		hook(repository, 'pre-commit', 'echo "lint: a.txt:1 is bad"; echo "to stderr" >&2; exit 1');
		repository.write('a.txt', 'bad\n');
		repository.git('add', '.');
		const head = repository.git('rev-parse', 'HEAD');
		await expect(gitOn(repository.root).makeCommit({ message: 'x', amend: false }, NEVER)).rejects.toMatchObject({
			code: 'E_COMMIT_REFUSED',
			message: expect.stringMatching(/pre-commit[\s\S]*lint: a\.txt:1 is bad[\s\S]*to stderr/) as unknown,
		});
		expect(repository.git('rev-parse', 'HEAD')).toBe(head);
	});

	test('what a hook says on success comes back too, and a hook may change the message', async () => {
		const repository = withCommit();
		hook(repository, 'pre-commit', 'echo "checked 1 file"');
		hook(repository, 'commit-msg', 'echo "Signed" >> "$1"');
		repository.write('a.txt', 'good\n');
		repository.git('add', '.');
		const made = await gitOn(repository.root).makeCommit({ message: 'x', amend: false }, NEVER);
		expect(made.output).toBe('checked 1 file');
		expect(repository.git('log', '-1', '--format=%B')).toContain('Signed');
	});

	test('amends only when asked, and tells when the commit was pushed', async () => {
		const origin = withCommit();
		const clone = repositoryIn(join(temporaryFolder(), 'clone'));
		clone.git('clone', '--quiet', origin.root, '.');
		clone.git('config', 'user.name', 'Ada');
		clone.git('config', 'user.email', 'ada@example.org');
		const git = gitOn(clone.root);
		clone.write('a.txt', 'more\n');
		clone.git('add', '.');
		expect(await git.makeCommit({ amend: true }, NEVER)).toMatchObject({ subject: 'base', rewritten: true });
		expect(await git.makeCommit({ amend: true, message: 'new words' }, NEVER)).toMatchObject({ subject: 'new words' });
		expect(clone.git('rev-list', '--count', 'HEAD').trim()).toBe('1');
	});

	test.each([
		['nothing staged', (repository: TestRepository) => repository.write('a.txt', 'x'), 'E_NOTHING_STAGED'],
		[
			'an index that another git holds',
			(repository: TestRepository) => {
				repository.write('a.txt', 'x');
				repository.git('add', '.');
				repository.write('.git/index.lock', '');
			},
			'E_GIT_FAILED',
		],
	])('%s is refused', async (_what, prepare, code) => {
		const repository = withCommit();
		prepare(repository);
		await expect(gitOn(repository.root).makeCommit({ message: 'x', amend: false }, NEVER)).rejects.toMatchObject({
			code,
		});
	});

	test('conflicts are refused with the files', async () => {
		const repository = withCommit();
		repository.git('switch', '--quiet', '--create', 'other');
		repository.commit('theirs', { 'a.txt': 'theirs\n' });
		repository.git('switch', '--quiet', 'main');
		repository.commit('ours', { 'a.txt': 'ours\n' });
		expect(() => repository.git('merge', 'other')).toThrow();
		const git = gitOn(repository.root);
		await expect(git.makeCommit({ message: 'x', amend: false }, NEVER)).rejects.toMatchObject({
			code: 'E_CONFLICTS',
			details: { files: ['a.txt'] },
		});
		repository.write('a.txt', 'ours\n');
		await git.stage({ paths: ['a.txt'], unstage: false }, NEVER);
		// The merge changes nothing on this side, and is a commit all the same.
		expect(await git.makeCommit({ message: 'merged', amend: false }, NEVER)).toMatchObject({ subject: 'merged' });
	});
});

describe('branches', () => {
	test('are created, listed, switched and deleted', async () => {
		const repository = withCommit();
		const git = gitOn(repository.root);
		const { hash } = await git.createBranch({ name: 'feature/x' }, NEVER);
		repository.write('b.txt', 'uncommitted\n');
		expect(await git.switchTo({ ref: 'feature/x', detach: false }, NEVER)).toMatchObject({
			branch: 'feature/x',
			head: hash,
			carried: 1,
		});
		const { branches } = await git.branches({ remote: false }, NEVER);
		expect(branches.map(({ name, current }) => [name, current]).sort()).toEqual([
			['feature/x', true],
			['main', false],
		]);
		await git.switchTo({ ref: 'main', detach: false }, NEVER);
		expect(await git.deleteBranch({ name: 'feature/x' }, NEVER)).toMatchObject({ hash });
		expect(repository.git('branch', '--list', 'feature/x')).toBe('');
	});

	test('a branch of a remote is followed', async () => {
		const origin = withCommit();
		origin.git('branch', 'side');
		const clone = repositoryIn(join(temporaryFolder(), 'clone'));
		clone.git('clone', '--quiet', origin.root, '.');
		const git = gitOn(clone.root);
		expect(await git.switchTo({ ref: 'side', detach: false }, NEVER)).toMatchObject({ branch: 'side' });
		const { branches } = await git.branches({ remote: true }, NEVER);
		expect(branches.find(({ name }) => name === 'side')).toMatchObject({
			upstream: 'origin/side',
			ahead: 0,
			behind: 0,
		});
		expect(
			branches
				.filter(({ remote }) => remote)
				.map(({ name }) => name)
				.sort(),
		).toEqual(['origin/main', 'origin/side']);
	});

	test('uncommitted changes are not lost by a switch', async () => {
		const repository = withCommit();
		repository.git('switch', '--quiet', '--create', 'other');
		repository.commit('theirs', { 'a.txt': 'theirs\n', 'new file.txt': 'theirs\n' });
		repository.git('switch', '--quiet', 'main');
		repository.write('a.txt', 'mine\n');
		const git = gitOn(repository.root);
		await expect(git.switchTo({ ref: 'other', detach: false }, NEVER)).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
			details: { files: ['a.txt'] },
		});
		repository.git('checkout', '--quiet', 'a.txt');
		repository.write('new file.txt', 'mine\n');
		await expect(git.switchTo({ ref: 'other', detach: false }, NEVER)).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
			details: { files: ['new file.txt'] },
		});
		expect(readFileSync(join(repository.root, 'new file.txt'), 'utf8')).toBe('mine\n');
	});

	test('unsaved edits of a file that differs there are not lost either', async () => {
		const repository = withCommit();
		repository.git('switch', '--quiet', '--create', 'other');
		repository.commit('theirs', { 'a.txt': 'theirs\n' });
		repository.git('switch', '--quiet', 'main');
		const edited = (name: string) => ({ unsaved: [{ path: join(repository.root, name), text: 'typed' }] });
		await expect(
			gitOn(repository.root, edited('a.txt')).switchTo({ ref: 'other', detach: false }, NEVER),
		).rejects.toMatchObject({
			code: 'E_FILE_DIRTY',
			details: { files: ['a.txt'] },
		});
		await gitOn(repository.root, edited('b.txt')).switchTo({ ref: 'other', detach: false }, NEVER);
	});

	test('commits on no branch are not left behind', async () => {
		const repository = withCommit();
		repository.git('checkout', '--quiet', '--detach');
		repository.commit('alone', { 'c.txt': 'c' });
		const git = gitOn(repository.root);
		await expect(git.switchTo({ ref: 'main', detach: false }, NEVER)).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
		});
		await git.createBranch({ name: 'kept' }, NEVER);
		expect(await git.switchTo({ ref: 'main', detach: false }, NEVER)).toMatchObject({ branch: 'main' });
	});

	test('a branch with commits of its own is not deleted', async () => {
		const repository = withCommit();
		repository.git('switch', '--quiet', '--create', 'own');
		repository.commit('own work', { 'c.txt': 'c' });
		repository.git('switch', '--quiet', 'main');
		await expect(gitOn(repository.root).deleteBranch({ name: 'own' }, NEVER)).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
		});
		expect(repository.git('branch', '--list', 'own')).toContain('own');
	});

	test.each([
		['a name that git does not take', 'no spaces', 'E_INVALID_PARAMS'],
		['a name that exists', 'main', 'E_BRANCH_EXISTS'],
	])('%s is refused', async (_what, name, code) => {
		await expect(gitOn(withCommit().root).createBranch({ name }, NEVER)).rejects.toMatchObject({ code });
	});

	test('a tag is no branch, but can be looked at', async () => {
		const repository = withCommit();
		repository.git('tag', '--annotate', '--message', 'x', 'v1');
		const git = gitOn(repository.root);
		await expect(git.switchTo({ ref: 'v1', detach: false }, NEVER)).rejects.toMatchObject({ code: 'E_REF_NOT_FOUND' });
		expect((await git.switchTo({ ref: 'v1', detach: true }, NEVER)).branch).toBeUndefined();
		await expect(git.switchTo({ ref: 'none', detach: false }, NEVER)).rejects.toMatchObject({
			code: 'E_REF_NOT_FOUND',
		});
		expect(existsSync(join(repository.root, 'hacked'))).toBe(false);
	});
});
