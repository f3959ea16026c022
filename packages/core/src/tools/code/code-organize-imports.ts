import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { applyAction } from './apply-action.ts';
import { countLines, renderTidied, tidiedFile } from './changed-lines.ts';

export const codeOrganizeImports = defineTool({
	name: 'code_organize_imports',
	title: 'Organise imports',
	searchHint: 'organize sort remove unused imports',
	description: 'Sorts the imports of a file, removes those that nothing uses, and saves it.',
	whenToUse: 'Use it after moving or deleting code.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['refactorings'],
	timeout: 60_000,

	example: { path: 'src/checkout.ts' },

	input: z.strictObject({ path }),

	output: z.object(tidiedFile),

	async run({ path }, { refactorings }, call) {
		const { path: shown, action } = await refactorings.planOrganizeImports(path, call.signal);
		if (action === undefined) {
			return { path: shown, changed: false, linesChanged: 0 };
		}
		const { files, leftUnsaved } = await applyAction(action, call);
		return {
			path: shown,
			changed: files.length > 0,
			linesChanged: countLines(files),
			...(leftUnsaved.length > 0 && { leftUnsaved: true as const }),
		};
	},

	render(output) {
		return [renderTidied('imports organised', 'the imports are in order', output)];
	},
});
