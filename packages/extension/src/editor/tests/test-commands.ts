import { ToolError } from '@hawser/core/errors/tool-error.ts';
import * as vscode from 'vscode';

/** Kinds of run profiles, as VS Code's own commands name them. */
export const RUN = 2;
export const DEBUG = 4;

/** VS Code's commands for the Testing view: there is no API for tests of other extensions, but these are in every stable version. */
const NEEDED = [
	'testing.refreshTests',
	'testing.getSelectedProfiles',
	'testing.run.uri',
	'testing.cancelRun',
	'vscode.runTestsById',
	'vscode.testing.getControllersWithTests',
	'vscode.testing.getTestsInFile',
	'runCommands',
];

export async function requireTestCommands(): Promise<void> {
	const present = new Set(await vscode.commands.getCommands(true));
	const missing = NEEDED.filter(command => !present.has(command));
	if (missing.length > 0) {
		throw new ToolError(
			'E_API_UNAVAILABLE',
			`${vscode.env.appName} ${vscode.version} lacks the commands of the Testing view that this rests on: ${missing.join(', ')}.`,
			{ details: { missing, editor: vscode.env.appName, version: vscode.version } },
		);
	}
}

export function run(command: string, ...args: unknown[]): Thenable<unknown> {
	return vscode.commands.executeCommand(command, ...args);
}
