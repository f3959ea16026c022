export interface Span {
	line: number;
	/** 1-based, in UTF-16 units as editors count. */
	column: number;
	endLine: number;
	/** The whole lines that the match touches, without the last line break. */
	text: string;
}

const NEWLINE = 0x0a;

/**
 * Locates the spans of bytes, in ascending order, in this block of lines that begins with line `firstLine`. Each byte is
 * decoded once, however many matches a line has.
 */
export function locateSpans(
	bytes: Buffer,
	firstLine: number,
	spans: readonly { start: number; end: number }[],
): readonly Span[] {
	let line = firstLine;
	let lineStart = 0;
	let lineEnd = endOfLine(bytes, 0);
	let decodedTo = 0;
	let column = 1;
	let last: { from: number; to: number; text: string } | undefined;
	return spans.map(({ start, end }) => {
		while (lineEnd < start && lineEnd < bytes.length) {
			line++;
			lineStart = lineEnd + 1;
			lineEnd = endOfLine(bytes, lineStart);
			decodedTo = lineStart;
			column = 1;
		}
		column += bytes.toString('utf8', decodedTo, start).length;
		decodedTo = start;
		const lastByte = Math.max(start, end - 1);
		const inOneLine = lastByte <= lineEnd;
		const to = inOneLine ? lineEnd : endOfLine(bytes, lastByte);
		if (last?.from !== lineStart || last.to !== to) {
			last = { from: lineStart, to, text: withoutReturns(bytes.toString('utf8', lineStart, to)) };
		}
		const endLine = inOneLine ? line : line + countNewlines(bytes, start, lastByte);
		return { line, column, endLine, text: last.text };
	});
}

/** One line of context as a reader sees it. */
export function lineText(bytes: Buffer): string {
	return withoutReturns(bytes.toString('utf8', 0, endOfLine(bytes, 0)));
}

function endOfLine(bytes: Buffer, from: number): number {
	const at = bytes.indexOf(NEWLINE, from);
	return at === -1 ? bytes.length : at;
}

function countNewlines(bytes: Buffer, from: number, to: number): number {
	let count = 0;
	for (let at = bytes.indexOf(NEWLINE, from); at !== -1 && at < to; at = bytes.indexOf(NEWLINE, at + 1)) {
		count++;
	}
	return count;
}

function withoutReturns(text: string): string {
	return text.replaceAll('\r\n', '\n').replace(/\r$/, '');
}
