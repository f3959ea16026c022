import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { delay, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import { type LanguageQueries, nobodyAnswers } from '../language/language-queries.ts';
import type { LanguageQuery } from '../language/language-query.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { rangeIn } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import type { Indentations } from './indentations.ts';

/** A formatter that may be starting is asked for this long before its silence counts. */
const SILENCE = 3000;
/** One whose extension has not answered anything yet is asked for longer, and then said to be not ready. */
const START_SILENCE = 15_000;
const PAUSE = 200;
const OTHER_INDENTATIONS: readonly vscode.FormattingOptions[] = [
	{ tabSize: 7, insertSpaces: true },
	{ tabSize: 4, insertSpaces: false },
];

export function createFormatPlans({
	paths,
	languageQueries,
	languageServers,
	typeScript,
	indentations,
	edits,
}: {
	paths: WorkspacePaths;
	languageQueries: LanguageQueries;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	indentations: Indentations;
	edits: WorkspaceEdits;
}): Pick<Refactorings, 'planFormat'> {
	return {
		async planFormat(path, lines, signal) {
			const query = await languageQueries.open(path, signal);
			const { document, newerText } = query;
			const shown = paths.show(document.uri);
			if (newerText !== undefined) {
				throw new ToolError('E_NOT_READY', `${shown} changed on disk, and VS Code has not loaded it yet.`);
			}
			const range =
				lines &&
				rangeIn(document, { start: { line: lines.from, column: 1 }, end: endOfLine(document, lines.to) }, shown);
			const edit = new vscode.WorkspaceEdit();
			edit.set(document.uri, [...(await format(query, range))]);
			return { path: shown, plan: await edits.plan(edit) };
		},
	};

	async function format(
		{ document, timeLimit }: LanguageQuery,
		range?: vscode.Range,
	): Promise<readonly vscode.TextEdit[]> {
		const { languageId } = document;
		const knows = () => languageServers.knows(languageId, 'formatting');
		await languageServers.start(languageId, timeLimit.left());
		await typeScript.answersFor(document, timeLimit.left());
		const ownIndentation = await indentations.optionsFor(document);
		const startedAt = Date.now();
		const mayBeStarting = () => languageServers.mayBeStarting(languageId);
		const isSilent = () => Date.now() - startedAt > (mayBeStarting() ? START_SILENCE : SILENCE);
		for (;;) {
			const answer = await ask(document, range, ownIndentation, timeLimit.left());
			if (answer.length > 0) {
				languageServers.learn(languageId, 'formatting');
				return answer.filter(
					({ range: old, newText }) => withNewlines(document.getText(old)) !== withNewlines(newText),
				);
			}
			// VS Code gives the same empty answer for "no formatter" and "nothing to do"; but whoever formats would indent anew.
			for (const options of OTHER_INDENTATIONS) {
				if ((await ask(document, undefined, options, timeLimit.left())).length > 0) {
					languageServers.learn(languageId, 'formatting');
					return [];
				}
			}
			if (isSwitchedOff(document) || knows() === false || isSilent()) {
				if (knows() && !isSwitchedOff(document)) {
					return [];
				}
				throw mayBeStarting()
					? new ToolError('E_NOT_READY', `No formatter for ${languageId} files has answered yet.`)
					: nobodyAnswers('formatting', document);
			}
			await delay(PAUSE, timeLimit.left().signal);
		}
	}
}

async function ask(
	{ uri }: vscode.TextDocument,
	range: vscode.Range | undefined,
	options: vscode.FormattingOptions | undefined,
	timeLimit: TimeLimit,
): Promise<readonly vscode.TextEdit[]> {
	const answer = range
		? vscode.commands.executeCommand<Answer>('vscode.executeFormatRangeProvider', uri, range, options)
		: vscode.commands.executeCommand<Answer>('vscode.executeFormatDocumentProvider', uri, options);
	return (await resultWithin(answer, timeLimit)) ?? [];
}

type Answer = readonly vscode.TextEdit[] | undefined;

/** The formatters shipped with VS Code are gone while their setting is off. */
function isSwitchedOff({ languageId, uri }: vscode.TextDocument): boolean {
	const section = languageId.replace(/react$/, '').replace('jsonc', 'json');
	const old = vscode.workspace.getConfiguration(section, uri).get<boolean>('format.enable');
	const common =
		isTypeScriptLanguage(languageId) && vscode.workspace.getConfiguration('js/ts', uri).get('format.enabled');
	return old === false || (isTypeScriptLanguage(languageId) && common === false);
}

function endOfLine(document: vscode.TextDocument, line: number): { line: number; column: number } {
	const length = line <= document.lineCount ? document.lineAt(line - 1).text.length : 0;
	return { line, column: length + 1 };
}
