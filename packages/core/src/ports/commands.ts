import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

export interface CommandFacts {
	id: string;
	/** The title in the command palette; made from the id where VS Code does not tell extensions. */
	title: string;
	/** The extension that brings it; absent for VS Code's own. */
	extension?: string;
}

/** `waiting`: it had not ended in its time, and goes on; it may be asking the user something. */
export type CommandResult = { state: 'done'; value: unknown } | { state: 'waiting' };

export interface Commands {
	all(signal: Cancellation): Promise<readonly CommandFacts[]>;
	/** The user is asked first where the command guards them. */
	run(id: string, args: readonly unknown[], milliseconds: number, caller: Caller): Promise<CommandResult>;
}
