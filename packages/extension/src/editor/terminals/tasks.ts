import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { isWantedTask, type WantedTask } from '@hawser/core/policy/wanted-task.ts';
import type { RunningTask, TaskFacts, Tasks } from '@hawser/core/ports/tasks.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { CommandRecord } from './command-record.ts';
import { type FollowedFile, followFile } from './followed-file.ts';
import { readsFromTerminal } from './input-wanted.ts';
import { readMark } from './launcher.ts';
import { matchedProblems } from './matched-problems.ts';
import type { NamedCommands } from './named-commands.ts';
import { captureTask } from './task-capture.ts';
import type { TerminalFolder } from './terminal-folder.ts';

const PROCESS_LAG = 500;

export function createTasks({
	paths,
	folder,
	named,
}: {
	paths: WorkspacePaths;
	folder: TerminalFolder;
	named: NamedCommands;
}): Tasks & vscode.Disposable {
	const stops = new Set<() => void>();

	const start = async (task: vscode.Task): Promise<RunningTask> => {
		const facts = describe(task);
		const captured = await captureTask(task, folder);
		const isCaptured = typeof captured !== 'string';
		const before = vscode.languages.getDiagnostics();
		let execution: vscode.TaskExecution | undefined;
		let group: number | undefined;
		let file: FollowedFile | undefined;
		const record = new CommandRecord({
			terminal: `task ${task.name}`,
			command: facts.command ?? task.name,
			file: () => folder.newFile('.txt'),
			readsInput: async () => group !== undefined && (await readsFromTerminal(group)),
			interrupt: () => execution?.terminate(),
			outputUnknown: () => (isCaptured ? undefined : captured),
			onMark(payload) {
				const mark = isCaptured ? readMark(payload, captured.nonce) : undefined;
				if (mark?.kind === 'start') {
					group = mark.pid;
				}
			},
		});
		const finish = async (exitCode: number | undefined) => {
			stop();
			await file?.read();
			file?.close();
			record.end(exitCode);
		};
		// A quick task has ended before VS Code says that it has begun.
		const ended = new Map<vscode.TaskExecution, number | undefined>();
		const finishIfEnded = () => {
			if (execution && ended.has(execution)) {
				void finish(ended.get(execution));
			}
		};
		const subscriptions = vscode.Disposable.from(
			vscode.tasks.onDidEndTaskProcess(event => {
				ended.set(event.execution, event.exitCode);
				finishIfEnded();
			}),
			vscode.tasks.onDidEndTask(event => {
				// The process, where there is one, tells its exit code about the same time.
				setTimeout(() => {
					if (!ended.has(event.execution)) {
						ended.set(event.execution, undefined);
						finishIfEnded();
					}
				}, PROCESS_LAG);
			}),
		);
		const stop = () => {
			subscriptions.dispose();
			stops.delete(abandon);
		};
		const abandon = () => {
			stop();
			file?.close();
		};
		stops.add(abandon);
		if (isCaptured) {
			file = await followFile(captured.output, text => record.append(text));
		}
		try {
			execution = await vscode.tasks.executeTask(isCaptured ? captured.task : task);
		} catch (cause) {
			abandon();
			throw new ToolError('E_TASK_FAILED', `The task "${task.name}" did not start: ${String(cause)}`, { cause });
		}
		const started = execution;
		named.set(`task ${task.name}`, { record, stop: () => started.terminate() });
		finishIfEnded();
		return {
			facts,
			command: record,
			problems: signal =>
				matchedProblems(
					{ task: isCaptured ? captured.task : task, paths, before, output: isCaptured ? record.text : undefined },
					signal,
				),
		};
	};

	return {
		list: async () => (await vscode.tasks.fetchTasks()).map(describe),
		async run(wanted) {
			return start(choose(await vscode.tasks.fetchTasks(), wanted));
		},
		dispose() {
			for (const stop of stops) {
				stop();
			}
		},
	};
}

function choose(tasks: readonly vscode.Task[], wanted: WantedTask): vscode.Task {
	const { name } = wanted;
	const candidates = tasks.filter(task =>
		isWantedTask({ name: task.name, source: task.source, folder: folderOf(task) }, wanted),
	);
	const [only, ...others] = candidates;
	if (!only) {
		const names = tasks.map(task => task.name);
		const near = nearestName(name, names);
		throw new ToolError('E_TASK_NOT_FOUND', `There is no task "${name}".`, {
			...(near !== undefined && { hint: `Did you mean "${near}"? task_list has all of them.` }),
			details: { tasks: names.slice(0, 50) },
		});
	}
	if (others.length > 0) {
		const places = candidates.map(task => [task.source, folderOf(task)].filter(Boolean).join(' in '));
		throw new ToolError('E_AMBIGUOUS_TASK', `Several tasks have the name "${name}": ${summarize(places)}.`, {
			details: { candidates: candidates.map(task => ({ source: task.source, folder: folderOf(task) })) },
		});
	}
	return only;
}

function describe(task: vscode.Task): TaskFacts {
	const folder = folderOf(task);
	const command = commandOf(task.execution);
	const running = vscode.tasks.taskExecutions.some(
		({ task: other }) => other.name === task.name && other.source === task.source && folderOf(other) === folder,
	);
	return {
		name: task.name,
		source: task.source,
		...(folder !== undefined && { folder }),
		type: task.definition.type,
		...(command !== undefined && { command }),
		...(task.group && { group: task.group.id }),
		background: task.isBackground,
		...(task.detail !== undefined && { detail: task.detail }),
		running,
	};
}

function folderOf({ scope }: vscode.Task): string | undefined {
	return typeof scope === 'object' ? scope.name : undefined;
}

function commandOf(execution: vscode.Task['execution']): string | undefined {
	if (execution instanceof vscode.ProcessExecution) {
		return [execution.process, ...execution.args].join(' ');
	}
	if (execution instanceof vscode.ShellExecution) {
		const words = [execution.command ?? '', ...(execution.args ?? [])];
		return execution.commandLine ?? words.map(word => (typeof word === 'string' ? word : word.value)).join(' ');
	}
	return undefined;
}
