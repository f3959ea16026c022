import { stat } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TerminalCommand, TerminalFacts, Terminals } from '@hawser/core/ports/terminals.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { CommandRecord } from './command-record.ts';
import type { NamedCommand, NamedCommands } from './named-commands.ts';
import { createOwnTerminals, type Slot } from './own-terminals.ts';
import { watchShellExecutions } from './shell-executions.ts';
import { stopCommand } from './stop-command.ts';
import type { TerminalFolder } from './terminal-folder.ts';
import { createUserCommands } from './user-commands.ts';

const CLOSE_LIMIT = 5000;
const DEFAULT_WAIT = 30_000;
/** The prompt has this long to come back after the end of a command. */
const PROMPT_LIMIT = 3000;

export function createTerminals({
	paths,
	folder,
	named,
}: {
	paths: WorkspacePaths;
	folder: TerminalFolder;
	named: NamedCommands;
}): Terminals & vscode.Disposable & { show(wanted: string): void } {
	const ids = createIds();
	const userCommands = createUserCommands({ idOf: ids.of, folder });
	const executions = watchShellExecutions(userCommands);
	const own = createOwnTerminals({ folder, executions, idOf: ids.of });
	let last: TerminalCommand | undefined;

	const find = (wanted: string): vscode.Terminal => {
		const { terminals } = vscode.window;
		const found =
			terminals.find(terminal => ids.of(terminal) === wanted) ?? terminals.find(({ name }) => name === wanted);
		if (!found) {
			throw new ToolError('E_TERMINAL_NOT_FOUND', `There is no terminal "${wanted}".`, {
				details: { terminals: terminals.map(terminal => ({ id: ids.of(terminal), name: terminal.name })) },
			});
		}
		return found;
	};
	const findOwn = (wanted: string): Slot => {
		const terminal = find(wanted);
		const slot = own.find(terminal);
		if (!slot) {
			throw new ToolError('E_TERMINAL_NOT_OURS', `The terminal "${terminal.name}" is the user's.`);
		}
		return slot;
	};
	const findBusy = (wanted: string): Slot & { record: CommandRecord } => {
		const slot = findOwn(wanted);
		if (slot.record?.running !== true) {
			throw new ToolError('E_TERMINAL_IDLE', `No command runs in the terminal "${slot.own.terminal.name}".`);
		}
		return { ...slot, record: slot.record };
	};
	const chooseNamed = async (wanted: string, signal: Cancellation): Promise<Slot> => {
		const slot = findOwn(wanted);
		const free = () => !slot.reserved && slot.record?.running !== true;
		if (!free() || !(await slot.own.untilIdle({ milliseconds: PROMPT_LIMIT, signal })) || !free()) {
			throw new ToolError('E_TERMINAL_BUSY', `A command runs in the terminal "${slot.own.terminal.name}".`, {
				details: { command: slot.record?.command },
			});
		}
		slot.reserved = true;
		return slot;
	};
	const commandIn = (terminal: vscode.Terminal): CommandRecord | undefined => {
		const ofUser = userCommands.last(terminal);
		const ofOurs = own.find(terminal)?.record;
		return (ofUser?.startedAt ?? 0) > (ofOurs?.startedAt ?? 0) ? ofUser : ofOurs;
	};

	const describe = (terminal: vscode.Terminal): TerminalFacts => {
		const command = commandIn(terminal)?.state();
		const slot = own.find(terminal);
		const cwd = terminal.shellIntegration?.cwd;
		const shell = slot?.own.shell ?? terminal.state.shell;
		return {
			id: ids.of(terminal),
			name: terminal.name,
			ours: slot !== undefined,
			...(shell !== undefined && { shell }),
			shellIntegration: terminal.shellIntegration !== undefined,
			...(cwd && { cwd: paths.show(cwd) }),
			running: command?.running ?? !executions.isIdle(terminal),
			...(command && { command: command.command }),
			...(command?.exitCode !== undefined && { exitCode: command.exitCode }),
			...(command?.waitingForInput && { waitingForInput: true }),
		};
	};

	return {
		get defaultWait() {
			const chosen: unknown = vscode.workspace.getConfiguration('hawser').get('terminalTimeout');
			return typeof chosen === 'number' && chosen >= 1 ? chosen : DEFAULT_WAIT;
		},
		async run({ command, cwd, env = {}, terminal }, { signal, name: agent = 'Hawser' }) {
			if (process.platform === 'win32') {
				throw new ToolError('E_TERMINAL_FAILED', 'On Windows, Hawser cannot yet tell the output of a command.', {
					hint: 'Run the command with a tool of your own, or define a task and run it with task_run for its problems.',
				});
			}
			const place = await workingFolder(cwd, paths);
			const slot =
				terminal === undefined
					? await own.idle({ agent, cwd: place.fsPath, command }, signal)
					: await chooseNamed(terminal, signal);
			try {
				const record = await own.run(slot, { command, cwd: place.fsPath, shownCwd: paths.show(place), env }, signal);
				last = record;
				return record;
			} finally {
				slot.reserved = false;
			}
		},
		command(wanted) {
			const found = wanted === undefined ? last : (named.get(wanted)?.record ?? commandIn(find(wanted)));
			if (!found) {
				const what = wanted === undefined ? 'No command has run yet' : `Nothing was seen to run in "${wanted}"`;
				throw new ToolError('E_TERMINAL_NOT_FOUND', `${what}.`);
			}
			return found;
		},
		list: () => vscode.window.terminals.map(describe),
		show: wanted => find(wanted).show(),
		send(wanted, text) {
			const { own: target, record } = findBusy(wanted);
			// What the command does not read goes to the shell behind it.
			own.taint(target.terminal);
			record.answered();
			target.terminal.sendText(text, false);
			return Promise.resolve(record);
		},
		async stop(wanted, action, signal) {
			const task = named.get(wanted);
			if (task) {
				return stopNamed(wanted, task, signal);
			}
			if (action === 'close') {
				const { own: target } = findOwn(wanted);
				const facts = describe(target.terminal);
				target.terminal.dispose();
				const gone = () => !vscode.window.terminals.includes(target.terminal);
				await until(vscode.window.onDidCloseTerminal, gone, { milliseconds: CLOSE_LIMIT, signal });
				return { ...facts, running: false };
			}
			const slot = findBusy(wanted);
			await stopCommand(slot, action, signal);
			return describe(slot.own.terminal);
		},
		dispose() {
			own.dispose();
			executions.dispose();
			userCommands.dispose();
		},
	};
}

async function stopNamed(id: string, { record, stop }: NamedCommand, signal: Cancellation): Promise<TerminalFacts> {
	stop();
	await record.untilEnded(CLOSE_LIMIT, signal);
	const { running, exitCode, command } = record.state();
	const facts = { id, name: id, ours: true, shellIntegration: false, command, running };
	return { ...facts, ...(exitCode !== undefined && { exitCode }) };
}

/** Small numbers, so that an agent can name a terminal whose name is not unique. */
function createIds(): { of(terminal: vscode.Terminal): string } {
	const known = new WeakMap<vscode.Terminal, string>();
	let count = 0;
	return {
		of(terminal) {
			const id = known.get(terminal) ?? String(++count);
			known.set(terminal, id);
			return id;
		},
	};
}

async function workingFolder(cwd: string | undefined, paths: WorkspacePaths): Promise<vscode.Uri> {
	const uri = cwd === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : await paths.resolve(cwd);
	if (uri === undefined) {
		throw new ToolError('E_NO_WORKSPACE', 'The window has no folder open, so the command needs "cwd".');
	}
	const isFolder = await stat(uri.fsPath).then(
		found => found.isDirectory(),
		() => false,
	);
	if (!isFolder) {
		throw new ToolError('E_FILE_NOT_FOUND', `There is no folder "${cwd ?? uri.fsPath}".`);
	}
	return uri;
}
