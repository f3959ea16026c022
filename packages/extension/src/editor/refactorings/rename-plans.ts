import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import type { LanguageQueries, LanguageQuery } from '../language/language-queries.ts';
import { isTypeScriptLanguage } from '../language/typescript-server.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { skipConfirmation } from './skip-confirmation.ts';

/** An answer like any other: a server that is still loading may refuse what it can do a second later. */
type Renaming = { edit: vscode.WorkspaceEdit } | { refusal: string };

interface RenameTarget {
	range: vscode.Range;
	placeholder: string;
}

export function createRenamePlans({
	paths,
	languageQueries,
	edits,
}: {
	paths: WorkspacePaths;
	languageQueries: LanguageQueries;
	edits: WorkspaceEdits;
}): Pick<Refactorings, 'planRename'> {
	return {
		async planRename(path, position, newName, signal) {
			const query = await languageQueries.open(path, signal, position);
			const { answer, freshness } = await languageQueries.askUpToDate(query, () =>
				languageQueries.everywhere(
					query,
					() =>
						languageQueries.ask<Renaming>('renames', query, ({ uri }, where) =>
							putRename(uri, where ?? new vscode.Position(0, 0), newName),
						),
					renaming => ('edit' in renaming ? renaming.edit.entries().map(([uri]) => uri) : []),
				),
			);
			const [renaming] = answer;
			if (renaming && 'refusal' in renaming) {
				throw new ToolError('E_RENAME_REFUSED', renaming.refusal);
			}
			const oldName = await nameToRename(query);
			const plan = await edits.plan(renaming ? skipConfirmation(renaming.edit) : new vscode.WorkspaceEdit());
			return { freshness, oldName, plan };
		},
	};

	/** The name that the server would change. On a keyword TypeScript takes the nearest declaration, which was not asked for. */
	async function nameToRename({ document, where, timeLimit }: LanguageQuery): Promise<string> {
		const place = where ?? new vscode.Position(0, 0);
		const target = await renameTarget(document.uri, place, timeLimit.left());
		if (target && isTypeScriptLanguage(document.languageId) && !target.range.contains(place)) {
			const { line, character } = target.range.start;
			throw new ToolError(
				'E_RENAME_REFUSED',
				`There is no name at ${paths.show(document.uri)}:${place.line + 1}:${place.character + 1}.`,
				{ hint: `The nearest is ${target.placeholder}, at ${line + 1}:${character + 1}.` },
			);
		}
		const word = document.getWordRangeAtPosition(place);
		return target?.placeholder ?? (word ? document.getText(word) : '');
	}
}

async function putRename(uri: vscode.Uri, where: vscode.Position, newName: string): Promise<readonly Renaming[]> {
	try {
		const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>(
			'vscode.executeDocumentRenameProvider',
			uri,
			where,
			newName,
		);
		return edit && edit.size > 0 ? [{ edit }] : [];
	} catch (error) {
		return [{ refusal: messageOf(error) }];
	}
}

async function renameTarget(
	uri: vscode.Uri,
	where: vscode.Position,
	timeLimit: Parameters<typeof resultWithin>[1],
): Promise<RenameTarget | undefined> {
	try {
		return await resultWithin(
			vscode.commands.executeCommand<RenameTarget | undefined>('vscode.prepareRename', uri, where),
			timeLimit,
		);
	} catch {
		// Not every server that renames can say beforehand what.
		return undefined;
	}
}
