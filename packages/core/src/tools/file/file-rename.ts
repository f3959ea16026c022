import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { filesByFolder } from '../../text/files-by-folder.ts';
import { plural } from '../../text/plural.ts';

export const fileRename = defineTool({
	name: 'file_rename',
	title: 'Rename or move a file',
	searchHint: 'move file folder update imports mv',
	description:
		'Renames or moves a file or folder in the editor: imports that lead to it or away from it are updated and saved, open tabs and unsaved edits go along.',
	whenToUse: 'Use it instead of mv or git mv, which break imports.',
	effect: 'edits',
	reviewable: true,
	needs: ['fileMoves'],
	asksUser: { from: 'path', to: 'path' },
	timeout: 120_000,

	example: { from: 'src/cart.ts', to: 'src/basket.ts' },

	input: z.strictObject({
		from: path.describe('File or folder to move.'),
		to: path.describe('Its new path, name included; folders on the way are created.'),
	}),

	output: z.object({
		from: z.string(),
		to: z.string(),
		kind: z.enum(['file', 'folder']),
		imports: z
			.enum(['updated', 'unaffected', 'never', 'asked', 'left'])
			.describe("never and asked: the user's settings; left: not updated, see outdated."),
		changedTotal: z.int(),
		changed: z.array(z.string()).describe('Files whose imports were changed.'),
		outdatedTotal: z.int(),
		outdated: z.array(z.string()).describe('Files that still import from the old place.'),
		leftUnsaved: z.array(z.string()).optional().describe('Not saved: unsaved edits of the user.'),
		truncated: z.literal(true).optional(),
	}),

	async run({ from, to }, { fileMoves }, call) {
		const move = await fileMoves.move(from, to, call);
		const room = (call.budget - 800) / 2;
		const changed = takeWhileFits(move.changed, room, name => name.length + 4);
		const outdated = takeWhileFits(move.outdated, room, name => name.length + 4);
		const truncated = changed.length < move.changed.length || outdated.length < move.outdated.length;
		return {
			from: move.from,
			to: move.to,
			kind: move.kind,
			imports: move.imports,
			changedTotal: move.changed.length,
			changed: [...changed],
			outdatedTotal: move.outdated.length,
			outdated: [...outdated],
			...(move.leftUnsaved.length > 0 && { leftUnsaved: [...move.leftUnsaved] }),
			...(truncated && { truncated: true as const }),
		};
	},

	render({ kind, imports, changedTotal, changed, outdatedTotal, outdated, leftUnsaved = [] }) {
		const list = (total: number, names: readonly string[]) =>
			[
				...filesByFolder(names.map(path => ({ path }))),
				...(total > names.length ? [`and ${total - names.length} more`] : []),
			].join('\n');
		return [
			[
				`Moved the ${kind}. ${IMPORTS[imports]}`,
				...(changedTotal > 0 ? [`Changed ${plural(changedTotal, 'file')}:\n${list(changedTotal, changed)}`] : []),
				...(outdatedTotal > 0 ? [`Still importing from the old place:\n${list(outdatedTotal, outdated)}`] : []),
				...(leftUnsaved.length > 0 ? [`Not saved, because of unsaved edits: ${leftUnsaved.join(', ')}`] : []),
			].join('\n'),
		];
	},
});

const IMPORTS = {
	updated: 'Imports were updated.',
	unaffected: 'No import was affected.',
	never: "Imports were not updated: the user's setting says never.",
	asked: 'Imports wait for the user: a setting of the workspace makes VS Code ask.',
	left: 'Not all imports were updated.',
} as const;
