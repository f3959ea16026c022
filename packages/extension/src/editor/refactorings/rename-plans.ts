import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import { definitionsAt } from '../language/definitions-at.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { referencesFirst } from '../symbols/reference-locations.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';
import type { PlaceFound } from '../typescript/unloaded-scripts.ts';
import { skipConfirmation } from './skip-confirmation.ts';

/** VS Code's own words where no provider renames anything. */
const NOBODY = 'No result.';

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
			/** A server that is still loading may refuse what it can do a second later, so a refusal is no answer until the end. */
			let refusal: string | undefined;
			const put = async ({ uri }: vscode.TextDocument, where = new vscode.Position(0, 0)) => {
				const given = await putRename(uri, where, newName);
				if (uri.toString() === query.document.uri.toString() && query.where?.isEqual(where)) {
					refusal = typeof given === 'string' ? given : undefined;
				}
				return typeof given === 'string' || given.size === 0 ? [] : [given];
			};
			const ask = () => languageQueries.ask('renames', query, put);
			const { answer, freshness, doubtfulFiles } = await languageQueries.askUpToDate(query, async () => {
				let given: Awaited<ReturnType<typeof ask>> | undefined = await ask();
				if (refusal !== undefined) {
					const refused = await refusedFor(query, given, ask);
					if (refused.answer.length === 0) {
						return refused;
					}
					given = refused;
				}
				return languageQueries.everywhere(
					query,
					() => {
						const next = given ?? ask();
						given = undefined;
						return Promise.resolve(next);
					},
					locationsOf,
					async (unloaded, [edit, ...others]) => {
						const places = await unloaded.places('renames');
						if (!places || !edit) {
							return undefined;
						}
						addRenames(edit, places, newName);
						return [edit, ...others];
					},
				);
			});
			const [edit] = answer;
			if (edit === undefined && refusal !== undefined) {
				throw freshness === 'fresh'
					? new ToolError('E_RENAME_REFUSED', refusal)
					: new ToolError('E_NOT_READY', `The language server has not finished loading. It says: ${refusal}`);
			}
			const oldName = await nameToRename(query);
			const plan = await edits.plan(edit ? skipConfirmation(edit) : new vscode.WorkspaceEdit());
			return { freshness, ...(doubtfulFiles && { doubtfulFiles }), oldName, plan };
		},
	};

	/**
	 * A refusal renames nothing, so there is nothing to compare with the text. It counts when all references are known, which means that the
	 * server has read the project, and it refuses again; or where it renames other symbols of the file, and nothing is defined at this place.
	 */
	async function refusedFor<T>(
		query: LanguageQuery,
		first: LanguageAnswer<T>,
		ask: () => Promise<LanguageAnswer<T>>,
	): Promise<LanguageAnswer<T>> {
		const isFresh = first.freshness === 'fresh';
		const place = query.where ?? new vscode.Position(0, 0);
		// It may have learned of the project after it was asked about this place and before it was asked about the others.
		if (isFresh && (await definitionsAt(query.document.uri, place, query.timeLimit.left()))?.length === 0) {
			return first;
		}
		const references = await referencesFirst(query, languageQueries);
		const again = await ask();
		const counts = references === undefined ? isFresh : references.freshness === 'fresh';
		return counts && again.answer.length === 0 ? { ...again, freshness: 'fresh' } : again;
	}

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

function locationsOf(edit: vscode.WorkspaceEdit): vscode.Location[] {
	return edit.entries().flatMap(([uri, edits]) => edits.map(({ range }) => new vscode.Location(uri, range)));
}

/** A project may have been loaded meanwhile, so that the server has renamed some of them itself. */
function addRenames(edit: vscode.WorkspaceEdit, places: readonly PlaceFound[], newName: string): void {
	const renamed = new Set(locationsOf(edit).map(keyOf));
	for (const { location, prefix, suffix } of places) {
		if (!renamed.has(keyOf(location))) {
			edit.replace(location.uri, location.range, prefix + newName + suffix);
		}
	}
}

function keyOf({ uri, range: { start } }: vscode.Location): string {
	return `${uri.toString()} ${start.line}:${start.character}`;
}

/** The edit, or the words in which the server refuses. */
async function putRename(
	uri: vscode.Uri,
	where: vscode.Position,
	newName: string,
): Promise<vscode.WorkspaceEdit | string> {
	try {
		const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>(
			'vscode.executeDocumentRenameProvider',
			uri,
			where,
			newName,
		);
		return edit ?? new vscode.WorkspaceEdit();
	} catch (error) {
		const refusal = messageOf(error);
		return refusal === NOBODY ? new vscode.WorkspaceEdit() : refusal;
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
