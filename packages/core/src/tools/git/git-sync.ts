import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { summarize } from '../../text/summarize.ts';
import { ref, repository, shortHash, unsavedNote } from './repository-parameter.ts';

const OUTPUT_SHOWN = 2_000;
const LISTED = 100;

const movedRef = z.object({ name: z.string(), change: z.enum(['new', 'updated', 'gone']) });

export const gitSync = defineTool({
	name: 'git_sync',
	title: 'Fetch, pull and push',
	searchHint: 'git push pull fetch remote',
	description:
		'Fetches from a remote, pulls into the present branch, or pushes it, with the hooks of the repository. Nothing is forced or lost.',
	whenToUse: 'Also to continue or abort after conflicts.',
	effect: 'lasts',
	needs: ['git'],
	timeout: 300_000,
	timeoutHint: 'The remote may be slow or wait for a login; ask the user to run the same git command in a terminal.',

	example: { action: 'pull' },

	input: z.strictObject({
		action: z.enum(['fetch', 'pull', 'push', 'sync', 'continue', 'abort']).describe('sync pulls, then pushes.'),
		diverged: z.enum(['refuse', 'merge', 'rebase']).default('refuse').describe('pull, when both sides have commits.'),
		publish: z.boolean().default(false).describe('push: create the branch on the remote and follow it.'),
		remote: ref.optional().describe('Name of the remote; that of the branch unless given.'),
		branch: ref.optional().describe('Branch on the remote, where it is not the upstream.'),
		prune: z.boolean().default(false).describe('Also tags; forget branches that are gone there.'),
		repository,
	}),

	output: z.object({
		root: z.string(),
		action: z.string(),
		branch: z.string().optional(),
		head: z.string().optional(),
		upstream: z.string().optional(),
		ahead: z.int().optional().describe('Commits that the upstream lacks.'),
		behind: z.int().optional().describe('Commits of the upstream that the branch lacks.'),
		moved: z.array(movedRef).optional().describe('Branches and tags of the remote that a fetch has changed here.'),
		totalMoved: z.int().optional(),
		pulled: z.int().optional().describe('Commits that came into the branch.'),
		files: z.array(z.string()).optional().describe('Files that these changed.'),
		totalFiles: z.int().optional(),
		pushed: z.int().optional().describe('Commits that no remote had before.'),
		output: z.string().optional().describe('What hooks and the server printed.'),
		unsaved: z.array(z.string()).optional(),
	}),

	async run({ repository: where, ...request }, { git }, { signal, progress }) {
		const { moved, files, output, unsaved, pulled, pushed, ...state } = await git.sync(
			{ repository: where, ...request },
			progress,
			signal,
		);
		const { action } = request;
		const pulls = action === 'pull' || action === 'sync';
		return {
			action,
			...state,
			...(moved.length > 0 && { moved: moved.slice(0, LISTED), totalMoved: moved.length }),
			...(pulls && { pulled }),
			...(files.length > 0 && { files: files.slice(0, LISTED), totalFiles: files.length }),
			...((action === 'push' || action === 'sync') && { pushed }),
			...(output !== '' && { output: output.slice(-OUTPUT_SHOWN) }),
			...(unsaved.length > 0 && { unsaved: unsaved.slice(0, LISTED) }),
		};
	},

	render(data) {
		const {
			action,
			branch,
			head,
			moved,
			totalMoved = 0,
			pulled,
			files,
			totalFiles = 0,
			pushed,
			output,
			unsaved,
		} = data;
		const place = `${branch ?? 'A detached HEAD'}${head === undefined ? '' : ` at ${shortHash(head)}`}`;
		return [
			[
				`${DONE[action] ?? 'Done'}. ${place}${against(data)}.`,
				...(pulled === undefined ? [] : [`Pulled ${plural(pulled, 'commit')}, ${plural(totalFiles, 'file')} changed.`]),
				...(files === undefined ? [] : files.map(file => `  ${file}`)),
				...more(totalFiles, files?.length ?? 0),
				...(pushed === undefined ? [] : [`Pushed ${plural(pushed, 'commit')}.`]),
				...(moved === undefined ? [] : moved.map(({ name, change }) => `${name} is ${change}`)),
				...more(totalMoved, moved?.length ?? 0),
				...unsavedNote(unsaved),
				...(output === undefined ? [] : ['Printed:', output]),
			].join('\n'),
			`${DONE[action] ?? 'Done'}. ${place}${against(data)}. ${summarize(files ?? [], 5)}`,
		];
	},
});

const DONE: Partial<Record<string, string>> = {
	fetch: 'Fetched',
	pull: 'Pulled',
	push: 'Pushed',
	sync: 'Synchronised',
	continue: 'Continued',
	abort: 'Went back to before',
};

function more(total: number, shown: number): string[] {
	return total > shown ? [`  (and ${total - shown} more)`] : [];
}

function against({
	upstream,
	ahead,
	behind,
}: {
	upstream?: string | undefined;
	ahead?: number | undefined;
	behind?: number | undefined;
}): string {
	if (upstream === undefined) {
		return ', which follows no branch of a remote';
	}
	if (ahead === undefined || behind === undefined) {
		return `; ${upstream} is gone`;
	}
	return ahead === 0 && behind === 0
		? `, the same as ${upstream}`
		: `, ${ahead} ahead of and ${behind} behind ${upstream}`;
}
