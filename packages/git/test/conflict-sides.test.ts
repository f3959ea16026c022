import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findConflicts } from '@hawser/core/text/conflict-pieces.ts';
import { describe, expect, test } from 'vitest';
import { gitOn, NEVER, newRepository, type TestRepository } from './temporary-repository.ts';

type Files = Record<string, string>;

/** A repository in the middle of a merge of two branches that changed the same files. */
function inConflict(base: Files, ours: Files, theirs: (repository: TestRepository) => void): TestRepository {
	const repository = newRepository();
	repository.commit('base', base);
	repository.git('switch', '--quiet', '--create', 'side');
	theirs(repository);
	repository.commit('theirs');
	repository.git('switch', '--quiet', 'main');
	repository.commit('ours', ours);
	try {
		repository.git('merge', '--quiet', 'side');
	} catch {
		// It stops at the conflict.
	}
	return repository;
}

describe('a file in conflict', () => {
	test('has both texts, and the merge again with what both started from', async () => {
		const repository = inConflict(
			{ 'ö [x].txt': 'one\r\ntwo\r\nthree\r\n' },
			{ 'ö [x].txt': 'one\r\nOURS\r\nthree\r\n' },
			side => side.write('ö [x].txt', 'one\r\nTHEIRS\r\nthree\r\n'),
		);
		const sides = await gitOn(repository.root).conflictSides({ path: 'ö [x].txt' }, NEVER);
		expect(sides).toMatchObject({ ours: 'modified', theirs: 'modified', binary: false });
		expect(sides.oursText).toBe('one\r\nOURS\r\nthree\r\n');
		expect(findConflicts(sides.mergedWithBase?.replaceAll('\r\n', '\n') ?? '')).toMatchObject([
			{ ours: ['OURS'], base: ['two'], theirs: ['THEIRS'] },
		]);
		await expect(gitOn(repository.root).conflictSides({ path: 'none.txt' }, NEVER)).rejects.toMatchObject({
			code: 'E_PIECE_NOT_FOUND',
		});
	});

	test('that is not text can be taken from one side, unless somebody changed it since', async () => {
		const repository = inConflict({ 'x.bin': 'a\0base' }, { 'x.bin': 'a\0ours' }, side =>
			side.write('x.bin', 'a\0theirs'),
		);
		const git = gitOn(repository.root);
		expect(await git.conflictSides({ path: 'x.bin' }, NEVER)).toEqual({
			path: 'x.bin',
			ours: 'modified',
			theirs: 'modified',
			binary: true,
		});
		const file = join(repository.root, 'x.bin');
		await git.takeSide({ path: 'x.bin', side: 'theirs' }, NEVER);
		expect(readFileSync(file, 'utf8')).toBe('a\0theirs');
		writeFileSync(file, 'a\0edited');
		await expect(git.takeSide({ path: 'x.bin', side: 'ours' }, NEVER)).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
		});
		expect(readFileSync(file, 'utf8')).toBe('a\0edited');
	});

	test('that one side deleted has only the other text', async () => {
		const repository = inConflict({ 'a.txt': 'a\n' }, { 'a.txt': 'changed\n' }, side =>
			side.git('rm', '--quiet', 'a.txt'),
		);
		const git = gitOn(repository.root);
		const sides = await git.conflictSides({ path: 'a.txt' }, NEVER);
		expect(sides).toEqual({ path: 'a.txt', ours: 'modified', theirs: 'deleted', binary: false, oursText: 'changed\n' });
		await expect(git.takeSide({ path: 'a.txt', side: 'theirs' }, NEVER)).rejects.toMatchObject({
			code: 'E_GIT_FAILED',
		});
		expect(existsSync(join(repository.root, 'a.txt'))).toBe(true);
	});

	test('that configures the editor is not taken from a side', async () => {
		const name = '.vscode/x.bin';
		const repository = inConflict({ [name]: 'a\0base' }, { [name]: 'a\0ours' }, side => side.write(name, 'a\0theirs'));
		await expect(gitOn(repository.root).takeSide({ path: name, side: 'theirs' }, NEVER)).rejects.toMatchObject({
			code: 'E_GIT_FAILED',
		});
	});
});
