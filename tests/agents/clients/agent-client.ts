import type { AgentName } from '../agent-packages.ts';

/** How to run one agent without anybody watching. `hawser setup` alone tells it about Hawser. */
export interface AgentClient {
	/** Also its name for `hawser setup`. */
	name: AgentName;
	/** How it shows tools to its model, where it has several ways. */
	mode?: string;
	/** The name of the program, as users type it. */
	program: string;
	/** Puts into the home folder what its owner would have there: which model, which account, which projects to trust. */
	prepare(home: string, owner: { model: string; project: string }): void;
	env(model: string): Record<string, string>;
	/** One prompt, every tool of Hawser allowed. */
	args: readonly string[];
	/** The same for a user who has no Hawser, where that makes a difference. */
	argsAlone?: readonly string[];
}

export const PROMPT = 'Call the tool and repeat what it says.';
