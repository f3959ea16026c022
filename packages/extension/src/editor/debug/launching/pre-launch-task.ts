import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { shorten } from '@hawser/core/text/shorten.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { captureTask } from '../../terminals/task-capture.ts';
import { lastLinesOf } from '../../terminals/task-output.ts';
import type { TerminalFolder } from '../../terminals/terminal-folder.ts';
import { isFields, textIn } from '../protocol/dap-values.ts';

const LINES_SHOWN = 20;
const LINE_LENGTH = 300;

/**
 * Runs the preLaunchTask of a configuration. VS Code would do it too, but shows a modal question when the task fails or is
 * missing. Gives false for a task that stays in the background: only VS Code knows when it is ready.
 */
export async function runPreLaunchTask(
	wanted: unknown,
	folder: vscode.WorkspaceFolder | undefined,
	{ timeLimit, outputs }: { timeLimit: TimeLimit; outputs: TerminalFolder },
): Promise<boolean> {
	const tasks = (await resultWithin(vscode.tasks.fetchTasks(), timeLimit)) ?? [];
	const task = findTask(tasks, wanted, folder);
	if (!task) {
		const known = tasks.map(({ name }) => name);
		throw new ToolError('E_TASK_NOT_FOUND', `The preLaunchTask ${JSON.stringify(wanted)} does not exist.`, {
			hint: `Correct "preLaunchTask". There are: ${summarize(known, 20) || 'none'}.`,
			details: { tasks: known.slice(0, 100) },
		});
	}
	if (task.isBackground) {
		return false;
	}
	const captured = await captureTask(task, outputs);
	const exitCode = await execute(typeof captured === 'string' ? task : captured.task, timeLimit);
	if (exitCode !== 0) {
		const report = typeof captured === 'string' ? { outputUnknown: captured } : { output: await tail(captured) };
		throw taskFailed(task.name, exitCode, report);
	}
	return true;
}

async function tail(captured: { output: string }): Promise<readonly string[]> {
	const lines = await lastLinesOf(captured, LINES_SHOWN);
	return lines.map(line => shorten(line, LINE_LENGTH));
}

function taskFailed(
	task: string,
	exitCode: number | undefined,
	report: { output?: readonly string[]; outputUnknown?: string },
): ToolError {
	const problems = problemsNow();
	const { output = [] } = report;
	const said = output.some(line => line !== '') ? ` Its last output:\n${output.join('\n')}` : '';
	return new ToolError(
		'E_TASK_FAILED',
		`The preLaunchTask "${task}" failed with exit code ${exitCode ?? 'unknown'}.${said}`,
		{
			...(problems.length > 0 && { hint: `Mend this first: ${problems.slice(0, 3).join('; ')}` }),
			details: { task, exitCode, problems, ...report },
		},
	);
}

function findTask(
	tasks: readonly vscode.Task[],
	wanted: unknown,
	folder: vscode.WorkspaceFolder | undefined,
): vscode.Task | undefined {
	const matches = tasks.filter(task => {
		if (isFields(wanted)) {
			return Object.entries(wanted).every(([key, value]) => task.definition[key] === value);
		}
		if (wanted === '${defaultBuildTask}') {
			return task.group === vscode.TaskGroup.Build || (task.group?.id === 'build' && task.group.isDefault === true);
		}
		return (
			task.name === wanted || `${task.source}: ${task.name}` === wanted || textIn(task.definition, 'label') === wanted
		);
	});
	return (
		matches.find(({ scope }) => typeof scope === 'object' && scope.uri.toString() === folder?.uri.toString()) ??
		matches[0]
	);
}

async function execute(task: vscode.Task, timeLimit: TimeLimit): Promise<number | undefined> {
	let end: (code: number | undefined) => void = () => undefined;
	const ended = new Promise<{ code: number | undefined }>(resolve => {
		end = code => resolve({ code });
	});
	let execution: vscode.TaskExecution | undefined;
	const isOurs = (other: vscode.TaskExecution) => other === execution || other.task.name === task.name;
	const listeners = vscode.Disposable.from(
		vscode.tasks.onDidEndTaskProcess(event => {
			// A task that this one depends on has failed: ours will never start.
			if (isOurs(event.execution) || (event.exitCode !== undefined && event.exitCode !== 0)) {
				end(event.exitCode);
			}
		}),
		vscode.tasks.onDidEndTask(event => {
			if (isOurs(event.execution)) {
				// Its process, if it had one, is reported just before or after.
				setImmediate(() => setImmediate(() => end(undefined)));
			}
		}),
	);
	try {
		execution = await resultWithin(vscode.tasks.executeTask(task), timeLimit);
		const result = await resultWithin(ended, timeLimit);
		if (!result) {
			throw new ToolError(
				'E_TIMEOUT',
				`The preLaunchTask "${task.name}" did not end within ${timeLimit.milliseconds} ms.`,
				{
					hint: 'It runs on. Call debug_start with a longer timeout.',
				},
			);
		}
		return result.code;
	} finally {
		listeners.dispose();
	}
}

function problemsNow(): readonly string[] {
	return vscode.languages
		.getDiagnostics()
		.flatMap(([uri, diagnostics]) =>
			diagnostics
				.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
				.map(({ range, message }) => `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1} ${message}`),
		)
		.slice(0, 20);
}
