import { execFile } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { SCRIPT_FOLDER, servantScript } from './launcher.ts';
import type { ShellExecutions } from './shell-executions.ts';
import type { TerminalFolder } from './terminal-folder.ts';

/** A terminal that we opened, and the way in which it takes scripts. */
export interface OwnTerminal {
	readonly terminal: vscode.Terminal;
	readonly shell: string;
	readonly byShellIntegration: boolean;
	/** Has it run a script; the promise is done when the terminal has been told. */
	start(script: string): Promise<void>;
	/** True when the terminal could take a script now. */
	isIdle(): boolean;
	/** Waits until it is idle. */
	untilIdle(timeLimit: TimeLimit): Promise<boolean>;
	/** True when the user has run something in it. */
	usedByUser(): boolean;
}

export interface Place {
	name: string;
	cwd: string;
	shell: string;
	/** The folder in which all scripts are. */
	scripts: string;
}

const LOOKS = { iconPath: new vscode.ThemeIcon('robot'), isTransient: true };

/** The user's own shell at its prompt. Undefined when VS Code does not get to see its commands in time. */
export async function openShellTerminal(
	{ name, cwd, shell, scripts }: Place,
	executions: ShellExecutions,
	timeLimit: TimeLimit,
): Promise<OwnTerminal | undefined> {
	// Keeps our scripts out of the user's history, in shells that can.
	const env = { VSCODE_PREVENT_SHELL_HISTORY: '1', [SCRIPT_FOLDER]: scripts };
	const terminal = vscode.window.createTerminal({ ...LOOKS, name, cwd, env });
	terminal.show(true);
	const ready = () => terminal.shellIntegration !== undefined || terminal.exitStatus !== undefined;
	let integration: vscode.TerminalShellIntegration | undefined;
	try {
		await until(vscode.window.onDidChangeTerminalShellIntegration, ready, timeLimit);
		integration = terminal.shellIntegration;
	} finally {
		if (integration === undefined) {
			terminal.dispose();
		}
	}
	if (integration === undefined) {
		return undefined;
	}
	return {
		terminal,
		shell,
		byShellIntegration: true,
		start(script) {
			executions.execute(terminal, terminal.shellIntegration ?? integration, lineFor(script, shell));
			return Promise.resolve();
		},
		isIdle: () => executions.isIdle(terminal),
		untilIdle: limit => until(executions.onDidChange, () => executions.isIdle(terminal), limit),
		usedByUser: () => executions.usedByUser(terminal),
	};
}

/**
 * The line at the prompt, which the script wipes: it wipes one row, so the line has to be short. The leading blank keeps it out of the
 * history of most shells.
 */
function lineFor(script: string, shell: string): string {
	const isPowerShell = path.basename(shell).startsWith('pwsh');
	return ` sh ${isPowerShell ? '$env:' : '$'}${SCRIPT_FOLDER}/${path.basename(script)}`;
}

/**
 * For shells that VS Code cannot look into: the program of the terminal is a small servant, which takes scripts from a named
 * pipe. Nothing is typed, so nothing can be mistaken for a user's input.
 */
export async function openServantTerminal(
	{ name, cwd, shell }: Omit<Place, 'scripts'>,
	folder: TerminalFolder,
): Promise<OwnTerminal> {
	const pipe = await folder.newFile('.pipe');
	const script = await folder.newFile('.sh');
	await promisify(execFile)('mkfifo', ['-m', '600', pipe]);
	await writeFile(script, servantScript(pipe), { mode: 0o600 });
	// The pipe is opened for reading too, and for good: only for writing it would wait for its reader, and a pipe that no
	// process has open forgets what is in it.
	const writer = await open(pipe, 'r+');
	const terminal = vscode.window.createTerminal({ ...LOOKS, name, cwd, shellPath: '/bin/sh', shellArgs: [script] });
	terminal.show(true);
	const closing = vscode.window.onDidCloseTerminal(closed => {
		if (closed === terminal) {
			closing.dispose();
			void writer.close();
		}
	});
	return {
		terminal,
		shell,
		byShellIntegration: false,
		async start(launcher) {
			await writer.write(`${launcher}\n`);
		},
		isIdle: () => true,
		untilIdle: () => Promise.resolve(true),
		usedByUser: () => false,
	};
}
