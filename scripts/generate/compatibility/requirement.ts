/** What one of the five systems that Hawser stands in for did, and what is proved of it here. */
export interface Requirement {
	text: string;
	state: 'met' | 'differs' | 'open';
	/** Why it is otherwise here, or what is missing. */
	note?: string;
	/** A file of the repository, or `file: a part of a test's title`. */
	proofs: readonly string[];
}

export interface System {
	name: string;
	/** The page for people who come from it, relative to docs. */
	guide: string;
	requirements: readonly Requirement[];
}

export function met(text: string, ...proofs: string[]): Requirement {
	return { text, state: 'met', proofs };
}

export function differs(text: string, note: string, ...proofs: string[]): Requirement {
	return { text, state: 'differs', note, proofs };
}
