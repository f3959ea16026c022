import type { DiffHunk } from '@hawser/core/ports/git.ts';
import { shorten } from '@hawser/core/text/shorten.ts';

/** A part of this size fits any answer; a longer line is minified code or data. */
const PART = 4_000;
const LINE_SHOWN = 2_000;

/** Cuts a long hunk into several that are hunks themselves, each with the @@ line for its place. */
export function splitHunk(hunk: string): DiffHunk[] {
	const [header = '', ...lines] = hunk.split('\n');
	const match = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(header);
	const shown = lines.map(line => shorten(line, LINE_SHOWN + 1));
	if (match === null) {
		// A combined diff has a column per parent; its hunks are those of conflicts, and short.
		const line = Number(/\+(\d+)/.exec(header)?.[1] ?? 1);
		return [{ line, text: [header, ...shown].join('\n').slice(0, 2 * PART) }];
	}
	let oldLine = Number(match[1]);
	let newLine = Number(match[2]);
	const parts: DiffHunk[] = [];
	for (const group of groupBySize(shown)) {
		const oldLines = group.filter(isOld).length;
		const newLines = group.filter(isNew).length;
		const place = `@@ -${oldLine},${oldLines} +${newLine},${newLines} @@${match[3] ?? ''}`;
		parts.push({
			line: newLine || oldLine,
			text: [parts.length === 0 && group.length === shown.length ? header : place, ...group].join('\n'),
		});
		oldLine += oldLines;
		newLine += newLines;
	}
	return parts;
}

function groupBySize(lines: readonly string[]): string[][] {
	const groups: string[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for (const line of lines) {
		size += line.length + 1;
		// "\ No newline at end of file" belongs to the line before.
		if (size > PART && !line.startsWith('\\')) {
			groups.push([]);
			size = line.length + 1;
		}
		groups.at(-1)?.push(line);
	}
	return groups;
}

function isOld(line: string): boolean {
	return line.startsWith(' ') || line.startsWith('-') || line === '';
}

function isNew(line: string): boolean {
	return line.startsWith(' ') || line.startsWith('+') || line === '';
}
