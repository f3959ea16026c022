import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import type * as vscode from 'vscode';
import { orderProblems } from './problems.ts';
import { fromTypeScript } from './typescript-problems.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { Patience } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

const ATTEMPTS = 3;

/**
 * The problems in the document as it is now; undefined when TypeScript did not answer in time. VS Code itself asks for
 * problems only of files in tabs, so a file that was never shown would be "clean".
 */
export async function typeScriptProblems(
	document: vscode.TextDocument,
	typeScript: TypeScriptServer,
	paths: WorkspacePaths,
	patience: Patience,
): Promise<readonly Problem[] | undefined> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { version } = document;
		const bodies = await Promise.all([
			typeScript.request('syntacticDiagnosticsSync', document.uri, patience),
			typeScript.request('semanticDiagnosticsSync', document.uri, patience),
			typeScript.request('suggestionDiagnosticsSync', document.uri, patience),
		]);
		if (document.version === version && bodies.every(Array.isArray)) {
			return orderProblems(bodies.flatMap(body => fromTypeScript(body, paths)));
		}
	}
	return undefined;
}
