import { diffLines, type Hunk } from './line-diff.ts';

export interface TakenBack {
	text: string;
	/** How many pieces of the change were taken back; those that somebody had taken back before count too. */
	undone: number;
	/** Pieces that were left, because somebody has changed the same lines since; 1-based lines of the text that comes in. */
	kept: { line: number; lines: number }[];
}

/**
 * Takes the change from `before` to `after` back from a text that others may have changed since. Each piece is judged alone: where
 * nobody has touched its lines it goes, elsewhere it stays, so that no line of anybody else is ever lost.
 */
export function takeBack(before: string, after: string, now: string): TakenBack {
	const [old, made, present] = [before, after, now].map(text => text.split('\n'));
	if (!old || !made || !present) {
		return { text: now, undone: 0, kept: [] };
	}
	const back = diffLines(made, old);
	const since = diffLines(made, present);
	const parts: (readonly string[])[] = [];
	const kept: { line: number; lines: number }[] = [];
	let undone = 0;
	/** Lines of the present text that are dealt with. */
	let done = 0;
	for (const piece of back) {
		const touching = since.filter(other => collide(piece, other));
		const replacement = old.slice(piece.newFrom, piece.newTo);
		if (touching.length === 0) {
			const place = piece.from + shiftBefore(piece, since);
			parts.push(present.slice(done, place), replacement);
			done = place + piece.to - piece.from;
			undone++;
			continue;
		}
		const [only] = touching;
		if (touching.length === 1 && only && isSameChange(piece, replacement, only, present)) {
			undone++;
			continue;
		}
		const first = Math.min(...touching.map(({ newFrom }) => newFrom));
		const last = Math.max(...touching.map(({ newTo }) => newTo));
		kept.push({ line: first + 1, lines: Math.max(1, last - first) });
	}
	return { text: [...parts, present.slice(done)].flat().join('\n'), undone, kept };
}

/** Changes of neighbouring lines do not collide; two insertions at one place do, because nobody knows their order. */
function collide(one: Hunk, other: Hunk): boolean {
	const bothInsert = one.from === one.to && other.from === other.to;
	return bothInsert ? one.from === other.from : one.from < other.to && other.from < one.to;
}

/** How far the lines of the piece have moved by what was changed above them. */
function shiftBefore(piece: Hunk, since: readonly Hunk[]): number {
	return since
		.filter(({ from, to }) => to <= piece.from && !(from === to && from === piece.from && piece.from === piece.to))
		.reduce((shift, { from, to, newFrom, newTo }) => shift + (newTo - newFrom) - (to - from), 0);
}

function isSameChange(piece: Hunk, replacement: readonly string[], other: Hunk, present: readonly string[]): boolean {
	const theirs = present.slice(other.newFrom, other.newTo);
	return (
		piece.from === other.from &&
		piece.to === other.to &&
		theirs.length === replacement.length &&
		theirs.every((line, index) => line === replacement[index])
	);
}
