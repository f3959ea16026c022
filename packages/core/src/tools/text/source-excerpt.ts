/** Longer lines are minified code or data: the part around the match says more than the whole. */
const LINE_SHOWN = 240;
const BEFORE_MATCH = 80;
const LINES_SHOWN = 6;

/** The lines of a match for a reader: a long line is cut around the column, a long block after a few lines. */
export function excerpt(text: string, column: number): string {
	const lines = text.split('\n', LINES_SHOWN + 1);
	const [first = '', ...rest] = lines;
	const shown = [cutAround(first, column), ...rest.slice(0, LINES_SHOWN - 1).map(cutLine)];
	return lines.length > LINES_SHOWN ? [...shown, '…'].join('\n') : shown.join('\n');
}

export function cutLine(line: string): string {
	return cutAround(line, 1);
}

function cutAround(line: string, column: number): string {
	const whole = line.trimEnd();
	if (whole.length <= LINE_SHOWN) {
		return whole;
	}
	const start = wholeCharacter(whole, Math.max(0, column - 1 - BEFORE_MATCH));
	const end = wholeCharacter(whole, start + LINE_SHOWN);
	return `${start > 0 ? '…' : ''}${whole.slice(start, end)}${end < whole.length ? '…' : ''}`;
}

/** Never between the two halves of a character such as an emoji. */
function wholeCharacter(text: string, index: number): number {
	return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index;
}
