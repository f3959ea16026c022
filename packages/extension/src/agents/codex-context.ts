/**
 * What this window tells Codex when another window was asked in its place. It exists before both the route that is asked and what
 * follows the user.
 */
export interface CodexContext {
	/** Undefined when Codex gets nothing from this window. */
	read(workspaceRoot: string): Promise<object | undefined>;
	answerWith(read: (workspaceRoot: string) => Promise<object | undefined>): void;
}

export function createCodexContext(): CodexContext {
	let answer: CodexContext['read'] = () => Promise.resolve(undefined);
	return {
		read: workspaceRoot => answer(workspaceRoot),
		answerWith: read => void (answer = read),
	};
}
