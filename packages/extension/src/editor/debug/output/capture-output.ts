import { writeFile } from 'node:fs/promises';
import type * as vscode from 'vscode';
import type { TerminalFolder } from '../../terminals/terminal-folder.ts';
import { withCapturedOutput } from './captured-output.ts';
import { HOOK_ENDING, OUTPUT_HOOK } from './output-hook.ts';

/** Makes a configuration hand on all that its program writes. */
export type CaptureOutput = (configuration: vscode.DebugConfiguration) => Promise<vscode.DebugConfiguration>;

export function createCaptureOutput(folder: TerminalFolder): CaptureOutput {
	let hook: Promise<string> | undefined;
	const writeHook = async () => {
		const path = await folder.newFile(HOOK_ENDING);
		await writeFile(path, OUTPUT_HOOK, { mode: 0o600 });
		return path;
	};
	return async configuration => withCapturedOutput(configuration, await (hook ??= writeHook()));
}
