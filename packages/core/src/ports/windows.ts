import type { Cancellation } from './values/cancellation.ts';

export interface WindowSummary {
	id: string;
	folders: readonly string[];
	workspaceFile?: string;
	port: number;
	/** Name and version of the editor, such as "Visual Studio Code 1.139.1". */
	app: string;
	/** Version of Hawser in that window. */
	version: string;
	/** The remote that the extension host runs on, if any: "wsl", "ssh-remote" … */
	remote?: string;
	focused: boolean;
	/** ISO 8601. */
	since: string;
	/** The window that answers this call. */
	current: boolean;
}

export interface DebugSessionSummary {
	id: string;
	name: string;
	type: string;
	active: boolean;
}

/** The machine and the programs that the tools of a window run on. */
export interface SystemFacts {
	/** As Node names it: linux, darwin, win32 … */
	platform: string;
	arch: string;
	node: string;
	/** The shell of new terminals. */
	shell: string;
}

export interface WindowStatus {
	id: string;
	pid: number;
	port: number;
	app: string;
	version: string;
	remote?: string;
	trusted: boolean;
	since: string;
	folders: readonly { name: string; path: string }[];
	workspaceFile?: string;
	activeFile?: string;
	/** Files in tabs, the active group first. */
	openFiles: readonly { path: string; dirty: boolean }[];
	debugSessions: readonly DebugSessionSummary[];
	system: SystemFacts;
}

export interface Windows {
	/** All live windows of this user on this machine, this one included. */
	list(signal: Cancellation): Promise<readonly WindowSummary[]>;
	/** This window. */
	status(): WindowStatus;
	/**
	 * Loads this window again a moment later, when the answer has left it. Refused with E_FILE_DIRTY when unsaved edits
	 * would be lost.
	 */
	reload(): void;
}
