import type { EditorWindow } from '@hawser/headless/window.ts';

/** A way to do tasks, by whose calls and bytes it is judged. */
export interface Doer<Arguments extends unknown[]> {
	/** Makes one call and counts what comes back. */
	call(...args: Arguments): Promise<string>;
}

export type Hawser = Doer<[tool: string, input?: Record<string, unknown>]>;
/** One command line of a POSIX shell in the project; what it prints, errors included. */
export type Shell = Doer<[command: string]>;

export interface Place {
	folder: string;
	window: EditorWindow;
	/** Runs the compiler on the project and tells whether it is content. */
	compiles(): boolean;
	read(file: string): string;
	write(file: string, text: string): void;
}

/** Something that a user asks of an agent, done as an agent would do it that makes no mistake and no call too many. */
export interface Task {
	name: string;
	/** Brings the project to the state that the task starts from; before each of the two. */
	prepare?(place: Place): void | Promise<void>;
	/** Does it with Hawser, and tells whether the answer was right. */
	hawser(hawser: Hawser, place: Place): Promise<boolean>;
	/** The same with the programs that every shell has. */
	shell(shell: Shell, place: Place): Promise<boolean>;
}
