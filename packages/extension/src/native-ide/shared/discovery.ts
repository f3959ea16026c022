import type { NativeAgentName } from './native-agents.ts';

export interface DiscoveryFacts {
	port: number;
	/** Every folder by its own name and by its real one. */
	folders: readonly string[];
	ideName: string;
	token: string;
}

/** Where one agent looks for an editor, and what it reads there. */
export interface Discovery {
	agent: NativeAgentName;
	folder(): string;
	file(port: number): string;
	content(facts: DiscoveryFacts): object;
	/** The variable by which the agent takes one editor among several that fit. */
	variable: string;
	/** What it is set to; the number itself unless given. */
	variableValue?(port: number): string;
}
