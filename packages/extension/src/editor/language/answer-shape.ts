/** Parts of a `Uri` that are there only once somebody has asked for them. */
const COMPUTED: ReadonlySet<string> = new Set(['fsPath', 'external', '$mid']);

/**
 * What an answer says, to compare it with another: without the handles by which VS Code finds its items again, which differ
 * each time, and in one order, because servers that search in parallel give the same places in another.
 */
export function answerShape(answer: readonly unknown[]): string {
	return answer
		.map(entry => JSON.stringify(entry, (key, value: unknown) => (isHandle(key) ? undefined : value)))
		.sort()
		.join('\n');
}

function isHandle(key: string): boolean {
	return key.startsWith('_') || COMPUTED.has(key);
}
