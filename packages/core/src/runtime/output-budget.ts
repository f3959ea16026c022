/** The first text that fits, with a note when it is not the fullest. Nothing is cut silently. */
export function firstThatFits(
	texts: readonly [string, ...string[]],
	budget: number,
	narrowBy: readonly string[] = [],
): string {
	const [fullest] = texts;
	if (fullest.length <= budget) {
		return fullest;
	}
	const advice = narrowBy.length > 0 ? `; narrow the question with ${narrowBy.join(' or ')}` : '';
	const note = `\n(Shortened: the full answer has ${fullest.length} characters${advice}.)`;
	const fitting = texts.find(text => text.length + note.length <= budget);
	return (fitting ?? cutAtLine(texts.at(-1) ?? fullest, budget - note.length)) + note;
}

function cutAtLine(text: string, length: number): string {
	const lineEnd = text.lastIndexOf('\n', length);
	return text.slice(0, lineEnd > length / 2 ? lineEnd : Math.max(0, length));
}
