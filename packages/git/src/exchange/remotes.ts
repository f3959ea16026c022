import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { MovedRef } from '@hawser/core/ports/values/git-exchange.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { gitFailure } from '../git-failure.ts';
import type { Repository, RunIn } from '../repositories.ts';

/** The branch of another repository that a branch here follows. */
export interface Upstream {
	remote: string;
	/** Its name over there, such as refs/heads/main. */
	there: string;
	/** Its name here, such as refs/remotes/origin/main. */
	here: string;
}

export async function upstreamOf(
	run: RunIn,
	repository: Repository,
	branch: string,
	signal: Cancellation,
): Promise<Upstream | undefined> {
	const format = '%(refname)%00%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)%00';
	const { stdout } = await run(repository, ['for-each-ref', `--format=${format}`, `refs/heads/${branch}`], { signal });
	// The pattern also finds what lies below a name, and every field ends where the next begins.
	const rows = stdout.toString('utf8').split('\0\n');
	const row = rows.map(text => text.split('\0')).find(([name]) => name === `refs/heads/${branch}`);
	const [, remote = '', there = '', here = ''] = row ?? [];
	return remote === '' || there === '' || here === '' ? undefined : { remote, there, here };
}

export async function listRemotes(run: RunIn, repository: Repository, signal: Cancellation): Promise<string[]> {
	const outcome = await run(repository, ['remote'], { signal });
	if (outcome.code !== 0) {
		throw gitFailure(outcome, 'git remote failed');
	}
	return outcome.stdout.toString('utf8').split('\n').filter(Boolean);
}

/** The remote that is meant. Only names that the repository has are taken: an address could lead anywhere. */
export function chooseRemote(remotes: readonly string[], asked: string | undefined, usual: string | undefined): string {
	if (asked !== undefined) {
		if (!remotes.includes(asked)) {
			const nearest = nearestName(asked, remotes);
			throw new ToolError('E_NO_REMOTE', `The repository has no remote "${asked}"; ${inWords(remotes)}`, {
				...(nearest !== undefined && { hint: `Call again with remote "${nearest}".` }),
				details: { remotes },
			});
		}
		return asked;
	}
	const [only, ...others] = remotes;
	if (usual !== undefined && remotes.includes(usual)) {
		return usual;
	}
	if (only === undefined) {
		throw new ToolError('E_NO_REMOTE', 'The repository has no remote.');
	}
	if (others.length > 0 && !remotes.includes('origin')) {
		throw new ToolError('E_NO_REMOTE', `The call does not say which remote; ${inWords(remotes)}`, {
			hint: 'Name one with remote.',
			details: { remotes },
		});
	}
	return others.length > 0 ? 'origin' : only;
}

function inWords(remotes: readonly string[]): string {
	return remotes.length === 0 ? 'it has none.' : `it has ${summarize(remotes, 10)}.`;
}

export type RefHashes = ReadonlyMap<string, string>;

/** All branches of remotes and all tags, by name. */
export async function remoteRefs(run: RunIn, repository: Repository, signal: Cancellation): Promise<RefHashes> {
	// `origin/HEAD` is another name for a branch that is listed anyway; an empty line stands for it.
	const format = '--format=%(if)%(symref)%(then)%(else)%(refname) %(objectname)%(end)';
	const args = ['for-each-ref', format, 'refs/remotes', 'refs/tags'];
	const { stdout } = await run(repository, args, { signal });
	const lines = stdout.toString('utf8').split('\n').filter(Boolean);
	return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]));
}

export function movedRefs(before: RefHashes, after: RefHashes): MovedRef[] {
	const name = (ref: string) => ref.replace(/^refs\/(?:remotes\/)?/, '');
	const present = [...after].flatMap(([ref, hash]): MovedRef[] => {
		const old = before.get(ref);
		return old === hash ? [] : [{ name: name(ref), change: old === undefined ? 'new' : 'updated' }];
	});
	const gone = [...before.keys()].filter(ref => !after.has(ref));
	return [...present, ...gone.map((ref): MovedRef => ({ name: name(ref), change: 'gone' }))];
}
