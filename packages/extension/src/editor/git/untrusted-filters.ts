import type { GitOutcome } from './run-git.ts';

/**
 * Settings that switch off the filters which the repository itself names: git starts these programs even for a status.
 * Filters that the person has configured for all their repositories, such as Git LFS, stay.
 */
export async function localFilters(run: (args: readonly string[]) => Promise<GitOutcome>): Promise<string[]> {
	const { stdout } = await run(['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\..*']);
	const parts = stdout.toString('utf8').split('\0');
	const names = new Set<string>();
	for (let index = 0; index + 1 < parts.length; index += 2) {
		const [scope, key] = [parts[index], parts[index + 1] ?? ''];
		const name = /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1];
		if ((scope === 'local' || scope === 'worktree') && name !== undefined) {
			names.add(name);
		}
	}
	return [...names].flatMap(name => [
		`filter.${name}.clean=`,
		`filter.${name}.smudge=`,
		`filter.${name}.process=`,
		`filter.${name}.required=false`,
	]);
}
