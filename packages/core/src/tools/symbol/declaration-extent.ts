import type { Range } from '../../ports/values/text-position.ts';

/** Offsets in the text: the declaration itself, and the comments and attributes right above it. */
export interface DeclarationExtent {
	/** The start of the comments and attributes above; the same as `start` when there are none. */
	leadStart: number;
	start: number;
	end: number;
}

const SCRIPTS = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);
const HASH_COMMENTS = new Set(['python', 'ruby', 'shellscript', 'perl', 'r', 'elixir', 'powershell', 'yaml', 'toml']);
const DASH_COMMENTS = new Set(['lua', 'sql', 'haskell', 'ada']);
/** TypeScript's outline leaves these words out before the name of a variable. */
const VARIABLE_START = /^[ \t]*(?:export[ \t]+)?(?:declare[ \t]+)?(?:const|let|var|using|await[ \t]+using)[ \t]+$/;

/**
 * The extent of what an agent means by "the whole declaration". The outline's range is widened to the statement where the language server
 * gives less: TypeScript's range of `export const a = 1;` is `a = 1`. Of several variables in one statement each stands for
 * itself.
 */
export function declarationExtent(text: string, range: Range, language: string): DeclarationExtent {
	const lines = lineStarts(text);
	let start = offsetOf(lines, range.start);
	let end = offsetOf(lines, range.end);
	const lineStart = text.lastIndexOf('\n', start - 1) + 1;
	const before = text.slice(lineStart, start);
	const alone = !/^[ \t]*,/.test(text.slice(end));
	if (SCRIPTS.has(language) && VARIABLE_START.test(before) && alone) {
		start = lineStart + (/^[ \t]*/.exec(before)?.[0].length ?? 0);
	}
	// The semicolon after the last of several variables belongs to the statement.
	if (!followsComma(text, start)) {
		end += /^[ \t]*;/.exec(text.slice(end))?.[0].length ?? 0;
	}
	return { leadStart: startOfLead(text, start, language), start, end };
}

/** True when the text brings comments or attributes of its own, which then replace those above the declaration. */
export function bringsLead(text: string, language: string): boolean {
	return isLeadLine(text.trimStart().split('\n')[0] ?? '', language);
}

/** The offsets to remove so that no empty line, lone comma or indentation is left of the declaration. */
export function removalOf(text: string, { leadStart, end }: DeclarationExtent): { from: number; to: number } {
	const from = text.lastIndexOf('\n', leadStart - 1) + 1;
	const lineEnd = text.indexOf('\n', end);
	const restOfLine = text.slice(end, lineEnd === -1 ? undefined : lineEnd);
	const last = followsComma(text, leadStart) && !/^\s*,/.test(text.slice(end));
	if (last || text.slice(from, leadStart).trim() !== '' || !/^[ \t]*(?:,[ \t]*)?$/.test(restOfLine)) {
		return withComma(text, leadStart, end);
	}
	let to = lineEnd === -1 ? text.length : lineEnd + 1;
	const blankBefore = from === 0 || /(?:^|\n)[ \t]*\n$/.test(text.slice(0, from));
	const blankAfter = /^[ \t]*\n/.exec(text.slice(to));
	if (blankBefore && blankAfter) {
		to += blankAfter[0].length;
	}
	return { from, to };
}

function withComma(text: string, from: number, to: number): { from: number; to: number } {
	const after = /^[ \t]*,[ \t]*/.exec(text.slice(to));
	if (after) {
		return { from, to: to + after[0].length };
	}
	const before = /,\s*$/.exec(text.slice(0, from));
	return { from: from - (before?.[0].length ?? 0), to };
}

function followsComma(text: string, offset: number): boolean {
	return text.slice(0, offset).trimEnd().endsWith(',');
}

function startOfLead(text: string, start: number, language: string): number {
	const lineStart = text.lastIndexOf('\n', start - 1) + 1;
	if (text.slice(lineStart, start).trim() !== '') {
		return start;
	}
	const above = text.slice(0, lineStart).split('\n').slice(0, -1);
	let first = above.length;
	while (first > 0) {
		const line = above[first - 1]?.trim() ?? '';
		const opening = line.endsWith('*/') ? openingOfBlock(above, first - 1) : undefined;
		if (opening !== undefined) {
			first = opening;
		} else if (isLeadLine(line, language)) {
			first--;
		} else {
			break;
		}
	}
	const [firstLine] = above.slice(first);
	const indentation = /^[ \t]*/.exec(firstLine ?? '')?.[0].length ?? 0;
	const offset = above.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
	return firstLine === undefined ? start : offset + indentation;
}

/** The line on which a block comment begins, if nothing else stands before it. */
function openingOfBlock(lines: readonly string[], last: number): number | undefined {
	for (let index = last; index >= 0; index--) {
		const at = lines[index]?.indexOf('/*') ?? -1;
		if (at !== -1) {
			return lines[index]?.slice(0, at).trim() === '' ? index : undefined;
		}
	}
	return undefined;
}

function isLeadLine(line: string, language: string): boolean {
	const trimmed = line.trim();
	return (
		/^(?:\/\/|\/\*|@[\p{L}_])/u.test(trimmed) ||
		(language === 'rust' && trimmed.startsWith('#[')) ||
		(language === 'csharp' && /^\[.*\]$/.test(trimmed)) ||
		(HASH_COMMENTS.has(language) && trimmed.startsWith('#') && !trimmed.startsWith('#!')) ||
		(DASH_COMMENTS.has(language) && trimmed.startsWith('--'))
	);
}

function lineStarts(text: string): readonly number[] {
	return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function offsetOf(lines: readonly number[], { line, column }: Range['start']): number {
	return (lines[line - 1] ?? 0) + column - 1;
}
