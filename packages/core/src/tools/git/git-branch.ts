import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Git } from '../../ports/git.ts';
import { countOf, plural } from '../../text/plural.ts';
import { ref, repository, shortHash } from './repository-parameter.ts';

const branch = z.object({
	name: z.string(),
	remote: z.boolean().optional(),
	current: z.boolean().optional(),
	hash: z.string(),
	date: z.string(),
	subject: z.string(),
	upstream: z.string().optional(),
	upstreamGone: z.boolean().optional(),
	ahead: z.int().optional(),
	behind: z.int().optional(),
	worktree: z.string().optional().describe('Another working tree that has it checked out.'),
});

export const gitBranch = defineTool({
	name: 'git_branch',
	title: 'Branches',
	searchHint: 'create switch checkout delete branch',
	description:
		'Lists, creates, switches to or deletes branches. Never forces: what would lose commits, changes or unsaved edits is refused.',
	whenToUse: 'Use it to start work on a branch of its own.',
	effect: 'lasts',
	needs: ['git'],
	timeout: 120_000,
	narrowBy: ['limit'],

	example: { action: 'create', name: 'lower-tax' },

	input: z.strictObject({
		action: z.enum(['list', 'create', 'switch', 'delete']).default('list').describe('Action.'),
		name: ref.optional().describe('The branch; with detach any commit or tag.'),
		startPoint: ref.optional().describe('create: where it starts; HEAD unless given.'),
		switch: z.boolean().default(false).describe('create: switch to it as well.'),
		detach: z.boolean().default(false).describe('switch: leave all branches, look at a commit.'),
		remote: z.boolean().default(false).describe('list: also branches of remotes.'),
		limit: z.int().positive().max(1000).default(50).describe('Branches in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Branches to skip, to page.'),
		repository,
	}),

	output: z.object({
		root: z.string(),
		done: z.enum(['listed', 'created', 'switched', 'deleted']),
		branch: z.string().optional(),
		hash: z.string().optional(),
		carried: z.int().optional().describe('Uncommitted changes that came along.'),
		total: z.int().optional(),
		branches: z.array(branch).optional().describe('The latest first.'),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run(input, { git }, { signal, budget }) {
		const { action, name, repository: where } = input;
		if (action === 'list') {
			return list(await git.branches({ repository: where, remote: input.remote }, signal), { ...input, budget });
		}
		if (name === undefined) {
			throw new ToolError('E_INVALID_PARAMS', `The action "${action}" needs "name".`);
		}
		if (action === 'delete') {
			return {
				done: 'deleted' as const,
				branch: name,
				...(await git.deleteBranch({ repository: where, name }, signal)),
			};
		}
		if (action === 'create') {
			const created = await git.createBranch({ repository: where, name, startPoint: input.startPoint }, signal);
			if (!input.switch) {
				return { done: 'created' as const, branch: name, ...created };
			}
		}
		const { head, ...switched } = await git.switchTo({ repository: where, ref: name, detach: input.detach }, signal);
		return { done: 'switched' as const, ...switched, hash: head };
	},

	render({ done, branch: name, hash = '', carried = 0, total = 0, branches = [], nextOffset }) {
		if (done !== 'listed') {
			const place = name === undefined ? `Detached at ${shortHash(hash)}` : `${name} is ${done}, at ${shortHash(hash)}`;
			const switched = done === 'switched' && name !== undefined ? `Switched to ${name}, at ${shortHash(hash)}` : place;
			return [`${switched}.${carried > 0 ? ` ${plural(carried, 'uncommitted change')} came along.` : ''}`];
		}
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const lines = branches.map(row => {
			const marks = [
				row.upstream &&
					(row.upstreamGone
						? `${row.upstream} is gone`
						: `${row.ahead ?? 0} ahead, ${row.behind ?? 0} behind ${row.upstream}`),
				row.worktree && `checked out in ${row.worktree}`,
			].filter(Boolean);
			const tail = marks.length > 0 ? ` (${marks.join('; ')})` : '';
			return `${row.current ? '*' : ' '} ${row.name}  ${shortHash(row.hash)} ${row.date.slice(0, 10)}  ${row.subject}${tail}`;
		});
		return [[countOf(total, 'branch', 'branches'), ...lines, ...more].join('\n')];
	},
});

function list(
	{ root, branches }: Awaited<ReturnType<Git['branches']>>,
	{ offset, limit, budget }: { offset: number; limit: number; budget: number },
) {
	const rows = branches.slice(offset, offset + limit).map(({ remote, current, ...row }) => ({
		...row,
		subject: sourceLine(row.subject),
		...(remote && { remote }),
		...(current && { current }),
	}));
	const shown = takeWhileFits(rows, budget - 300, row => JSON.stringify(row).length + 1);
	const next = offset + shown.length;
	return {
		root,
		done: 'listed' as const,
		total: branches.length,
		branches: [...shown],
		...(next < branches.length && { nextOffset: next }),
	};
}
