import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageQuery } from '../language/language-query.ts';
import { isScript, type UnloadedQuestions, type UnloadedScripts } from '../typescript/unloaded-scripts.ts';

/**
 * References in the projects that TypeScript has loaded. It gives those of all projects, but callers and implementations of one alone, so
 * that they are looked for in the files with references.
 */
export async function loadedReferences(
	query: LanguageQuery,
	{ ask }: LanguageQueries,
): Promise<readonly vscode.Location[]> {
	const { answer } = await ask('references', query, ({ uri }, where) =>
		vscode.commands.executeCommand<vscode.Location[] | undefined>('vscode.executeReferenceProvider', uri, where),
	);
	return answer;
}

/** The question about the files of these references; undefined where there is nothing to ask. */
export function askAboutScripts(
	{ document, where, timeLimit }: LanguageQuery,
	unloadedScripts: UnloadedScripts,
	references: readonly vscode.Location[],
): UnloadedQuestions | undefined {
	const files = new Map(references.map(({ uri }) => [uri.toString(), uri]));
	const scripts = [...files.values()].filter(isScript);
	return where && isScript(document.uri) && scripts.length > 0
		? unloadedScripts.about({ uri: document.uri, position: where }, scripts, timeLimit.left())
		: undefined;
}
