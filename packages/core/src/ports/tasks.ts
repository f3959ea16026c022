import type { Problem } from './diagnostics.ts';
import type { TerminalCommand } from './terminals.ts';
import type { Cancellation } from './values/cancellation.ts';

export interface TaskFacts {
	name: string;
	/** The provider: Workspace for tasks.json, npm, gulp … */
	source: string;
	/** The workspace folder it belongs to, where it belongs to one. */
	folder?: string;
	type: string;
	/** The command line that it runs, where it runs one. */
	command?: string;
	group?: string;
	/** It is meant to go on, as a watcher does. */
	background: boolean;
	detail?: string;
	running: boolean;
}

export interface TaskProblem extends Problem {
	path: string;
}

export interface RunningTask {
	facts: TaskFacts;
	command: TerminalCommand;
	/** Problems that the task's problem matchers found so far. */
	problems(signal: Cancellation): Promise<readonly TaskProblem[]>;
}

export interface Tasks {
	list(): Promise<readonly TaskFacts[]>;
	/** Starts the task in VS Code's own way, with its problem matchers. */
	run(task: { name: string; source?: string | undefined; folder?: string | undefined }): Promise<RunningTask>;
}
