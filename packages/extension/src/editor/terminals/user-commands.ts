import * as vscode from 'vscode';
import { CommandRecord } from './command-record.ts';
import type { ExecutionListener } from './shell-executions.ts';
import type { TerminalFolder } from './terminal-folder.ts';

export interface UserCommands extends ExecutionListener, vscode.Disposable {
	/** The command that the user last ran in the terminal. */
	last(terminal: vscode.Terminal): CommandRecord | undefined;
}

const LOST = 'VS Code did not hand over the beginning of the output, as it happens with quick commands.';

/** Listens to what the user runs in terminals with shell integration, so that agents can read what came of it. */
export function createUserCommands({
	idOf,
	folder,
}: {
	idOf: (terminal: vscode.Terminal) => string;
	folder: TerminalFolder;
}): UserCommands {
	const records = new Map<vscode.Terminal, CommandRecord>();
	const executions = new WeakMap<vscode.TerminalShellExecution, { record: CommandRecord; read: Promise<void> }>();
	const closing = vscode.window.onDidCloseTerminal(terminal => {
		records.get(terminal)?.end(undefined, { closed: true });
		records.delete(terminal);
	});
	return {
		last: terminal => records.get(terminal),
		userStarted({ terminal, execution }) {
			let whole = false;
			const record: CommandRecord = new CommandRecord({
				terminal: idOf(terminal),
				command: execution.commandLine.value,
				cwd: execution.cwd?.fsPath,
				file: () => folder.newFile('.txt'),
				readsInput: () => Promise.resolve(false),
				onMark(payload) {
					whole ||= payload.startsWith('633;C');
				},
				// The mark at the start of the output comes with it. Of a quick command, VS Code often hands over nothing.
				outputUnknown: () => (whole || record.running ? undefined : LOST),
			});
			records.set(terminal, record);
			executions.set(execution, { record, read: readAll(execution, record) });
		},
		ended({ execution, exitCode }) {
			const known = executions.get(execution);
			// The end is told before the last of the output.
			void known?.read.then(() => known.record.end(exitCode));
		},
		dispose() {
			closing.dispose();
		},
	};
}

async function readAll(execution: vscode.TerminalShellExecution, record: CommandRecord): Promise<void> {
	for await (const text of execution.read()) {
		record.append(text);
	}
}
