export interface NearestText {
	/** 1-based. */
	line: number;
	text: string;
	/** The text is the wanted one but for white space. */
	onlySpaces: boolean;
}

/** Below this share of common words the nearest text would only mislead. */
const RESEMBLES = 0.35;
const LONGEST_SHOWN = 1500;
/** Longer searches are made on a sample of the wanted lines, so that a large file costs no more. */
const LINES_COMPARED = 40;
const MAX_LINE_COMPARED = 500;

/** The lines of the text that are most like the wanted ones, or undefined when none are. */
export function nearestText(text: string, wanted: string): NearestText | undefined {
	const lines = text.split('\n');
	const wantedLines = trimEmpty(wanted.split('\n'));
	if (wantedLines.length === 0) {
		return undefined;
	}
	const sample = wantedLines.slice(0, LINES_COMPARED).map(wordsOf);
	const words = lines.map(wordsOf);
	let best = { score: 0, start: 0 };
	for (let start = 0; start < lines.length; start++) {
		const score = sample.reduce((sum, wantedWords, index) => sum + likeness(wantedWords, words[start + index]), 0);
		if (score > best.score) {
			best = { score, start };
		}
	}
	if (best.score / sample.length < RESEMBLES) {
		return undefined;
	}
	const found = lines.slice(best.start, best.start + wantedLines.length).join('\n');
	const onlySpaces = withoutSpaces(found) === withoutSpaces(wanted);
	return { line: best.start + 1, text: found.slice(0, LONGEST_SHOWN), onlySpaces };
}

function trimEmpty(lines: readonly string[]): readonly string[] {
	const first = lines.findIndex(line => line.trim() !== '');
	const last = lines.findLastIndex(line => line.trim() !== '');
	return first === -1 ? [] : lines.slice(first, last + 1);
}

/** Names, numbers and single signs, each with how often it occurs. */
function wordsOf(line: string): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const word of line.slice(0, MAX_LINE_COMPARED).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? []) {
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	return counts;
}

/** The share of words that two lines have in common, from 0 to 1. */
function likeness(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number> | undefined): number {
	if (!right) {
		return 0;
	}
	if (left.size === 0 || right.size === 0) {
		return left.size === right.size ? 1 : 0;
	}
	let common = 0;
	let total = 0;
	for (const [word, count] of left) {
		common += Math.min(count, right.get(word) ?? 0);
		total += count;
	}
	for (const count of right.values()) {
		total += count;
	}
	return (2 * common) / total;
}

function withoutSpaces(text: string): string {
	return text.replaceAll(/\s+/g, '');
}
