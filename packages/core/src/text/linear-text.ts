/*
 * What would be written as a regular expression with an open end, `<!--[\s\S]*?-->`, takes the square of the text where the end
 * is missing: every beginning is followed to the end of the text. These pass over it once.
 */

/** Replaces each stretch from `open` to the nearest `close`; what is not closed stays as it is. */
export function replaceBetween(
	text: string,
	open: string,
	close: string,
	replace: (inner: string, whole: string) => string,
): string {
	let result = '';
	let done = 0;
	for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, done)) {
		const end = text.indexOf(close, start + open.length);
		if (end === -1) {
			break;
		}
		const after = end + close.length;
		result += text.slice(done, start) + replace(text.slice(start + open.length, end), text.slice(start, after));
		done = after;
	}
	return result + text.slice(done);
}

/** The text without those characters at its end. */
export function trimEndOf(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) {
		end--;
	}
	return text.slice(0, end);
}
