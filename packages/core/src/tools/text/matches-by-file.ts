import type { TextMatch } from '../../ports/text-search.ts';
import { cutLine, excerpt } from './source-excerpt.ts';

export interface LineMatch {
	line: number;
	column: number;
	/** Columns of further matches in the same line. */
	alsoAt?: number[] | undefined;
	/** The last line of the match, if it is another one. */
	endLine?: number | undefined;
	text: string;
	before?: string[] | undefined;
	after?: string[] | undefined;
}

export interface FileMatches {
	path: string;
	matches: LineMatch[];
}

/**
 * Groups matches, sorted by place, by file and line, and stops before the answer would outgrow the budget. `next` is the
 * index of the first match left out.
 */
export function matchesByFile(
	matches: readonly TextMatch[],
	budget: number,
): { files: FileMatches[]; next: number | undefined } {
	const files: FileMatches[] = [];
	let used = 0;
	for (const match of matches) {
		const file = files.at(-1)?.path === match.path ? files.at(-1) : undefined;
		const sameLine = file?.matches.at(-1);
		const joins = sameLine?.line === match.line && sameLine.endLine === undefined && match.endLine === match.line;
		const shown = joins ? undefined : lineMatch(match);
		used += shown ? JSON.stringify(shown).length + (file ? 0 : match.path.length + 30) : 8;
		if (used > budget && files.length > 0) {
			return { files, next: match.index };
		}
		if (sameLine && joins) {
			(sameLine.alsoAt ??= []).push(match.column);
			// The context after a line comes with its last match.
			if (match.after.length > 0) {
				sameLine.after = match.after.map(cutLine);
			}
		} else if (shown) {
			if (file) {
				file.matches.push(shown);
			} else {
				files.push({ path: match.path, matches: [shown] });
			}
		}
	}
	return { files, next: undefined };
}

function lineMatch({ line, column, endLine, text, before, after }: TextMatch): LineMatch {
	return {
		line,
		column,
		...(endLine !== line && { endLine }),
		text: excerpt(text, column),
		...(before.length > 0 && { before: before.map(cutLine) }),
		...(after.length > 0 && { after: after.map(cutLine) }),
	};
}

/** As grep prints it: a colon after the number of a line that matches, a dash after one that is context. */
export function renderFile({ path, matches }: FileMatches): string {
	const hunks = matches.map(match => {
		const { line, endLine = line, text, before = [], after = [] } = match;
		return [
			...before.map((context, index) => `${line - before.length + index}- ${context}`),
			`${line}: ${text.replaceAll('\n', '\n    ')}`,
			...after.map((context, index) => `${endLine + 1 + index}- ${context}`),
		].join('\n');
	});
	return [path, ...hunks].join('\n');
}
