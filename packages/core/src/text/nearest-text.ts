import { nearestName } from './nearest-name.ts';

export interface NearestText {
	/** 1-based. */
	line: number;
	text: string;
	/** The text is the wanted one but for white space. */
	onlySpaces: boolean;
}

/** Below this share of common words the nearest text would only mislead. */
const RESEMBLES = 0.35;
/** The same for one line, of which all words are counted that it has. */
const PART_RESEMBLES = 0.5;
const MAX_SHOWN = 1500;
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
	const [only] = wantedLines;
	if (only !== undefined && wantedLines.length === 1) {
		const line = nearestLine(lines, wordsOf(only));
		return line === undefined ? undefined : found(lines, line, wantedLines.length, wanted);
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
	return found(lines, best.start, wantedLines.length, wanted);
}

function found(lines: readonly string[], start: number, count: number, wanted: string): NearestText {
	const text = lines.slice(start, start + count).join('\n');
	const onlySpaces = withoutSpaces(text).includes(withoutSpaces(wanted));
	return { line: start + 1, text: text.slice(0, MAX_SHOWN), onlySpaces };
}

/** The line that has most of the words, misspelt ones too: the wanted text may be a short piece of a long line. */
function nearestLine(lines: readonly string[], wanted: ReadonlyMap<string, number>): number | undefined {
	const isNear = spellingChecker();
	const all = [...wanted.keys()].reduce((sum, word) => sum + weightOf(word), 0);
	let best: { share: number; likeness: number; line: number } = { share: PART_RESEMBLES, likeness: -1, line: -1 };
	for (const [line, text] of lines.entries()) {
		const present = wordsOf(text);
		const found = [...wanted.keys()].reduce((sum, word) => {
			const share = present.has(word) ? 1 : [...present.keys()].some(other => isNear(word, other)) ? 0.9 : 0;
			return sum + share * weightOf(word);
		}, 0);
		const candidate = { share: found / all, likeness: likeness(wanted, present), line };
		if (candidate.share > best.share || (candidate.share === best.share && candidate.likeness > best.likeness)) {
			best = candidate;
		}
	}
	return best.line === -1 ? undefined : best.line;
}

/** Signs are in every line; names tell lines apart. */
function weightOf(word: string): number {
	return /[\p{L}\p{N}_$]/u.test(word) ? 1 : 0.2;
}

/** Remembers, because a file has few words and many lines. */
function spellingChecker(): (left: string, right: string) => boolean {
	const known = new Map<string, boolean>();
	return (left, right) => {
		const key = `${left} ${right}`;
		const near = known.get(key) ?? (left.length > 2 && nearestName(left, [right]) !== undefined);
		known.set(key, near);
		return near;
	};
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
