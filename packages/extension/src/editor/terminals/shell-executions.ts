import * as vscode from 'vscode';

/** Commands in all terminals with shell integration, ours and the user's, as VS Code reports them. */
export interface ShellExecutions extends vscode.Disposable {
	readonly onDidChange: vscode.Event<undefined>;
	/** Runs a line of ours at the prompt of the terminal. */
	execute(terminal: vscode.Terminal, integration: vscode.TerminalShellIntegration, line: string): void;
	/** True when the terminal stands at its prompt. */
	isIdle(terminal: vscode.Terminal): boolean;
	/** True when the user or another extension has run something in the terminal. */
	usedByUser(terminal: vscode.Terminal): boolean;
}

export interface ExecutionListener {
	/** A command that we did not start. */
	userStarted(event: vscode.TerminalShellExecutionStartEvent): void;
	ended(event: vscode.TerminalShellExecutionEndEvent): void;
}

export function watchShellExecutions(listener: ExecutionListener): ShellExecutions {
	const changed = new vscode.EventEmitter<undefined>();
	const ours = new WeakSet<vscode.TerminalShellExecution>();
	const usedByUser = new WeakSet<vscode.Terminal>();
	const running = new Map<vscode.Terminal, vscode.TerminalShellExecution>();
	const subscriptions = vscode.Disposable.from(
		changed,
		vscode.window.onDidStartTerminalShellExecution(event => {
			if (!ours.has(event.execution) && !isInterrupt(event.execution)) {
				running.set(event.terminal, event.execution);
				usedByUser.add(event.terminal);
				listener.userStarted(event);
			}
		}),
		vscode.window.onDidEndTerminalShellExecution(event => {
			// The end of one command may be told after the start of the next.
			if (running.get(event.terminal) === event.execution) {
				running.delete(event.terminal);
			}
			listener.ended(event);
			changed.fire(undefined);
		}),
		vscode.window.onDidCloseTerminal(terminal => {
			running.delete(terminal);
			changed.fire(undefined);
		}),
	);
	return {
		onDidChange: changed.event,
		execute(terminal, integration, line) {
			const execution = integration.executeCommand(line);
			ours.add(execution);
			// This happens at once: the command may be over before VS Code reports that it has begun.
			running.set(terminal, execution);
		},
		isIdle: terminal => !running.has(terminal),
		usedByUser: terminal => usedByUser.has(terminal),
		dispose() {
			subscriptions.dispose();
		},
	};
}

/** Before it runs a line of ours, VS Code 1.103 clears the prompt with Ctrl+C, and may take the echo of that for a command. */
function isInterrupt({ commandLine }: vscode.TerminalShellExecution): boolean {
	return commandLine.value.trim() === '^C';
}
