import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { RecordedChange, UndoneChange } from '../../ports/changes.ts';
import { plural } from '../../text/plural.ts';

export const changeUndo = defineTool({
	name: 'change_undo',
	title: 'Take changes back',
	searchHint: 'revert undo my edits restore file roll back',
	description:
		'Takes back what you have changed in files: single changes, all of a call, all in a file, or everything. What the user or other agents have written since stays; lines that they have worked on are left and named. Git is not touched, and the undoing can itself be taken back.',
	whenToUse: 'Use it instead of rewriting files when an attempt was wrong. change_list has the ids.',
	effect: 'edits',
	needs: ['changes'],
	timeout: 120_000,

	example: { path: 'src/cart.ts' },

	input: z.strictObject({
		ids: z.array(z.string()).max(1000).optional().describe('Ids of change_list.'),
		call: z.string().optional().describe('All changes of this call.'),
		path: path.optional().describe('All of your changes of this file, or below this folder.'),
		all: z.boolean().optional().describe('Everything that you have changed.'),
	}),

	output: z.object({
		changes: z.array(
			z.object({
				id: z.string(),
				path: z.string(),
				outcome: z.enum(['undone', 'partly', 'kept']),
				why: z.string().optional(),
				kept: z.array(z.object({ line: z.int(), lines: z.int() })),
			}),
		),
	}),

	async run({ ids, call: calledBy, path, all }, { changes }, call) {
		if ([ids, calledBy, path, all].every(given => given === undefined || given === false)) {
			throw new ToolError('E_INVALID_PARAMS', 'Say what to take back: ids, call, path, or all: true.');
		}
		const known = (await changes.list(path, call)).filter(({ undone }) => !undone);
		const strange = ids?.find(id => !known.some(change => change.id === id));
		if (strange !== undefined) {
			throw new ToolError('E_INVALID_PARAMS', `There is no change ${strange} of yours that could be taken back.`, {
				hint: 'change_list shows your changes, and which of them are undone.',
			});
		}
		const meant = known.filter(
			change =>
				// Everything is without what was taken back: that is meant only where it is named.
				(ids === undefined ? !change.isUndo : ids.includes(change.id)) &&
				(calledBy === undefined || change.call === calledBy),
		);
		// Everything is also without what may be the user's own work: that is meant only where something of it is named.
		const isEverything = [ids, calledBy, path].every(given => given === undefined);
		const sure = meant.filter(({ guessed }) => !isEverything || guessed !== true);
		const left = meant.filter(change => !sure.includes(change)).map(leave);
		if (meant.length === 0) {
			throw new ToolError('E_NO_CHANGES', 'There is nothing of yours to take back.', {
				hint: 'change_list shows your changes.',
			});
		}
		const ownIds = sure.map(({ id }) => id);
		return { changes: [...(ownIds.length === 0 ? [] : await changes.undo(ownIds, call)), ...left] };
	},

	render({ changes }) {
		const undone = changes.filter(({ outcome }) => outcome === 'undone');
		const files = new Set(undone.map(({ path }) => path));
		const rest = changes.filter(({ outcome }) => outcome !== 'undone').map(describeRest);
		const done =
			undone.length === 0 ? [] : [`Took back ${plural(undone.length, 'change')} in ${plural(files.size, 'file')}.`];
		return [[...done, ...rest].join('\n')];
	},
});

function leave({ id, path }: RecordedChange): UndoneChange {
	const why = `written outside of the editor, by you or by the user; if it is yours, give its id, ${id}`;
	return { id, path, outcome: 'kept', why, kept: [] };
}

function describeRest({
	path,
	outcome,
	why,
	kept,
}: Pick<UndoneChange, 'path' | 'outcome' | 'kept'> & { why?: string | undefined }): string {
	const lines = kept.map(({ line, lines: count }) => (count === 1 ? `${line}` : `${line} to ${line + count - 1}`));
	const where = lines.length === 0 ? '' : ` Left: line ${lines.join(', ')}.`;
	return `${path}: ${outcome === 'partly' ? 'taken back in part' : 'kept'}${why === undefined ? '' : `, ${why}`}.${where}`;
}
