import { z } from 'zod';
import { column, line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';

export const editorOpen = defineTool({
	name: 'editor_open',
	title: 'Open in the editor',
	searchHint: 'show reveal navigate jump to line user',
	description: 'Shows a file to the user in VS Code, with the cursor or a selection where you say.',
	whenToUse: 'Use it to point the user at code. Not needed before reading or editing a file.',
	effect: 'shows',
	needs: ['editor'],
	aliases: ['editor_goto_line'],

	example: { path: 'src/cart.ts', line: 7 },

	input: z.strictObject({
		path,
		line: line.optional(),
		column: column.optional(),
		endLine: line.optional().describe('1-based last line of the selection.'),
		endColumn: column.optional().describe('1-based column after the last selected character.'),
	}),

	output: z.object({
		path: z.string(),
		line: z.int(),
		column: z.int(),
		endLine: z.int(),
		endColumn: z.int(),
	}),

	async run({ path, line, column, endLine, endColumn }, { editor }, { signal }) {
		const start = { line: line ?? endLine ?? 1, column: column ?? 1 };
		const end = { line: endLine ?? start.line, column: endColumn ?? (endLine === undefined ? start.column : 1) };
		if (end.line < start.line || (end.line === start.line && end.column < start.column)) {
			throw new ToolError('E_INVALID_PARAMS', 'The selection ends before it starts.');
		}
		const wanted = line === undefined && endLine === undefined ? undefined : { start, end };
		const opened = await editor.open(path, wanted, signal);
		return {
			path: opened.path,
			line: opened.range.start.line,
			column: opened.range.start.column,
			endLine: opened.range.end.line,
			endColumn: opened.range.end.column,
		};
	},

	render({ path, line, column, endLine, endColumn }) {
		const selection = line === endLine && column === endColumn ? '' : ` to ${endLine}:${endColumn}`;
		return [`Opened ${path} at ${line}:${column}${selection}.`];
	},
});
