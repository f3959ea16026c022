import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gitOn, NEVER, newRepository, type TestRepository } from './temporary-repository.ts';

const NAMES = ['a.txt', 'b c.txt', 'd"e.txt', 'f/g.txt', 'ü.txt', '-x.txt'];

type Step = (repository: TestRepository) => void;

/** Runs git where it may refuse, as with nothing to commit. */
function attempt(repository: TestRepository, ...args: string[]): void {
	try {
		repository.git(...args);
	} catch {
		// Whatever state it left is the state to be told.
	}
}

const name = fc.constantFrom(...NAMES);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.tuple(name, fc.constantFrom('one\n', 'two\n', 'one\ntwo\nthree\nfour\nfive\n')).map(
		([path, text]): Step =>
			repository =>
				repository.write(path, text),
	),
	name.map(
		(path): Step =>
			({ root }) =>
				rmSync(join(root, path), { force: true }),
	),
	fc.tuple(name, name).map(
		([from, to]): Step =>
			({ root }) => {
				if (existsSync(join(root, from)) && existsSync(join(root, to, '..'))) {
					renameSync(join(root, from), join(root, to));
				}
			},
	),
	name.map(
		(path): Step =>
			repository =>
				attempt(repository, 'add', '--', path),
	),
	fc.constant<Step>(repository => attempt(repository, 'add', '--all')),
	fc.constant<Step>(repository => attempt(repository, 'commit', '--quiet', '--message', 'x')),
	fc.constant<Step>(repository => attempt(repository, 'switch', '--quiet', '--create', 'side')),
	fc.constant<Step>(repository => attempt(repository, 'switch', '--quiet', 'main')),
	fc.constant<Step>(repository => attempt(repository, 'merge', '--no-edit', 'side')),
	fc.constant<Step>(repository => attempt(repository, 'stash', '--quiet')),
	fc.constant<Step>(repository => attempt(repository, 'checkout', '--quiet', '--detach')),
);

const WORDS: Partial<Record<string, string>> = {
	M: 'modified',
	A: 'added',
	D: 'deleted',
	R: 'renamed',
	C: 'copied',
	T: 'type changed',
};
const CONFLICTS = new Set(['DD', 'AU', 'UD', 'UA', 'DU', 'AA', 'UU']);

/** Reads git's older format, which is another way to the same facts. */
function asGitTells(repository: TestRepository) {
	const records = repository.git('status', '--porcelain=v1', '-z', '--untracked-files=all').split('\0');
	const told = {
		conflicts: [] as string[],
		staged: [] as string[],
		changed: [] as string[],
		untracked: [] as string[],
	};
	for (let index = 0; index < records.length - 1; index++) {
		const record = records[index] ?? '';
		const [code, path] = [record.slice(0, 2), record.slice(3)];
		const from = /[RC]/.test(code) ? ` from ${records[++index] ?? ''}` : '';
		if (code === '??') {
			told.untracked.push(path);
		} else if (CONFLICTS.has(code)) {
			told.conflicts.push(path);
		} else {
			const [staged, changed] = [WORDS[code[0] ?? ''], WORDS[code[1] ?? '']];
			told.staged.push(...(staged === undefined ? [] : [`${path} ${staged}${/[RC]/.test(code[0] ?? '') ? from : ''}`]));
			told.changed.push(...(changed === undefined ? [] : [`${path} ${changed}`]));
		}
	}
	return told;
}

test('30 repositories in whatever state: status, branch, log and differences equal those of git', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
			const repository = newRepository();
			repository.commit('base', { 'a.txt': 'one\n', 'f/g.txt': 'one\ntwo\nthree\nfour\nfive\n' });
			for (const take of steps) {
				take(repository);
			}
			const git = gitOn(repository.root);
			const [status] = await git.status({ ignored: false }, NEVER);
			const line = ({ path, change, from }: { path: string; change: string; from?: string }) =>
				`${path} ${change}${from === undefined ? '' : ` from ${from}`}`;
			expect({
				conflicts: status?.conflicts.map(({ path }) => path),
				staged: status?.staged.map(line),
				changed: status?.changed.map(line),
				untracked: status?.untracked,
			}).toEqual(asGitTells(repository));
			expect(status?.branch ?? '').toBe(repository.git('branch', '--show-current').trim());
			expect(status?.head).toBe(repository.git('rev-parse', 'HEAD').trim());
			const { commits } = await git.log({ limit: 100, offset: 0 }, NEVER);
			expect(commits.map(({ hash }) => hash)).toEqual(repository.git('log', '--format=%H').trim().split('\n'));
			for (const [compare, args] of [
				['staged', ['--cached']],
				[{ ref: 'HEAD' }, ['HEAD']],
			] as const) {
				const { files } = await git.diff({ compare, context: 3 }, NEVER);
				const counted = repository.git('diff', ...args, '--shortstat', '--find-renames');
				const count = (pattern: RegExp) => Number(pattern.exec(counted)?.[1] ?? 0);
				expect(files.reduce((sum, file) => sum + file.added, 0)).toBe(count(/(\d+) insertion/));
				expect(files.reduce((sum, file) => sum + file.removed, 0)).toBe(count(/(\d+) deletion/));
			}
		}),
		{ numRuns: 30 },
	);
});
