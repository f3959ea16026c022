import { z } from 'zod';
import { editSummary, renderEdits, summarizeEdits } from '../../answers/edit-summary.ts';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { splitGlobs } from '../../text/glob.ts';
import { plural } from '../../text/plural.ts';
import { searchQuery } from './search-query.ts';

export const textReplace = defineTool({
	name: 'text_replace',
	title: 'Replace text in many files',
	searchHint: 'find and replace text everywhere regex substitute across files',
	description:
		'Replaces every match in all files of the workspace through the editor, and saves. All or nothing; unsaved edits of the user are kept.',
	whenToUse: 'Preview first. For a symbol use symbol_rename.',
	effect: 'edits',
	reviewable: true,
	needs: ['refactorings', 'diagnostics'],
	listed: false,
	timeout: 120_000,
	narrowBy: ['include'],

	example: { query: 'addTax', replacement: 'withTax', include: 'src', preview: true },

	input: z.strictObject({
		...searchQuery,
		replacement: z
			.string()
			.max(100_000)
			.regex(/^[^\0]*$/, 'must not contain a NUL character')
			.describe('With regex, $1 is a group, $0 the match, $$ a dollar.'),
		preview: z.boolean().default(false).describe('Only tell what would change.'),
		limit: unlisted(z.int().nonnegative().max(1000).default(100).describe('Places to show.')),
	}),

	output: z.object({
		applied: z.boolean(),
		total: z.int().describe('Matches that are replaced.'),
		...editSummary,
		leftUnsaved: z
			.array(z.string())
			.optional()
			.describe('Changed, but not saved: these files had unsaved edits of the user.'),
		skipped: z.array(z.string()).optional().describe('Notebooks with matches, which notebook_edit changes.'),
		problems: problemChanges.optional(),
	}),

	async run({ query, replacement, include, exclude, preview, limit, ...rest }, { refactorings, diagnostics }, call) {
		const wanted = { ...rest, text: query, include: splitGlobs(include), exclude: splitGlobs(exclude) };
		const { plan, total, skipped, searchedNothing } = await refactorings.planReplace(wanted, replacement, call.signal);
		if (plan.files.length === 0) {
			const why = searchedNothing
				? 'No file was searched: none fits include and exclude, or all that fit are ignored.'
				: skipped.length > 0
					? `Only notebooks match, which notebook_edit changes: ${skipped.join(', ')}.`
					: total > 0
						? 'Every match has the new text already.'
						: 'Nothing matches.';
			throw new ToolError('E_NO_CHANGES', why);
		}
		const answer = {
			applied: !preview,
			total,
			...summarizeEdits(plan, { budget: call.budget, limit, newText: true }),
			...(skipped.length > 0 && { skipped: [...skipped] }),
		};
		if (preview) {
			return answer;
		}
		const paths = plan.files.map(({ path }) => path);
		const { result, problems } = await withProblemChanges(diagnostics, paths, call, () => plan.apply(call));
		const leftUnsaved = [...result.leftUnsaved];
		return { ...answer, ...(leftUnsaved.length > 0 && { leftUnsaved }), problems };
	},

	render(output) {
		const { applied, total, totalFiles, leftUnsaved = [], skipped = [], problems } = output;
		const counts = `${plural(total, 'match', 'matches')} in ${plural(totalFiles, 'file')}`;
		const head = [
			`${applied ? 'Replaced' : 'Preview, nothing changed: would replace'} ${counts}`,
			...(leftUnsaved.length > 0 ? [`Not saved, because the user has unsaved edits: ${leftUnsaved.join(', ')}`] : []),
			...(skipped.length > 0 ? [`Left out, because they are notebooks: ${skipped.join(', ')}`] : []),
			...(problems ? renderProblemChanges(problems) : []),
		];
		return renderEdits(head.join('\n'), output);
	},
});
