import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import * as vscode from 'vscode';
import { orderProblems } from './problems.ts';
import { fromTypeScript } from './typescript-problems.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { Patience } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

interface Context {
	typeScript: TypeScriptServer;
	paths: WorkspacePaths;
	patience: Patience;
}

const ATTEMPTS = 3;

/**
 * The problems in the document as it is now; undefined when TypeScript did not answer in time. VS Code itself asks for
 * problems only of files in tabs, so a file that was never shown would be "clean".
 */
export async function typeScriptProblems(
	document: vscode.TextDocument,
	{ typeScript, paths, patience }: Context,
): Promise<readonly Problem[] | undefined> {
	for (let attempt = 0; attempt < ATTEMPTS && !document.isClosed; attempt++) {
		const { version } = document;
		const problems = await request(document.uri, { typeScript, paths, patience });
		if (problems && document.version === version) {
			return problems;
		}
	}
	return undefined;
}

/** The problems of a file that is not open; undefined also when no loaded project contains it. */
export function closedFileProblems(uri: vscode.Uri, context: Context): Promise<readonly Problem[] | undefined> {
	return request(uri.fsPath, context);
}

/** Some people switch TypeScript's checks off, because another extension checks their files. */
export function isValidated({ languageId, uri }: vscode.TextDocument): boolean {
	const section = languageId.startsWith('javascript') ? 'javascript' : 'typescript';
	const old = vscode.workspace.getConfiguration(section, uri).get<boolean>('validate.enable');
	const current = vscode.workspace.getConfiguration('js/ts', uri).get<boolean>('validate.enabled');
	return old !== false && current !== false;
}

async function request(
	file: vscode.Uri | string,
	{ typeScript, paths, patience }: Context,
): Promise<readonly Problem[] | undefined> {
	const bodies = await Promise.all([
		typeScript.request('syntacticDiagnosticsSync', file, patience),
		typeScript.request('semanticDiagnosticsSync', file, patience),
		typeScript.request('suggestionDiagnosticsSync', file, patience),
	]);
	return bodies.every(Array.isArray) ? orderProblems(bodies.flatMap(body => fromTypeScript(body, paths))) : undefined;
}
