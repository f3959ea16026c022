import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { orderProblems } from './problems.ts';
import { fromTypeScript } from './typescript-problems.ts';

interface Context {
	typeScript: TypeScriptServer;
	paths: WorkspacePaths;
	timeLimit: TimeLimit;
	/** Unless this is false, which takes less time. */
	hints?: boolean;
	/** What the user's own typing asks goes first. */
	lowPriority?: boolean;
}

const ATTEMPTS = 3;
const COMMANDS = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync'] as const;

/**
 * The problems in the document as it is now; undefined when TypeScript did not answer in time. VS Code itself asks for
 * problems only of files in tabs, so a file that was never shown would be "clean".
 */
export async function typeScriptProblems(
	document: vscode.TextDocument,
	context: Context,
): Promise<readonly Problem[] | undefined> {
	const { milliseconds, signal } = context.timeLimit;
	const end = Date.now() + milliseconds;
	for (let attempt = 0; attempt < ATTEMPTS && !document.isClosed && Date.now() < end; attempt++) {
		const { version } = document;
		const timeLimit = { signal, milliseconds: end - Date.now() };
		const problems = await request(document.uri, { ...context, timeLimit });
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
export function isValidated({ languageId, uri }: Pick<vscode.TextDocument, 'languageId' | 'uri'>): boolean {
	const section = languageId.startsWith('javascript') ? 'javascript' : 'typescript';
	const old = vscode.workspace.getConfiguration(section, uri).get<boolean>('validate.enable');
	const current = vscode.workspace.getConfiguration('js/ts', uri).get<boolean>('validate.enabled');
	return old !== false && current !== false;
}

async function request(
	file: vscode.Uri | string,
	{ typeScript, paths, timeLimit, hints = true, lowPriority = false }: Context,
): Promise<readonly Problem[] | undefined> {
	const ask = (command: (typeof COMMANDS)[number]) => typeScript.request(command, file, timeLimit, { lowPriority });
	const bodies = await Promise.all((hints ? COMMANDS : COMMANDS.slice(0, -1)).map(ask));
	return bodies.every(Array.isArray) ? orderProblems(bodies.flatMap(body => fromTypeScript(body, paths))) : undefined;
}
