import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import type { RepositoryStatus } from '../../ports/git.ts';
import { plural } from '../../text/plural.ts';
import { shortHash, unsavedNote } from './repository-parameter.ts';

const GROUPS = ['conflicts', 'staged', 'changed', 'untracked', 'ignored'] as const;
type Group = (typeof GROUPS)[number];

const side = z.enum(['modified', 'added', 'deleted', 'absent']);
const change = z.enum(['modified', 'added', 'deleted', 'renamed', 'copied', 'type changed']);
const changedFile = z.object({
	path: z.string(),
	change,
	from: z.string().optional(),
	submodule: z.array(z.string()).optional(),
});

/** A repository as git_status and git_stage answer with it. */
export const repositoryStatus = z.object({
	root: z.string(),
	branch: z.string().optional().describe('Absent: HEAD is detached.'),
	head: z.string().optional().describe('Absent: there is no commit yet.'),
	upstream: z.string().optional(),
	ahead: z.int().optional(),
	behind: z.int().optional(),
	operation: z
		.object({ kind: z.string(), step: z.string().optional(), branch: z.string().optional() })
		.optional()
		.describe('What git is in the middle of.'),
	worktreeOf: z.string().optional(),
	stashes: z.int().optional(),
	counts: z.record(z.string(), z.int()).describe('Files per list, all of them; a list without files is left out.'),
	conflicts: z.array(z.object({ path: z.string(), ours: side, theirs: side })).optional(),
	staged: z.array(changedFile).optional(),
	changed: z.array(changedFile).optional(),
	untracked: z.array(z.string()).optional(),
	ignored: z.array(z.string()).optional(),
	unsaved: z.array(z.string()).optional().describe('Edited in the editor, so git has an older text.'),
});

type ShownStatus = z.output<typeof repositoryStatus>;

interface Entry {
	repository: number;
	group: Group;
	index: number;
	size: number;
}

/** One page of the files of all repositories, counted through. */
export function pageOfStatus(
	repositories: readonly RepositoryStatus[],
	{ offset, limit, budget }: { offset: number; limit: number; budget: number },
): { repositories: ShownStatus[]; total: number; nextOffset?: number } {
	const entries = repositories.flatMap((status, repository) =>
		GROUPS.flatMap(group =>
			status[group].map((file, index): Entry => ({ repository, group, index, size: JSON.stringify(file).length + 2 })),
		),
	);
	const heads = 300 * repositories.length;
	const shown = takeWhileFits(entries.slice(offset, offset + limit), budget - heads - 300, ({ size }) => size);
	const next = offset + shown.length;
	return {
		repositories: repositories.map((status, index) =>
			describe(
				status,
				shown.filter(entry => entry.repository === index),
			),
		),
		total: entries.length,
		...(next < entries.length && { nextOffset: next }),
	};
}

function describe(status: RepositoryStatus, entries: readonly Entry[]): ShownStatus {
	const { conflicts, staged, changed, untracked, ignored, unsaved, stashes, operation, ...facts } = status;
	const counts = GROUPS.map(group => [group, status[group].length] as const).filter(([, count]) => count > 0);
	const has = (group: Group, index: number) => entries.some(entry => entry.group === group && entry.index === index);
	const pick = <Item>(group: Group, items: readonly Item[]) => items.filter((_, index) => has(group, index));
	const lists = {
		conflicts: pick('conflicts', conflicts),
		staged: pick('staged', staged).map(mutable),
		changed: pick('changed', changed).map(mutable),
		untracked: pick('untracked', untracked),
		ignored: pick('ignored', ignored),
		unsaved: unsaved.slice(0, 50),
	};
	return {
		...facts,
		...(operation && { operation: { ...operation } }),
		...(stashes > 0 && { stashes }),
		counts: Object.fromEntries(counts),
		...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
	};
}

function mutable<File extends { submodule?: readonly string[] }>({ submodule, ...file }: File) {
	return { ...file, ...(submodule && { submodule: [...submodule] }) };
}

export function renderStatus(status: ShownStatus): string {
	const { conflicts = [], staged = [], changed = [], untracked = [], ignored = [], counts } = status;
	const files = (group: Group, lines: readonly string[]) =>
		lines.length === 0 ? [] : [`${group} (${counts[group] ?? lines.length}):`, ...lines.map(line => `  ${line}`)];
	return [
		status.root === '.' ? capitalized(headLine(status)) : `${status.root}: ${headLine(status)}`,
		...files(
			'conflicts',
			conflicts.map(({ path, ours, theirs }) => `${path} (${ours} here, ${theirs} there)`),
		),
		...files('staged', staged.map(changeLine)),
		...files('changed', changed.map(changeLine)),
		...files('untracked', untracked),
		...files('ignored', ignored),
		...(Object.keys(counts).length === 0 ? ['Nothing to commit, the working tree is clean.'] : []),
		...unsavedNote(status.unsaved),
	].join('\n');
}

function headLine({ branch, head, upstream, ahead, behind, operation, worktreeOf, stashes }: ShownStatus): string {
	const where = branch === undefined ? `detached at ${shortHash(head ?? '')}` : `on ${branch}`;
	const against =
		upstream === undefined
			? undefined
			: ahead === undefined || behind === undefined
				? `upstream ${upstream} is gone`
				: ahead === 0 && behind === 0
					? `up to date with ${upstream}`
					: `${[ahead > 0 && `${ahead} ahead of`, behind > 0 && `${behind} behind`].filter(Boolean).join(' and ')} ${upstream}`;
	const busy =
		operation && [operation.kind, operation.branch && `of ${operation.branch}`, operation.step].filter(Boolean);
	return [
		where,
		head === undefined && 'no commit yet',
		against,
		busy && `in the middle of a ${busy.join(' ')}`,
		worktreeOf && `a worktree of ${worktreeOf}`,
		stashes && plural(stashes, 'stash', 'stashes'),
	]
		.filter(Boolean)
		.join(', ');
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function changeLine({ path, change: word, from, submodule }: z.output<typeof changedFile>): string {
	const origin = from === undefined ? '' : ` from ${from}`;
	return `${path} (${word}${origin}${submodule ? `; submodule: ${submodule.join(', ') || 'same content'}` : ''})`;
}
