import { z } from 'zod';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { countLines, renderTidied, tidiedFile } from './changed-lines.ts';

export const codeFormat = defineTool({
	name: 'code_format',
	title: 'Format a file',
	searchHint: 'format code prettier formatter indentation beautify',
	description:
		"Formats a file, or some of its lines, with the editor's formatter and the file's indentation; saves it.",
	whenToUse: 'Use it after writing code, instead of aligning it by hand.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['refactorings'],
	timeout: 60_000,

	example: { path: 'src/cart.ts' },

	input: z.strictObject({
		path,
		startLine: line.optional().describe('1-based first line; the whole file unless given.'),
		endLine: line.optional().describe('1-based last line, inclusive.'),
	}),

	output: z.object(tidiedFile),

	async run({ path, startLine, endLine }, { refactorings }, call) {
		const lines =
			startLine === undefined && endLine === undefined
				? undefined
				: { from: startLine ?? 1, to: endLine ?? startLine ?? 1 };
		if (lines && lines.to < lines.from) {
			throw new ToolError('E_INVALID_PARAMS', `endLine ${lines.to} comes before startLine ${lines.from}.`);
		}
		const { path: shown, plan } = await refactorings.planFormat(path, lines, call.signal);
		const changed = plan.files.some(({ edits }) => edits.length > 0);
		const { leftUnsaved } = changed ? await plan.apply(call) : { leftUnsaved: [] };
		return {
			path: shown,
			changed,
			linesChanged: countLines(plan.files),
			...(leftUnsaved.length > 0 && { leftUnsaved: true as const }),
		};
	},

	render(output) {
		return [renderTidied('formatted', 'formatted already', output)];
	},
});
