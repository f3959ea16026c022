import type { Branch } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { gitFailure } from './git-failure.ts';
import type { Repository, RunIn } from './repositories.ts';

const FIELDS = [
	'%(refname)',
	'%(HEAD)',
	'%(objectname)',
	'%(committerdate:iso-strict)',
	'%(upstream:short)',
	'%(upstream:track,nobracket)',
	'%(worktreepath)',
	'%(symref)',
	'%(contents:subject)',
] as const;

/** Branches, the latest first. */
export async function listBranches(
	run: RunIn,
	repository: Repository,
	{ remote, show }: { remote: boolean; show: (path: string) => string },
	signal: Cancellation,
): Promise<readonly Branch[]> {
	const args = ['for-each-ref', '--sort=-committerdate', `--format=${FIELDS.join('%00')}%00`, 'refs/heads'];
	const outcome = await run(repository, [...args, ...(remote ? ['refs/remotes'] : [])], { signal });
	if (outcome.code !== 0) {
		throw gitFailure(outcome, 'git for-each-ref failed');
	}
	return parseBranches(outcome.stdout.toString('utf8'), show);
}

export function parseBranches(output: string, show: (path: string) => string): Branch[] {
	const parts = output.split('\0');
	const branches: Branch[] = [];
	for (let start = 0; start + FIELDS.length < parts.length; start += FIELDS.length) {
		const [refname = '', head, hash = '', date = '', upstream = '', track = '', worktree = '', symref, subject = ''] =
			parts.slice(start, start + FIELDS.length);
		// `origin/HEAD` is another name for a branch that is listed anyway.
		if (symref !== '') {
			continue;
		}
		const ref = refname.trim();
		const current = head === '*';
		branches.push({
			name: ref.replace(/^refs\/(?:heads|remotes)\//, ''),
			remote: ref.startsWith('refs/remotes/'),
			current,
			hash,
			date,
			subject,
			...(upstream !== '' && { upstream, ...readTrack(track) }),
			...(worktree !== '' && !current && { worktree: show(worktree) }),
		});
	}
	return branches;
}

function readTrack(track: string): Pick<Branch, 'ahead' | 'behind' | 'upstreamGone'> {
	if (track === 'gone') {
		return { upstreamGone: true };
	}
	const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
	return { ahead: count('ahead'), behind: count('behind') };
}
