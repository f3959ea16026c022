/** The text with at most so many characters, the last of them an ellipsis where something was cut off. */
export function shorten(text: string, maxLength: number): string {
	return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** The first sentence of a description, which says what the thing is. */
export function firstSentence(text: string): string {
	return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
