import { z } from 'zod';
import { editSummary, renderEdits, summarizeEdits } from '../../answers/edit-summary.ts';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { isToolError, ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { ActionChoice, Refactorings } from '../../ports/refactorings.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { plural } from '../../text/plural.ts';
import { applyAction } from './apply-action.ts';
import { areaFields, areaOf } from './text-area.ts';

const PLACES_SHOWN = 50;

export const codeActionApply = defineTool({
	name: 'code_action_apply',
	title: 'Apply a quick fix or refactoring',
	searchHint: 'quick fix apply missing import refactor extract function variable method inline',
	description:
		'Makes a quick fix or refactoring and saves: one that code_actions listed, by id, or the one with this kind or title for a line or range; without either, the preferred quick fix.',
	whenToUse: 'Use it instead of doing by hand what the language server can: missing import, extract function.',
	effect: 'runs',
	reviewable: true,
	needs: ['refactorings', 'diagnostics'],
	timeout: 120_000,

	example: { path: 'src/cart.ts', line: 7, endLine: 9, kind: 'refactor.move.newFile' },

	input: z.strictObject({
		id: z.string().optional().describe('From code_actions. Nothing else is needed then.'),
		path: path.optional(),
		...areaFields,
		kind: z.string().optional().describe('Such as quickfix, refactor.extract.constant, source.fixAll.'),
		title: z.string().optional().describe('The title, or a part of it that no other has.'),
		preview: z.boolean().default(false).describe('Only tell what would change.'),
		orWholeLine: unlisted(z.boolean().default(false).describe('Take the line if nothing is offered at the place.')),
	}),

	output: z.object({
		applied: z.boolean(),
		title: z.string(),
		kind: z.string(),
		...editSummary,
		others: z.array(z.string()).optional().describe('Titles of other actions that matched.'),
		leftUnsaved: z.array(z.string()).optional().describe('Changed, but not saved: unsaved edits of the user.'),
		problems: problemChanges.optional(),
	}),

	async run({ preview, ...input }, { refactorings, diagnostics }, call) {
		const { signal, budget } = call;
		const action = await planAction(input, refactorings, signal);
		const { title, kind, others } = action;
		const facts = { title, kind, ...(others.length > 0 && { others: others.slice(0, 10) }) };
		if (!('plan' in action)) {
			if (preview) {
				throw new ToolError('E_ACTION_REFUSED', `"${title}" is made by its extension and cannot be shown beforehand.`, {
					hint: 'Apply it without preview, or choose another action.',
				});
			}
			const { files, leftUnsaved } = await applyAction(action, call);
			const summary = summarizeEdits({ files }, { budget, limit: PLACES_SHOWN });
			return { applied: true, ...facts, ...summary, ...(leftUnsaved.length > 0 && { leftUnsaved: [...leftUnsaved] }) };
		}
		const { plan } = action;
		const summary = summarizeEdits(plan, { budget, limit: PLACES_SHOWN, newText: true });
		if (summary.totalFiles === 0) {
			throw new ToolError('E_NO_CHANGES', `"${title}" would change nothing.`);
		}
		if (preview) {
			return { applied: false, ...facts, ...summary };
		}
		const paths = plan.files.filter(({ kind }) => kind === 'edit').map(({ path }) => path);
		const { result, problems } = await withProblemChanges(diagnostics, paths, call, () => plan.apply(call));
		const leftUnsaved = [...result.leftUnsaved];
		return { applied: true, ...facts, ...summary, ...(leftUnsaved.length > 0 && { leftUnsaved }), problems };
	},

	render(output) {
		const { applied, title, totalEdits, totalFiles, others = [], leftUnsaved = [], problems } = output;
		const counts = `${plural(totalEdits, 'edit')} in ${plural(totalFiles, 'file')}`;
		const head = [
			`${applied ? 'Applied' : 'Would apply'} "${title}": ${counts}`,
			...(others.length > 0 ? [`Also possible: ${others.join('; ')}`] : []),
			...(leftUnsaved.length > 0 ? [`Not saved, because the user has unsaved edits: ${leftUnsaved.join(', ')}`] : []),
			...(problems ? renderProblemChanges(problems) : []),
		];
		return renderEdits(head.join('\n'), output);
	},
});

async function planAction({ orWholeLine, ...input }: ChoiceInput, refactorings: Refactorings, signal: Cancellation) {
	try {
		return await refactorings.planAction(choiceOf(input), signal);
	} catch (cause) {
		if (orWholeLine && isToolError(cause) && cause.code === 'E_ACTION_NOT_FOUND') {
			return refactorings.planAction(choiceOf({ ...input, column: undefined }), signal);
		}
		throw cause;
	}
}

interface ChoiceInput extends Partial<Parameters<typeof areaOf>[0]> {
	orWholeLine?: boolean;
	id?: string | undefined;
	path?: string | undefined;
	kind?: string | undefined;
	title?: string | undefined;
}

function choiceOf({ id, path, kind, title, ...place }: ChoiceInput): ActionChoice {
	if (id !== undefined) {
		return { id };
	}
	if (path === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'Say which action: give its "id", or "path" and "line".');
	}
	return { path, area: areaOf(place), kind: kind ?? (title === undefined ? 'quickfix' : undefined), title };
}
