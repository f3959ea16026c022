import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';

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
	);
}
