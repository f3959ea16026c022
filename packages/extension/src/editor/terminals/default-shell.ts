import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

/** VS Code works it out from the user's settings while the window opens. */
const KNOWN_LIMIT = 10_000;
/** An editor that has not told within the time will not tell the next call either. */
let neverTold = false;

/** True for shells on whose plain words every POSIX shell agrees; a shell that is not known is taken for another. */
export function isPosixShell(): boolean {
	const shell = [vscode.env.shell, process.env['SHELL']].find(Boolean) ?? '/bin/sh';
	return /(?:^|\/)(?:ba|z|da|k|a)?sh$/.test(shell);
}

/** The shell of the user's terminals. In a window that has just opened VS Code gives an empty text, and says later which it is. */
export async function defaultShell(signal: Cancellation): Promise<string> {
	const isTold = () => vscode.env.shell !== '';
	neverTold ||= !(await until(vscode.env.onDidChangeShell, () => neverTold || isTold(), {
		milliseconds: KNOWN_LIMIT,
		signal,
	}));
	return [vscode.env.shell, process.env['SHELL']].find(Boolean) ?? '/bin/sh';
}
