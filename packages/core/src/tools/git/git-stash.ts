import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Diff, Git } from '../../ports/git.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { countOf, plural } from '../../text/plural.ts';
import { type DiffPage, diffFields, diffPaging, pageOfDiff, renderDiff } from './diff-pages.ts';
import { ref, repository, shortHash } from './repository-parameter.ts';

const FILES_SHOWN = 100;

const stashRow = z.object({ index: z.int(), hash: z.string(), date: z.string(), message: z.string() });

export const gitStash = defineTool({
	name: 'git_stash',
	title: 'Stashes',
	searchHint: 'stash shelve changes set aside',
	description:
		'Puts uncommitted changes aside and brings them back: apply keeps the stash, pop drops it. Refused if changes would be lost.',
	whenToUse: 'Use it when changes are in the way.',
	effect: 'edits',
	needs: ['git'],
	timeout: 120_000,
	narrowBy: ['filesOnly', 'context'],

	example: { action: 'push', message: 'Half a discount' },

	input: z.strictObject({
		action: z.enum(['list', 'push', 'show', 'apply', 'pop', 'drop']).default('list').describe('Action.'),
		index: z.int().nonnegative().optional().describe('0, the latest, unless given; drop needs it.'),
		hash: ref.optional().describe('From the list: refuse if another stash is there.'),
		message: z.string().min(1).max(1000).optional().describe('For push.'),
		untracked: z.boolean().default(false).describe('push: also new files.'),
		paths: z.array(path).max(1000).optional().describe('push: only these.'),
		...diffPaging,
		repository,
	}),

	output: z.object({
		root: z.string(),
		done: z.enum(['listed', 'pushed', 'shown', 'applied', 'popped', 'dropped']),
		stash: stashRow.optional(),
		stashes: z.array(stashRow).optional().describe('The latest first.'),
		total: z.int().optional(),
		changed: z.array(z.string()).optional().describe('Files that were put aside or brought back.'),
		totalChanged: z.int().optional(),
		...z.object(diffFields).partial().shape,
	}),

	async run({ action, index, hash, message, untracked, paths, context, repository: where, ...paging }, { git }, call) {
		const { signal, budget } = call;
		if (action === 'list') {
			return list(await git.stashes({ repository: where }, signal), { offset: paging.offset, budget });
		}
		if (action === 'push') {
			return changedBy(
				'pushed',
				await git.stash({ repository: where, message, untracked, paths: paths ?? [] }, signal),
			);
		}
		if (action === 'drop' && index === undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'The action "drop" needs "index".');
		}
		const choice = { repository: where, index: index ?? 0, hash };
		if (action === 'drop') {
			return changedBy('dropped', await git.dropStash(choice, signal));
		}
		if (action === 'show') {
			const { root, stash, files } = await contentOf(git, { ...choice, context }, signal);
			return { root, done: 'shown' as const, stash, ...pageOfDiff(files, { ...paging, budget }) };
		}
		const drop = action === 'pop';
		return changedBy(drop ? 'popped' : 'applied', await git.takeStash({ ...choice, drop }, signal));
	},

	render({ done, stash, stashes = [], total = 0, changed = [], totalChanged = 0, ...diff }) {
		if (done === 'listed') {
			const rows = stashes.map(row => `${row.index}  ${shortHash(row.hash)} ${row.date.slice(0, 10)}  ${row.message}`);
			const left = diff.nextOffset === undefined ? [] : [`(More: call again with offset ${diff.nextOffset}.)`];
			return [[countOf(total, 'stash', 'stashes'), ...rows, ...left].join('\n')];
		}
		const which = stash === undefined ? '' : `${shortHash(stash.hash)}: ${stash.message}`;
		if (done === 'shown') {
			const { totalFiles = 0, added = 0, removed = 0, files = [], nextOffset } = diff;
			const page: DiffPage = { totalFiles, added, removed, files, nextOffset };
			return [`Stash ${stash?.index}, ${which}\n${renderDiff(page)}`];
		}
		if (done === 'dropped') {
			return [`Dropped stash ${stash?.index}, ${which}. "git stash store ${stash?.hash}" would bring it back.`];
		}
		const words = { pushed: 'Put aside', applied: 'Brought back', popped: 'Brought back and dropped' };
		const rest = totalChanged > changed.length ? [`  (and ${totalChanged - changed.length} more)`] : [];
		return [
			[`${words[done]} ${plural(totalChanged, 'file')}, ${which}`, ...changed.map(file => `  ${file}`), ...rest].join(
				'\n',
			),
		];
	},
});

function list(
	{ root, stashes }: Awaited<ReturnType<Git['stashes']>>,
	{ offset, budget }: { offset: number; budget: number },
) {
	const rows = stashes.slice(offset).map(stash => ({ ...stash, message: sourceLine(stash.message) }));
	const shown = takeWhileFits(rows, budget - 300, row => JSON.stringify(row).length + 1);
	const next = offset + shown.length;
	return {
		root,
		done: 'listed' as const,
		total: stashes.length,
		stashes: [...shown],
		...(next < stashes.length && { nextOffset: next }),
	};
}

function changedBy<Done extends 'pushed' | 'applied' | 'popped' | 'dropped'>(
	done: Done,
	{ root, stash, files }: Awaited<ReturnType<Git['stash']>>,
) {
	return {
		root,
		done,
		stash: { ...stash, message: sourceLine(stash.message) },
		...(files.length > 0 && { changed: files.slice(0, FILES_SHOWN), totalChanged: files.length }),
	};
}

/** What a stash holds: its changes to known files, then the files that were new to git. */
async function contentOf(
	git: Git,
	{
		repository: where,
		index,
		hash,
		context,
	}: { repository?: string | undefined; index: number; hash?: string | undefined; context: number },
	signal: Cancellation,
) {
	const { root, stashes } = await git.stashes({ repository: where }, signal);
	const stash = stashes[index];
	if (stash === undefined || (hash !== undefined && !stash.hash.startsWith(hash))) {
		throw new ToolError(
			'E_NO_STASH',
			`There is no stash ${index}${hash === undefined ? '' : ` with the hash ${hash}`}.`,
		);
	}
	const compare = { ref: `${stash.hash}^1..${stash.hash}` };
	const known = await git.diff({ repository: where, compare, context }, signal);
	const none: Pick<Diff, 'files'> = { files: [] };
	const fresh = await git.commit({ repository: where, ref: `${stash.hash}^3`, context }, signal).then(
		({ diff }) => diff,
		// Most stashes have no files that were new to git.
		() => none,
	);
	return { root, stash, files: [...known.files, ...fresh.files] };
}
