import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';

export const fileDelete = defineTool({
	name: 'file_delete',
	title: 'Delete a file',
	searchHint: 'remove rm trash file folder',
	description:
		'Deletes a file, or with recursive a folder, so that the user can get it back: to the trash, or where the system has none to a folder that the answer names. Refused where unsaved edits would be lost.',
	whenToUse: 'Use it instead of rm, which cannot be undone.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['files'],
	asksUser: { path: 'path' },
	// The user may be asked, and has a minute to answer.
	timeout: 120_000,

	example: { path: 'src/discount.ts' },

	input: z.strictObject({
		path,
		recursive: z.boolean().default(false).describe('Needed to delete a folder and all in it.'),
	}),

	output: z.object({
		path: z.string(),
		kind: z.enum(['file', 'folder']),
		movedTo: z.string().describe('"trash", or the absolute path where it is now.'),
	}),

	run: ({ path, recursive }, { files }, call) => files.remove(path, { recursive }, call),

	render({ path, kind, movedTo }) {
		const where = movedTo === 'trash' ? 'the trash' : movedTo;
		return [`Deleted the ${kind} ${path}. It is in ${where}.`];
	},
});
