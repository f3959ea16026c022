import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

export interface CommandRequest {
	/** In the language of the user's shell; several lines are one script. */
	command: string;
	/** The first workspace folder unless given. */
	cwd?: string | undefined;
	/** Variables on top of the terminal's own environment. */
	env?: Readonly<Record<string, string>> | undefined;
	/** Id or name of one of our terminals; else an idle one of ours, or a new one. */
	terminal?: string | undefined;
}

/** A command in a terminal and what came of it so far. */
export interface CommandState {
	/** Id of the terminal. */
	terminal: string;
	command: string;
	cwd?: string;
	running: boolean;
	/** Absent while it runs, and where nobody told it. */
	exitCode?: number;
	/** The terminal went away before the command had ended. */
	closed: boolean;
	/** It runs, is silent, and reads from the terminal or shows a question. */
	waitingForInput: boolean;
	/** The output as a user would have read it, without escape sequences; complete but for `droppedLines`. */
	output: string;
	/** Why the output is missing or not whole, where it is. */
	outputUnknown?: string;
	/** Lines at the start of a huge output that are only in the file. */
	droppedLines: number;
	/** The time that it has run. */
	milliseconds: number;
}

export interface TerminalCommand {
	state(): CommandState;
	/** Returns when the command has ended, waits for input, or the time is over. */
	settle(milliseconds: number, signal: Cancellation, onOutput?: () => void): Promise<void>;
	/** Returns when the output grows and then pauses, the command ends or the time is over. */
	pause(milliseconds: number, signal: Cancellation): Promise<void>;
	/** Ctrl+C, without waiting for what it does. */
	interrupt(): void;
	/** Writes the output to a file that only the user can read, and returns its absolute path. */
	saveOutput(): Promise<string>;
	/** Says that the agent knows how it ended, so that the terminal may serve the next command. */
	delivered(): void;
}

export interface TerminalFacts {
	id: string;
	name: string;
	/** True for a terminal of ours; the others belong to the user. */
	ours: boolean;
	shell?: string;
	/** VS Code sees where commands begin and end in it. */
	shellIntegration: boolean;
	cwd?: string;
	/** The running command, or the last one that was seen. */
	command?: string;
	running: boolean;
	exitCode?: number;
	waitingForInput?: boolean;
}

export type StopAction = 'interrupt' | 'kill' | 'close';

export interface Terminals {
	/** Milliseconds that a command is waited for unless the caller says. */
	readonly defaultWait: number;
	/** Starts the command in a terminal that the user can see, and leaves the focus where it is. */
	run(request: CommandRequest, caller: Caller): Promise<TerminalCommand>;
	/** The running or last command of a terminal; without a terminal, the last one that was started here. */
	command(terminal: string | undefined): TerminalCommand;
	list(): readonly TerminalFacts[];
	/** Types into one of our terminals while a command runs in it. */
	send(terminal: string, text: string): Promise<TerminalCommand>;
	/** `kill` interrupts first, and uses force when that does not help. Returns when it is done. */
	stop(terminal: string, action: StopAction, signal: Cancellation): Promise<TerminalFacts>;
}
