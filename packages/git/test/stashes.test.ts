import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitOn, NEVER, newRepository } from './temporary-repository.ts';

const withCommit = () => {
	const repository = newRepository();
	repository.commit('base', { 'a.txt': 'one\n', 'sub/b*.txt': 'b\n', 'sub/bb.txt': 'bb\n' });
	return repository;
};
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

describe('stashes', () => {
	test('are pushed, listed, applied, popped and dropped, whatever their message holds', async () => {
		const repository = withCommit();
		const git = gitOn(repository.root);
		expect(await git.stashes({}, NEVER)).toEqual({ root: '.', stashes: [] });
		repository.write('a.txt', 'changed\n');
		repository.write('new.txt', 'new\n');
		const message = '--all; $(touch hacked) "x"';
		const pushed = await git.stash({ message, untracked: true, paths: [] }, NEVER);
		expect(pushed).toMatchObject({ files: ['a.txt', 'new.txt'], stash: { index: 0, message: `On main: ${message}` } });
		expect(repository.git('status', '--porcelain')).toBe('');
		const { hash } = pushed.stash;
		expect(await git.takeStash({ index: 0, hash, drop: false }, NEVER)).toMatchObject({ files: ['a.txt', 'new.txt'] });
		expect(text(repository.root, 'new.txt')).toBe('new\n');
		repository.git('checkout', '--quiet', '.');
		repository.git('clean', '--quiet', '--force');
		await git.takeStash({ index: 0, drop: true }, NEVER);
		expect(text(repository.root, 'a.txt')).toBe('changed\n');
		expect((await git.stashes({}, NEVER)).stashes).toEqual([]);
	});

	test('paths are names and not patterns', async () => {
		const repository = withCommit();
		repository.write('sub/b*.txt', 'changed\n');
		repository.write('sub/bb.txt', 'changed\n');
		const { files } = await gitOn(repository.root).stash({ untracked: false, paths: ['sub/b*.txt'] }, NEVER);
		expect(files).toEqual(['sub/b*.txt']);
		expect(repository.git('status', '--porcelain')).toBe(' M sub/bb.txt\n');
	});

	test('nothing is lost: unsaved edits, changes in the way, new files, and a stash at another place', async () => {
		const repository = withCommit();
		const git = gitOn(repository.root);
		await expect(git.stash({ untracked: false, paths: [] }, NEVER)).rejects.toMatchObject({ code: 'E_NO_CHANGES' });
		repository.write('new.txt', 'first\n');
		await expect(git.stash({ untracked: false, paths: [] }, NEVER)).rejects.toMatchObject({
			code: 'E_NO_CHANGES',
			hint: expect.stringContaining('untracked') as unknown,
		});
		repository.write('a.txt', 'changed\n');
		const unsaved = [{ path: join(repository.root, 'a.txt'), text: 'typed\n' }];
		const typing = gitOn(repository.root, { unsaved });
		await expect(typing.stash({ untracked: true, paths: [] }, NEVER)).rejects.toMatchObject({ code: 'E_FILE_DIRTY' });
		const { stash } = await git.stash({ untracked: true, paths: [] }, NEVER);
		await expect(typing.takeStash({ index: 0, drop: true }, NEVER)).rejects.toMatchObject({ code: 'E_FILE_DIRTY' });
		repository.write('new.txt', 'second\n');
		await expect(git.takeStash({ index: 0, drop: true }, NEVER)).rejects.toMatchObject({ code: 'E_WOULD_LOSE_WORK' });
		expect(text(repository.root, 'new.txt')).toBe('second\n');
		repository.write('a.txt', 'mine\n');
		await expect(git.takeStash({ index: 0, drop: true }, NEVER)).rejects.toMatchObject({ code: 'E_WOULD_LOSE_WORK' });
		expect(text(repository.root, 'a.txt')).toBe('mine\n');
		await git.stash({ untracked: true, paths: [] }, NEVER);
		await expect(git.dropStash({ index: 0, hash: stash.hash }, NEVER)).rejects.toMatchObject({
			code: 'E_NO_STASH',
			hint: 'That one is stash 1 now.',
		});
		await expect(git.dropStash({ index: 7 }, NEVER)).rejects.toMatchObject({ code: 'E_NO_STASH' });
		expect(await git.dropStash({ index: 1, hash: stash.hash }, NEVER)).toMatchObject({ stash: { hash: stash.hash } });
		expect((await git.stashes({}, NEVER)).stashes).toHaveLength(1);
	});

	test('a stash that conflicts is kept, and the files are named', async () => {
		const repository = withCommit();
		const git = gitOn(repository.root);
		repository.write('a.txt', 'aside\n');
		await git.stash({ untracked: false, paths: [] }, NEVER);
		repository.commit('other', { 'a.txt': 'committed\n' });
		await expect(git.takeStash({ index: 0, drop: true }, NEVER)).rejects.toMatchObject({
			code: 'E_CONFLICTS',
			details: { files: ['a.txt'] },
		});
		expect((await git.stashes({}, NEVER)).stashes).toHaveLength(1);
		await expect(git.stash({ untracked: false, paths: [] }, NEVER)).rejects.toMatchObject({ code: 'E_CONFLICTS' });
	});
});
