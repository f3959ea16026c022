import { isToolError } from '@hawser/core/errors/tool-error.ts';
import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import type { UnloadedQuestions } from '../typescript/unloaded-scripts.ts';

/** All references of the symbol, asked until they are whole; callers and subtypes are found among them. */
export function referenceLocations(
	query: LanguageQuery,
	{ ask, everywhere }: LanguageQueries,
): Promise<LanguageAnswer<vscode.Location>> {
	return everywhere(
		query,
		() =>
			ask('references', query, ({ uri }, where) =>
				vscode.commands.executeCommand<vscode.Location[] | undefined>('vscode.executeReferenceProvider', uri, where),
			),
		location => [location],
		withReferencesIn,
	);
}

/** Adds the references in scripts of projects that are not loaded. */
export async function withReferencesIn<T>(
	unloaded: UnloadedQuestions,
	answer: readonly T[],
): Promise<readonly (T | vscode.Location)[] | undefined> {
	const places = await unloaded.places('references');
	return places && [...answer, ...places.map(({ location }) => location)];
}

/**
 * A name is used in other ways than by calls and heirs, so these cannot be checked against the text. But a server that knows all
 * references has read every file that has one of them. Undefined where nobody answers for references: then nothing is known.
 */
export async function referencesFirst(
	query: LanguageQuery,
	languageQueries: LanguageQueries,
): Promise<LanguageAnswer<vscode.Location> | undefined> {
	try {
		return await referenceLocations(query, languageQueries);
	} catch (error) {
		if (isToolError(error) && error.code === 'E_NO_LANGUAGE_SERVER') {
			return undefined;
		}
		throw error;
	}
}
