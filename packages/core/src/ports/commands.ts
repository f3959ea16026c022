import type { Caller } from './caller.ts';
import type { Cancellation } from './cancellation.ts';

export interface CommandFacts {
	id: string;
	/** What the person reads in the command palette; made from the id where VS Code tells no extension. */
	title: string;
	/** The extension that brings it; absent for VS Code's own. */
	extension?: string;
}

/** `waiting`: it had not ended in its time, and goes on; it may be asking the person something. */
export type CommandResult = { state: 'done'; value: unknown } | { state: 'waiting' };

export interface Commands {
	all(signal: Cancellation): Promise<readonly CommandFacts[]>;
	/** The person is asked first where the command guards them. */
	run(id: string, args: readonly unknown[], milliseconds: number, caller: Caller): Promise<CommandResult>;
}
