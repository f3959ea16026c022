import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from './fresh-document.ts';
import { orderProblems } from './problems.ts';
import { recentChanges } from './recent-changes.ts';
import { fromTypeScript } from './typescript-problems.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { Patience } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export interface TypeScriptDiagnostics {
	/** The problems in the document as it is now; undefined when TypeScript did not answer in time. */
	check(document: vscode.TextDocument, patience: Patience): Promise<readonly Problem[] | undefined>;
	/** Tells TypeScript what happened on disk a moment ago, in this file's folder and in those it may import from. */
	catchUp(folder: vscode.Uri, patience: Patience): Promise<void>;
}

/** Older news have reached TypeScript by themselves, also on a busy machine. */
const NEWS = 3000;
const MOST_OPENED = 40;
const RELOAD_LIMIT = 2000;
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/i;

export function createTypeScriptDiagnostics({
	paths,
	freshDocuments,
	typeScript,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	typeScript: TypeScriptServer;
}): TypeScriptDiagnostics {
	return {
		async check(document, patience) {
			for (let attempt = 0; attempt < 3; attempt++) {
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
		},
		async catchUp(folder, { signal }) {
			const { files } = await recentChanges(folder.fsPath, Date.now() - NEWS, name => SOURCE.test(name));
			if (files.length > MOST_OPENED) {
				await vscode.commands.executeCommand('typescript.reloadProjects');
				return;
			}
			// An open document is what TypeScript believes, whatever its watchers have told it so far.
			await Promise.allSettled(
				files.map(file => freshDocuments.open(vscode.Uri.file(file), { milliseconds: RELOAD_LIMIT, signal })),
			);
		},
	};
}
