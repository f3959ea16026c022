import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ActionChoice, ActionPlan, Refactorings, TextArea } from '@hawser/core/ports/refactorings.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { CheckedDocuments } from '../diagnostics/checked-documents.ts';
import { toProblem } from '../diagnostics/problems.ts';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import { type LanguageQueries, nobodyAnswers } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { rangeIn, toRange } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';
import type { ActionRuns } from './action-runs.ts';
import type { Indentations } from './indentations.ts';
import { createActionMemory, fingerprint, type Offer, toOffers } from './offered-actions.ts';
import { skipConfirmation } from './skip-confirmation.ts';

const ORGANIZE_IMPORTS = 'source.organizeImports';
/** Each one resolved is a question to the server. */
const MAX_RESOLVED = 100;

export function createCodeActionPlans({
	paths,
	languageQueries,
	languageServers,
	indentations,
	checked,
	edits,
	runs,
}: {
	paths: WorkspacePaths;
	languageQueries: LanguageQueries;
	languageServers: LanguageServers;
	indentations: Indentations;
	checked: CheckedDocuments;
	edits: WorkspaceEdits;
	runs: ActionRuns;
}): Pick<Refactorings, 'actions' | 'planAction' | 'planOrganizeImports'> {
	const memory = createActionMemory();
	return {
		async actions(path, area, kind, signal) {
			const query = await languageQueries.open(path, signal);
			const { document } = query;
			const range = toEditorRange(document, area, paths.show(document.uri));
			const { result, checked: isChecked } = await checked.whileChecked(query, range, kind, async () => {
				const { answer: offers, freshness } = await list(query, range, kind);
				const ids = memory.remember(document, range, offers);
				const problems = vscode.languages
					.getDiagnostics(document.uri)
					.filter(diagnostic => diagnostic.range.intersection(range) !== undefined)
					.map(diagnostic => toProblem(diagnostic, paths));
				return {
					path: paths.show(document.uri),
					range: toRange(range),
					freshness,
					problems,
					actions: offers.map(({ title, kind, preferred, disabled }, index) => ({
						id: ids[index] ?? '',
						title,
						kind,
						preferred,
						...(disabled !== undefined && { disabled }),
					})),
				};
			});
			return isChecked ? result : { ...result, freshness: combineFreshness([result.freshness, 'not_ready']) };
		},
		async planAction(choice, signal) {
			const remembered = 'id' in choice ? memory.recall(choice.id) : undefined;
			const path = remembered?.uri.fsPath ?? ('path' in choice ? choice.path : '');
			const query = await languageQueries.open(path, signal);
			const { document } = query;
			if (remembered && remembered.text !== fingerprint(document)) {
				throw new ToolError('E_ACTION_NOT_FOUND', `${paths.show(document.uri)} has changed since it was listed.`, {
					hint: 'List the actions again with code_actions.',
				});
			}
			const wanted = remembered ?? wantedBy(choice, document);
			const { result, checked: isChecked } = await checked.whileChecked(query, wanted.range, wanted.kind, async () => {
				const { answer, freshness } = await list(query, wanted.range, wanted.kind);
				const chosen = choose(answer, wanted);
				if (chosen instanceof ToolError) {
					return { refusal: chosen, freshness };
				}
				requireFresh(freshness, chosen.offer.title);
				return { plan: await toPlan(await resolve(query, wanted.range, chosen.offer), chosen.others) };
			});
			if (result.refusal) {
				// What is not offered yet may be so when the server has looked at the file.
				throw isChecked && result.freshness === 'fresh' ? result.refusal : notReadyFor(result.refusal);
			}
			return result.plan;
		},
		async planOrganizeImports(path, signal) {
			const query = await languageQueries.open(path, signal);
			const { document } = query;
			const shown = paths.show(document.uri);
			const start = new vscode.Range(0, 0, 0, 0);
			const { answer, freshness } = await list(query, start, ORGANIZE_IMPORTS);
			const [offer] = answer;
			if (offer === undefined) {
				const refusal = new ToolError(
					'E_ACTION_NOT_FOUND',
					`No extension in this window organises imports in ${document.languageId} files.`,
					{ hint: 'Change the imports with file_edit.' },
				);
				throw freshness === 'fresh' ? refusal : notReadyFor(refusal);
			}
			requireFresh(freshness, offer.title);
			const resolved = await resolve(query, start, offer);
			const nothing = resolved.edit
				? changesNothing(document, resolved.edit)
				: !resolved.command || isAfterthought(resolved);
			return { path: shown, action: nothing ? undefined : await toPlan(resolved, []) };
		},
	};

	function wantedBy(choice: ActionChoice, document: vscode.TextDocument) {
		if (!('path' in choice)) {
			throw new ToolError('E_ACTION_NOT_FOUND', `There is no action ${choice.id}.`);
		}
		const range = toEditorRange(document, choice.area, paths.show(document.uri));
		return { range, kind: choice.kind, title: choice.title };
	}

	async function list(
		query: LanguageQuery,
		range: vscode.Range,
		kind: string | undefined,
		resolved = 0,
	): Promise<LanguageAnswer<Offer>> {
		const { document, timeLimit } = query;
		const put = ({ uri }: vscode.TextDocument) => offersAt(uri, range, kind, resolved);
		if (languageServers.knows(document.languageId, 'code actions') === false) {
			// No server of its own, but extensions such as linters offer fixes for many languages.
			const answer = (await resultWithin(put(document), timeLimit.left())) ?? [];
			if (answer.length === 0) {
				throw nobodyAnswers('code actions', document);
			}
			return { answer, freshness: 'fresh' };
		}
		await useOwnIndentation(query);
		// Answers are compared as JSON, and the arguments of a command may be anything.
		const { answer, freshness } = await languageQueries.ask('code actions', query, async asked =>
			(await put(asked)).map(offer => ({ title: offer.title, kind: offer.kind, whole: () => offer })),
		);
		return { answer: answer.map(({ whole }) => whole()), freshness };
	}

	async function resolve(query: LanguageQuery, range: vscode.Range, { title, kind }: Offer): Promise<Offer> {
		const { answer } = await list(query, range, kind === '' ? undefined : kind, MAX_RESOLVED);
		const found = answer.find(offer => offer.title === title && offer.kind === kind);
		if (found === undefined) {
			throw new ToolError('E_ACTION_NOT_FOUND', `"${title}" is no longer offered here.`);
		}
		if (found.disabled !== undefined) {
			throw new ToolError('E_ACTION_REFUSED', `"${title}": ${found.disabled}`);
		}
		return found;
	}

	async function toPlan(offer: Offer, others: readonly string[]): Promise<ActionPlan> {
		const { title, kind, edit, command } = offer;
		// A command that comes with an edit is for the user: to put the cursor there, or to ask for a better name.
		if (edit || !command || isAfterthought(offer)) {
			return { title, kind, others, plan: await edits.plan(skipConfirmation(edit ?? new vscode.WorkspaceEdit())) };
		}
		return { title, kind, others, run: caller => runs.run(command, caller) };
	}

	/** For a file in no visible editor, TypeScript indents by four spaces, unless a formatting has told it better. */
	async function useOwnIndentation({ document, timeLimit }: LanguageQuery): Promise<void> {
		const isVisible = vscode.window.visibleTextEditors.some(editor => editor.document === document);
		if (isTypeScriptLanguage(document.languageId) && !isVisible) {
			const nothing = new vscode.Range(0, 0, 0, 0);
			const options = await indentations.optionsFor(document);
			await resultWithin(
				vscode.commands.executeCommand('vscode.executeFormatRangeProvider', document.uri, nothing, options),
				timeLimit.left(),
			);
		}
	}
}

async function offersAt(
	uri: vscode.Uri,
	range: vscode.Range,
	kind: string | undefined,
	resolved: number,
): Promise<readonly Offer[]> {
	const answer = await vscode.commands.executeCommand<(vscode.CodeAction | vscode.Command)[] | undefined>(
		'vscode.executeCodeActionProvider',
		uri,
		// Some refactorings are offered for selections only.
		new vscode.Selection(range.start, range.end),
		kind,
		resolved,
	);
	return toOffers(answer ?? []).filter(offer => kind !== undefined || !offer.kind.startsWith('source'));
}

function toEditorRange(document: vscode.TextDocument, area: TextArea, path: string): vscode.Range {
	const { line, column, endLine = line, endColumn } = area;
	const lengthOf = (number: number) => (number <= document.lineCount ? document.lineAt(number - 1).text.length : 0);
	const isPlace = column !== undefined && area.endLine === undefined && endColumn === undefined;
	const firstCharacter = line <= document.lineCount ? document.lineAt(line - 1).firstNonWhitespaceCharacterIndex : 0;
	const start = { line, column: column ?? firstCharacter + 1 };
	return rangeIn(
		document,
		{ start, end: isPlace ? start : { line: endLine, column: endColumn ?? lengthOf(endLine) + 1 } },
		path,
	);
}

interface WantedAction {
	title?: string | undefined;
	kind?: string | undefined;
}

/** The action that is meant, or why there is none. */
function choose(
	offers: readonly Offer[],
	{ title, kind }: WantedAction,
): { offer: Offer; others: readonly string[] } | ToolError {
	const matches = title === undefined ? offers : withTitle(offers, title);
	const [first, ...rest] = matches;
	if (first === undefined) {
		const offered = offers.map(offer => offer.title);
		const what = [title && `"${title}"`, kind && `of kind ${kind}`].filter(Boolean).join(' ');
		return new ToolError('E_ACTION_NOT_FOUND', `No action ${what} is offered here.`, {
			...(offered.length > 0 && { hint: `Offered are: ${offered.slice(0, 10).join('; ')}.` }),
			details: { offered: offered.slice(0, 30) },
		});
	}
	// Variants of one refactoring differ in where the new code goes; any will do, and the answer names the others.
	const variants = kind?.startsWith('refactor.') && matches.every(offer => offer.kind === first.kind);
	const preferred = matches.filter(offer => offer.preferred);
	if (rest.length > 0 && !variants && preferred.length !== 1) {
		return new ToolError('E_ACTION_NOT_FOUND', `${matches.length} actions match; say which by title or id.`, {
			hint: `They are: ${matches
				.slice(0, 10)
				.map(offer => offer.title)
				.join('; ')}.`,
			details: { offered: matches.slice(0, 30).map(offer => offer.title) },
		});
	}
	const offer = matches.find(({ preferred }) => preferred) ?? first;
	return { offer, others: matches.filter(other => other !== offer).map(other => other.title) };
}

function withTitle(offers: readonly Offer[], wanted: string): readonly Offer[] {
	const exact = offers.filter(({ title }) => title === wanted);
	const lower = wanted.toLowerCase();
	return exact.length > 0 ? exact.slice(0, 1) : offers.filter(({ title }) => title.toLowerCase().includes(lower));
}

/** TypeScript counts and measures with such commands; they change nothing. */
function isAfterthought({ command }: Offer): boolean {
	return command !== undefined && /^_typescript\.(?:did|compositeCommand)/.test(command.command);
}

function changesNothing(document: vscode.TextDocument, edit: vscode.WorkspaceEdit): boolean {
	return edit
		.entries()
		.every(
			([uri, edits]) =>
				uri.toString() === document.uri.toString() &&
				edits.every(({ range, newText }) => document.getText(range) === newText),
		);
}

function notReadyFor({ message }: ToolError): ToolError {
	return new ToolError('E_NOT_READY', `The language server has not finished loading. So far: ${message}`);
}

function requireFresh(freshness: string, title: string): void {
	if (freshness !== 'fresh') {
		throw new ToolError('E_NOT_READY', `"${title}" could be incomplete: the language server is ${freshness}.`);
	}
}
