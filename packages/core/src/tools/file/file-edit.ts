import { z } from 'zod';
import { withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { type AppliedEdit, matchEdits } from '../../text/match-edits.ts';
import { renderWritten, writtenFile } from './written-file.ts';

export const fileEdit = defineTool({
	name: 'file_edit',
	title: 'Edit a file',
	description:
		'Replaces pieces of text in a file through the editor, saves it, and tells which problems appeared. All edits are made or none; for one that does not match, the answer says why and shows the nearest text.',
	whenToUse:
		'Use it to change parts of a file. The text is matched exactly, on what the editor has, unsaved edits included.',
	effect: 'edits',
	needs: ['documents', 'diagnostics'],
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: { path: 'src/cart.ts', edits: [{ oldText: 'rate = 0.2', newText: 'rate = 0.19' }] },

	input: z.strictObject({
		path,
		edits: z
			.array(
				z.strictObject({
					oldText: z.string().min(1).describe('Text as it stands in the file, with its indentation; occurs once.'),
					newText: z.string().describe('Text to put there.'),
					all: z.boolean().optional().describe('Replace every occurrence.'),
				}),
			)
			.min(1)
			.max(200)
			.describe('Made in this order, each on the result of the one before.'),
		version: z.string().optional().describe('Version that file_read gave: fail if the file has changed since.'),
	}),

	output: z.object({
		...writtenFile,
		edits: z
			.array(z.object({ line: z.int(), replaced: z.int() }))
			.describe('For each edit: where, and how many places.'),
	}),

	async run({ path, edits, version }, { documents, diagnostics }, call) {
		let applied: readonly AppliedEdit[] = [];
		const { result, problems } = await withProblemChanges(diagnostics, [path], call, () =>
			documents.change(
				path,
				{ replaces: 'parts', version },
				present => {
					const matched = matchEdits(present.text, edits, present.path);
					applied = matched.applied;
					return matched.text;
				},
				call,
			),
		);
		return { ...result, edits: [...applied], problems };
	},

	render(written) {
		const places = written.edits.map(({ line, replaced }) =>
			replaced === 1 ? `${line}` : `${line} (${replaced} places)`,
		);
		return [
			`${renderWritten('Edited', written)}\nAt ${places.length === 1 ? 'line' : 'lines'} ${places.join(', ')}.`,
			renderWritten('Edited', written),
		];
	},
});
