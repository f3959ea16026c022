import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkingBases } from '../src/working-base.ts';
import { gitWorkspaceOf, NEVER, newRepository } from './temporary-repository.ts';

test('a base has the commit and what differs from it, and tells states, contents and moves afterwards', async () => {
	const { root, git, write, commit } = newRepository();
	commit('First', { 'a.txt': 'a\n', 'with space.txt': 'spaced\n', 'deep/ü.txt': 'ü\n', '.gitignore': 'out/\n' });
	write('a.txt', 'mine\n');
	write('new.txt', 'new\n');
	const bases = createWorkingBases(gitWorkspaceOf(root));
	const [base] = await bases.read(NEVER);
	if (!base) {
		throw new Error('There is a repository.');
	}
	const at = (name: string) => join(root, name);
	expect([...base.open].sort()).toEqual([at('a.txt'), at('new.txt')]);
	write('out/built.js', '1\n');
	write('deep/ü.txt', 'other\n');
	const files = ['a.txt', 'new.txt', 'deep/ü.txt', 'with space.txt', 'out/built.js', 'missing.txt'].map(at);
	expect(Object.fromEntries(await bases.states(base.repository, files, NEVER))).toEqual({
		[at('a.txt')]: 'changed',
		[at('new.txt')]: 'untracked',
		[at('deep/ü.txt')]: 'changed',
		[at('with space.txt')]: 'clean',
		[at('out/built.js')]: 'ignored',
		[at('missing.txt')]: 'clean',
	});
	const contents = await bases.contents(base, files, NEVER);
	expect([...contents].map(([file, bytes]) => [file, Buffer.from(bytes).toString()])).toEqual([
		[at('a.txt'), 'a\n'],
		[at('deep/ü.txt'), 'ü\n'],
		[at('with space.txt'), 'spaced\n'],
	]);

	commit('Second');
	const committed = await bases.moves(base.repository);
	expect(committed.mark).not.toBe(base.moves.mark);
	expect(committed.last).toMatch(/^commit: Second/);
	git('checkout', '--quiet', '-b', 'other');
	expect((await bases.moves(base.repository)).last).toMatch(/^checkout: moving/);
	write('a.txt', 'stashed\n');
	git('stash');
	expect((await bases.moves(base.repository)).stash).not.toBe(committed.stash);
	bases.dispose();
});

test('the last move is read from the end of a long log, and from no pipe', async () => {
	const { root, commit } = newRepository();
	commit('First', { 'a.txt': 'a\n' });
	const log = join(root, '.git', 'logs', 'HEAD');
	appendFileSync(log, `${'0 1 somebody\tcommit: before\n'.repeat(1000)}0 1 somebody\tcheckout: moving on\n`);
	const bases = createWorkingBases(gitWorkspaceOf(root));
	const [base] = await bases.read(NEVER);
	expect(base?.moves.last).toBe('checkout: moving on');
	if (process.platform !== 'win32' && base) {
		rmSync(log);
		execFileSync('mkfifo', [log]);
		expect((await bases.moves(base.repository)).last).toBe('');
	}
	bases.dispose();
});
