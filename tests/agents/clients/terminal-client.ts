import type { TerminalAgentName } from '../agent-packages.ts';

/** How to run one agent in a terminal, with a user before it. */
export interface TerminalClient {
	name: TerminalAgentName;
	/** The way of its connection, as Hawser's log names it. */
	way: string;
	/** Puts into the home folder what its owner would have there. */
	prepare(home: string, owner: { model: string; project: string }): void;
	env(model: string): Record<string, string>;
	args: readonly string[];
	/** What the user says so that it asks the editor; absent where it does so by itself. */
	connect?: string;
	/** What it also needs in a terminal that is none of the editor. */
	outsideArgs?: readonly string[];
	/** It connects again by itself when the window is back. */
	comesBack: boolean;
	/** Its comparisons: those that the user may edit, those that they may only accept or reject, or none. */
	review: 'editable' | 'readonly' | 'none';
	/** The call by which its model writes a file. */
	write(path: string, text: string): { tool: string; input: Record<string, unknown> };
	/** Keys by which the user agrees in the terminal. */
	agree: string;
}
