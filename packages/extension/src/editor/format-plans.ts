import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import * as vscode from 'vscode';
import { withNewlines } from './fresh-document.ts';
import type { LanguageServers } from './language-servers.ts';
import { type LanguageSubjects, nobodyAnswers, type Subject } from './language-subjects.ts';
import { rangeIn } from './positions.ts';
import { delay, within } from './until.ts';
import type { WorkspaceEdits } from './workspace-edits.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** How long a formatter that may be starting is asked before its silence counts. */
const SILENCE = 8000;
const PAUSE = 200;

export function createFormatPlans({
	paths,
	subjects,
	languageServers,
	edits,
}: {
	paths: WorkspacePaths;
	subjects: LanguageSubjects;
	languageServers: LanguageServers;
	edits: WorkspaceEdits;
}): Pick<Refactorings, 'planFormat'> {
	return {
		async planFormat(path, lines, signal) {
			const subject = await subjects.open(path, signal);
			const { document, newerText } = subject;
			const shown = paths.show(document.uri);
			if (newerText !== undefined) {
				throw new ToolError('E_NOT_READY', `${shown} changed on disk, and VS Code has not loaded it yet.`);
			}
			const range =
				lines &&
				rangeIn(document, { start: { line: lines.from, column: 1 }, end: endOfLine(document, lines.to) }, shown);
			const edit = new vscode.WorkspaceEdit();
			edit.set(document.uri, [...(await format(subject, range))]);
			return { path: shown, plan: await edits.plan(edit) };
		},
	};

	async function format({ document, patience }: Subject, range?: vscode.Range): Promise<readonly vscode.TextEdit[]> {
		const { languageId } = document;
		await languageServers.start(languageId, patience.left());
		const giveUpAt = Date.now() + SILENCE;
		for (;;) {
			// Without options VS Code gives the formatter the indentation that it found in the file.
			const command = range ? 'vscode.executeFormatRangeProvider' : 'vscode.executeFormatDocumentProvider';
			const where = range ? [document.uri, range] : [document.uri];
			const answer = await within(
				vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(command, ...where),
				patience.left(),
			);
			// An empty list is a formatter that has nothing to do; nothing at all is no formatter, or none yet.
			if (answer !== undefined) {
				languageServers.learn(languageId, 'formatting');
				return answer.filter(
					({ range: old, newText }) => withNewlines(document.getText(old)) !== withNewlines(newText),
				);
			}
			if (languageServers.knows(languageId, 'formatting') === false || Date.now() > giveUpAt) {
				throw nobodyAnswers('formatting', document);
			}
			await delay(PAUSE, patience.left().signal);
		}
	}
}

function endOfLine(document: vscode.TextDocument, line: number): { line: number; column: number } {
	const length = line <= document.lineCount ? document.lineAt(line - 1).text.length : 0;
	return { line, column: length + 1 };
}
