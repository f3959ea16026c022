import type { TextEdit } from '@hawser/agent-config/json/text-edit.ts';

/** Takes the line out that holds the text between two offsets. */
export function wholeLine(text: string, start: number, end: number): TextEdit {
	const from = text.lastIndexOf('\n', start - 1) + 1;
	const rest = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0] ?? '';
	return { offset: from, length: end + rest.length - from, text: '' };
}

/** Adds lines at the end, set apart by a blank one. */
export function appended(text: string, lines: readonly string[]): TextEdit {
	const lineBreak = lineBreakOf(text);
	const endsLine = text === '' || text === '\uFEFF' || text.endsWith('\n');
	const gap = text.trim() === '' || /\n\r?\n$/.test(text) ? '' : lineBreak;
	return {
		offset: text.length,
		length: 0,
		text: [...(endsLine ? [] : ['']), `${gap}${lines[0] ?? ''}`, ...lines.slice(1), ''].join(lineBreak),
	};
}

/** Takes the lines from one offset to another out, with the blank line that set them apart. */
export function withoutLines(text: string, start: number, end: number): TextEdit {
	const lineStart = text.lastIndexOf('\n', start - 1) + 1;
	const restOfLine = /^[^\n]*\n?/.exec(text.slice(end))?.[0].length ?? 0;
	const blank = /\n(\r?\n)$/.exec(text.slice(0, lineStart))?.[1]?.length ?? 0;
	return { offset: lineStart - blank, length: end + restOfLine - lineStart + blank, text: '' };
}

export function lineBreakOf(text: string): string {
	return /\r?\n/.exec(text)?.[0] ?? '\n';
}
