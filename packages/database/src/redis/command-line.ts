import type { Parameter } from '@hawser/core/ports/database.ts';

export type Words = { words: readonly string[] } | { problem: string };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\u0007' };

/**
 * Splits a command as redis-cli does: at blanks, with "double" quotes that know escapes and 'single' ones that do not. A bare `?`
 * stands for the next parameter, which is one word whatever is in it.
 */
export function splitCommand(text: string, params: readonly Parameter[] = []): Words {
	const words: string[] = [];
	let used = 0;
	let at = 0;
	const line = text.trim();
	while (at < line.length) {
		const char = line.charAt(at);
		if (char === '\n' || char === '\r') {
			return { problem: 'it holds several lines; send one command' };
		}
		if (char === ' ' || char === '\t') {
			at++;
			continue;
		}
		const word = char === '"' || char === "'" ? quoted(line, at) : bare(line, at);
		if (word === undefined) {
			return { problem: 'a quotation mark is not closed, or text follows it without a blank' };
		}
		const isPlaceholder = word.text === '?' && char === '?';
		words.push(isPlaceholder ? textOf(params[used++]) : word.text);
		at = word.end;
	}
	if (used !== params.length) {
		return { problem: `it has ${used} placeholders, and params has ${params.length} values` };
	}
	return words.length === 0 ? { problem: 'there is no command in it' } : { words };
}

interface Word {
	text: string;
	end: number;
}

function bare(line: string, start: number): Word | undefined {
	let end = start;
	while (end < line.length && !/[\s"']/.test(line.charAt(end))) {
		end++;
	}
	return /["']/.test(line.charAt(end)) ? undefined : { text: line.slice(start, end), end };
}

function quoted(line: string, start: number): Word | undefined {
	const mark = line.charAt(start);
	let text = '';
	for (let at = start + 1; at < line.length; at++) {
		const char = line.charAt(at);
		if (char === mark) {
			return /^\s?$/.test(line.charAt(at + 1)) ? { text, end: at + 1 } : undefined;
		}
		if (char !== '\\') {
			text += char;
			continue;
		}
		const next = line.charAt(++at);
		const hex = mark === '"' && next === 'x' ? /^[0-9a-f]{2}/i.exec(line.slice(at + 1, at + 3))?.[0] : undefined;
		if (hex !== undefined) {
			text += String.fromCharCode(Number.parseInt(hex, 16));
			at += 2;
		} else if (mark === '"') {
			text += ESCAPES[next] ?? next;
		} else {
			text += next === "'" ? "'" : `\\${next}`;
		}
	}
	return undefined;
}

function textOf(value: Parameter | undefined): string {
	return value === null || value === undefined ? '' : String(value);
}
