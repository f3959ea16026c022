import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { hasTypeScriptPlugin, servedLanguages } from '../language/server-extensions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import { typeScriptProblems } from './typescript-diagnostics.ts';

/**
 * An extension may have TypeScript check files of its own language, by a plugin within TypeScript's server, as Vue's does. What that
 * finds is published beside the problems of the extension's own server, and later: so it is asked for.
 */
export interface PluginProblems {
	/** None in a language that TypeScript does not check; undefined when it does, and has not answered. */
	of(document: vscode.TextDocument, timeLimit: TimeLimit): Promise<readonly Problem[] | undefined>;
}

export function createPluginProblems({
	typeScript,
	paths,
}: {
	typeScript: TypeScriptServer;
	paths: WorkspacePaths;
}): PluginProblems {
	/** Not every extension says which languages its plugin is for. */
	const answered = new Set<string>();
	return {
		async of(document, timeLimit) {
			const { languageId } = document;
			if (!mayHavePlugin(languageId) || !(await typeScript.isRunning(timeLimit))) {
				return [];
			}
			const problems = await typeScriptProblems(document, { typeScript, paths, timeLimit });
			if (problems) {
				answered.add(languageId);
			}
			return problems ?? (answered.has(languageId) ? undefined : []);
		},
	};
}

function mayHavePlugin(languageId: string): boolean {
	return (
		!isTypeScriptLanguage(languageId) &&
		vscode.extensions.all.some(
			extension => hasTypeScriptPlugin(extension) && servedLanguages(extension).includes(languageId),
		)
	);
}
