import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import { defaultShell } from './default-shell.ts';
import { interpreterOf, taskScript } from './launcher.ts';
import type { TerminalFolder } from './terminal-folder.ts';

export interface CapturedTask {
	task: vscode.Task;
	output: string;
	nonce: string;
}

/**
 * A copy of the task whose program runs under a script that also writes its output to a file: VS Code gives nobody the
 * output of a task. Quoting and variables stay with VS Code. Or the reason why there can be no such copy.
 */
export async function captureTask(task: vscode.Task, folder: TerminalFolder): Promise<CapturedTask | string> {
	const entry = entryOf(task);
	const reason = reasonAgainst(entry);
	if (reason !== undefined) {
		return reason;
	}
	const output = await folder.newFile('.out');
	const script = await folder.newFile('.sh');
	const nonce = randomBytes(8).toString('hex');
	const execution = wrapped(task.execution, script, await defaultShell(NEVER_CANCELLED));
	if (!execution) {
		return 'The extension that offers this task runs it by itself, and gives its output to nobody.';
	}
	await writeFile(output, '', { mode: 0o600 });
	await writeFile(script, taskScript({ output, nonce }), { mode: 0o600 });
	const scope = task.scope ?? vscode.TaskScope.Workspace;
	const copy = new vscode.Task(task.definition, scope, task.name, task.source, execution, matchersOf(task, entry));
	copy.isBackground = task.isBackground;
	copy.presentationOptions = { ...task.presentationOptions, focus: false };
	copy.runOptions = task.runOptions;
	if (task.group) {
		copy.group = task.group;
	}
	if (task.detail !== undefined) {
		copy.detail = task.detail;
	}
	return { task: copy, output, nonce };
}

function wrapped(
	execution: vscode.Task['execution'],
	script: string,
	shell: string,
): vscode.ShellExecution | vscode.ProcessExecution | undefined {
	if (execution instanceof vscode.ProcessExecution) {
		return new vscode.ProcessExecution('/bin/sh', [script, execution.process, ...execution.args], execution.options);
	}
	if (!(execution instanceof vscode.ShellExecution)) {
		return undefined;
	}
	const { executable, shellArgs, ...others } = execution.options ?? {};
	const { path, args } = interpreterOf(executable ?? shell);
	const options = { ...others, executable: '/bin/sh', shellArgs: [script, path, ...(shellArgs ?? args)] };
	return execution.commandLine !== undefined
		? new vscode.ShellExecution(execution.commandLine, options)
		: new vscode.ShellExecution(execution.command ?? '', execution.args ?? [], options);
}

/** Names an option of tasks.json that a copy of the task would not have. */
function reasonAgainst(entry: Entry | undefined): string | undefined {
	if (process.platform === 'win32') {
		return 'On Windows, VS Code gives the output of tasks to nobody.';
	}
	if (entry?.dependsOn !== undefined) {
		return 'The task depends on others, so VS Code itself runs it, and gives its output to nobody.';
	}
	return listOf(entry?.problemMatcher).some(isEntry)
		? 'The task has a problem matcher of its own, so VS Code itself runs it, and gives its output to nobody.'
		: undefined;
}

/** VS Code tells extensions the matchers of other extensions' tasks only; those of tasks.json stand there. */
function matchersOf(task: vscode.Task, entry: Entry | undefined): string[] {
	return entry?.problemMatcher === undefined
		? task.problemMatchers
		: listOf(entry.problemMatcher).filter(matcher => typeof matcher === 'string');
}

/** The entry of the task in tasks.json. */
function entryOf(task: vscode.Task): Entry | undefined {
	const scope = typeof task.scope === 'object' ? task.scope.uri : undefined;
	const listed: unknown = vscode.workspace.getConfiguration('tasks', scope).get('tasks');
	return listOf(listed)
		.filter(isEntry)
		.find(({ label, taskName }) => [label, taskName].includes(task.name));
}

interface Entry {
	label?: unknown;
	taskName?: unknown;
	dependsOn?: unknown;
	problemMatcher?: unknown;
}

function isEntry(value: unknown): value is Entry {
	return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [value];
}
