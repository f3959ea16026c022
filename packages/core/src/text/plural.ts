/** `1 error`, `2 errors`. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
	return `${count} ${count === 1 ? noun : nouns}`;
}

/** The same at the start of an answer, where nothing is said in a word: `No errors`. */
export function countOf(count: number, noun: string, nouns = `${noun}s`): string {
	return count === 0 ? `No ${nouns}` : plural(count, noun, nouns);
}

/** Only what there is: `2 errors, 1 hint`; empty when there is nothing. */
export function tally(counts: readonly (readonly [count: number, noun: string, nouns?: string])[]): string {
	return counts
		.filter(([count]) => count > 0)
		.map(([count, noun, nouns]) => plural(count, noun, nouns))
		.join(', ');
}

/** `line 3`, `lines 3 to 5`. */
export function lineRange(first: number, last: number): string {
	return last <= first ? `line ${first}` : `lines ${first} to ${last}`;
}
