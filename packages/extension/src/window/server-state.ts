import * as vscode from 'vscode';

export type ServiceState =
	/** `byPort`: because the setting says so, and no longer than it does. */
	| { kind: 'stopped'; byPort?: true }
	| { kind: 'starting' }
	| { kind: 'running'; port: number; token: string }
	| { kind: 'failed'; reason: string };

/**
 * The state of the window's server. It exists before the server does, so that everything that shows the server or depends
 * on it can be made first.
 */
export interface ServerState extends vscode.Disposable {
	readonly current: ServiceState;
	/** Port and token while the server runs. */
	readonly address: { port: number; token: string } | undefined;
	readonly onDidChange: vscode.Event<ServiceState>;
	set(next: ServiceState): void;
}

export function createServerState(): ServerState {
	let current: ServiceState = { kind: 'stopped' };
	const changes = new vscode.EventEmitter<ServiceState>();
	return {
		get current() {
			return current;
		},
		get address() {
			return current.kind === 'running' ? current : undefined;
		},
		onDidChange: changes.event,
		set(next) {
			current = next;
			changes.fire(next);
		},
		dispose: () => changes.dispose(),
	};
}
