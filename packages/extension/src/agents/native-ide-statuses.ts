import * as vscode from 'vscode';

/** What this window is for an agent that looks for an editor by a protocol of its own. */
export interface NativeIdeStatus {
	/** As the setting hawser.nativeIde names it. */
	agent: string;
	title: string;
	/**
	 * `ready`: the agent finds this window. `stands_down`: its own extension serves it. `absent`: it was never used on this machine.
	 */
	state: 'ready' | 'off' | 'stands_down' | 'absent' | 'no_folder' | 'failed';
	/** Why it is so, as a sentence; absent for `ready`. */
	reason?: string;
	/** How many are connected by it now. */
	connected: number;
}

/** Reported by what serves these agents, shown by whoever shows the window: it exists before both. */
export interface NativeIdeStatuses extends vscode.Disposable {
	/** Empty until the window's server has run. */
	list(): readonly NativeIdeStatus[];
	report(statuses: readonly NativeIdeStatus[]): void;
	readonly onDidChange: vscode.Event<void>;
}

export function createNativeIdeStatuses(): NativeIdeStatuses {
	let present: readonly NativeIdeStatus[] = [];
	const changed = new vscode.EventEmitter<void>();
	return {
		list: () => present,
		report(statuses) {
			if (JSON.stringify(statuses) !== JSON.stringify(present)) {
				present = statuses;
				changed.fire();
			}
		},
		onDidChange: changed.event,
		dispose: () => changed.dispose(),
	};
}
