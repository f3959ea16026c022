import { z } from 'zod';
import { editSummary, renderChangedFiles, renderEdits, summarizeEdits } from '../../answers/edit-summary.ts';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { freshness } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { plural } from '../../text/plural.ts';
import { checkNewName } from './check-new-name.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';

export const symbolRename = defineTool({
	name: 'symbol_rename',
	title: 'Rename a symbol',
	searchHint: 'rename variable function class method symbol across files refactor',
	description:
		'Renames a symbol and everything that refers to it, in all files, through the language server; saves them. All or nothing.',
	whenToUse: 'Use it instead of search and replace, which also hits comments and other symbols of the same name.',
	effect: 'edits',
	reviewable: true,
	needs: [...LOCATING, 'refactorings', 'diagnostics'],
	timeout: 120_000,
	narrowBy: ['limit'],

	example: { path: 'src/cart.ts', symbol: 'addTax', newName: 'withTax' },

	input: z.strictObject({
		...symbolAddress,
		newName: z.string().min(1).describe('The name alone, without its class or module.'),
		preview: z.boolean().default(false).describe('Only tell what would change.'),
		limit: z.int().nonnegative().max(1000).default(100).describe('Places to show; all are renamed and counted.'),
	}),

	output: z.object({
		applied: z.boolean(),
		oldName: z.string(),
		newName: z.string(),
		freshness,
		...editSummary,
		leftUnsaved: z
			.array(z.string())
			.optional()
			.describe('Changed, but not saved: these files had unsaved edits of the user.'),
		problems: problemChanges.optional(),
	}),

	async run({ newName, preview, limit, ...address }, ports, call) {
		const { signal, budget } = call;
		const located = await locateSymbol(address, ports, signal);
		const { language } = await ports.documents.read(located.path, signal);
		checkNewName(newName, { language, kind: located.kind });
		const { freshness, doubtfulFiles, oldName, plan } = await ports.refactorings.planRename(
			located.path,
			located.position,
			newName,
			signal,
		);
		if (oldName === newName) {
			throw new ToolError('E_NO_CHANGES', `${oldName} has that name already.`);
		}
		const summary = summarizeEdits(plan, { budget, limit, asChanged: !preview });
		if (freshness !== 'fresh' && (!preview || summary.totalFiles === 0)) {
			const doubt = doubtfulFiles ? `; ${plural(doubtfulFiles, 'more file mentions', 'more files mention')} it` : '';
			throw new ToolError(
				'E_NOT_READY',
				`Not all uses of ${oldName} are known yet: ${plural(summary.totalEdits, 'place')} so far${doubt}.`,
				{
					details: {
						freshness,
						totalEdits: summary.totalEdits,
						totalFiles: summary.totalFiles,
						...(doubtfulFiles && { doubtfulFiles }),
					},
				},
			);
		}
		if (summary.totalFiles === 0) {
			throw new ToolError('E_RENAME_REFUSED', `The language server has nothing to rename for ${oldName}.`);
		}
		const answer = { applied: !preview, oldName, newName, freshness, ...summary };
		if (preview) {
			return answer;
		}
		const paths = plan.files.map(({ path }) => path);
		const { result, problems } = await withProblemChanges(ports.diagnostics, paths, call, () => plan.apply(call));
		const leftUnsaved = [...result.leftUnsaved];
		return { ...answer, ...(leftUnsaved.length > 0 && { leftUnsaved }), problems };
	},

	render(output) {
		const { applied, oldName, newName, freshness, totalEdits, totalFiles, leftUnsaved = [], problems } = output;
		const state = freshness === 'fresh' ? '' : ` (${freshness}: more may be found later)`;
		const counts = `${plural(totalEdits, 'edit')} in ${plural(totalFiles, 'file')}`;
		const head = [
			`${applied ? 'Renamed' : 'Would rename'} ${oldName} to ${newName}: ${counts}${state}`,
			...(leftUnsaved.length > 0 ? [`Not saved, because the user has unsaved edits: ${leftUnsaved.join(', ')}`] : []),
			...(problems ? renderProblemChanges(problems) : []),
		];
		return applied ? renderChangedFiles(head.join('\n'), output) : renderEdits(head.join('\n'), output);
	},
});
