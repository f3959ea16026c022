import { z } from 'zod';
import { sourceLine } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';

/** Enough to see that it was the right text; the user can undo the rest. */
const REPLACED_SHOWN = 2_000;

export const editorReplaceSelection = defineTool({
	name: 'editor_replace_selection',
	title: 'Replace the selected text',
	searchHint: 'selected text replace selection cursor',
	description:
		'Replaces what the user has selected in the active editor, as one step that they can undo. It is not saved: they are at the keyboard.',
	whenToUse: 'Use it when the user says "replace this" of selected code. To change a file and save it, use file_edit.',
	effect: 'edits',
	needs: ['editor'],
	// A user may have to allow it first.
	timeout: 90_000,

	example: { text: 'rate = 0.19' },

	input: z.strictObject({
		text: z.string().describe('The new text; empty deletes the selection.'),
		expected: z
			.string()
			.optional()
			.describe('The selected text as you know it; if another text is selected by now, nothing is changed.'),
	}),

	output: z.object({
		path: z.string(),
		line: z.int(),
		column: z.int(),
		endLine: z.int(),
		endColumn: z.int(),
		replaced: z.string(),
		truncated: z.literal(true).optional().describe('Only the start of the replaced text is given.'),
		otherSelections: z.int().optional().describe('Further selections, which were left as they are.'),
		saved: z.boolean(),
	}),

	async run({ text, expected }, { editor }, call) {
		const { path, range, replaced, otherSelections, dirty } = await editor.replaceSelection(text, expected, call);
		return {
			path,
			line: range.start.line,
			column: range.start.column,
			endLine: range.end.line,
			endColumn: range.end.column,
			replaced: replaced.slice(0, REPLACED_SHOWN),
			...(replaced.length > REPLACED_SHOWN && { truncated: true as const }),
			...(otherSelections > 0 && { otherSelections }),
			saved: !dirty,
		};
	},

	render({ path, line, column, endLine, endColumn, replaced, truncated, otherSelections, saved }) {
		const head = `Replaced the selection in ${path}; the new text is at ${line}:${column}-${endLine}:${endColumn}${saved ? '' : ', not saved'}.`;
		const others =
			otherSelections === undefined ? '' : `\n${otherSelections} further selections were left as they are.`;
		const was = `${head}${others}\nIt was${truncated ? ' (start only)' : ''}:\n`;
		return [was + replaced, was + sourceLine(replaced)];
	},
});
