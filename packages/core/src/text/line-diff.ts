/** Lines `from` up to and excluding `to` of the old text, replaced by the lines `newFrom` to `newTo` of the new one; 0-based. */
export interface Hunk {
	from: number;
	to: number;
	newFrom: number;
	newTo: number;
}

/** Texts that differ in more lines than this are compared no further: the search takes the square of it. */
const MAX_DIFFERENCES = 1000;

/**
 * Finds where two texts differ, line by line, with as few lines as possible (Myers 1986). Written here because the core
 * depends on zod alone, and the CLI, which carries it, is one small file.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Hunk[] {
	let start = 0;
	while (start < before.length && start < after.length && before[start] === after[start]) {
		start++;
	}
	let end = 0;
	const room = Math.min(before.length, after.length) - start;
	while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) {
		end++;
	}
	const old = before.slice(start, before.length - end);
	const fresh = after.slice(start, after.length - end);
	if (old.length === 0 && fresh.length === 0) {
		return [];
	}
	const middle = shortestScript(old, fresh) ?? [{ from: 0, to: old.length, newFrom: 0, newTo: fresh.length }];
	return middle.map(({ from, to, newFrom, newTo }) => ({
		from: from + start,
		to: to + start,
		newFrom: newFrom + start,
		newTo: newTo + start,
	}));
}

/** Follows the diagonals of the edit graph; `reached[k]` is the furthest old line on diagonal k, for each number of edits. */
function shortestScript(old: readonly string[], fresh: readonly string[]): readonly Hunk[] | undefined {
	const limit = Math.min(old.length + fresh.length, MAX_DIFFERENCES);
	const rounds: Map<number, number>[] = [];
	let reached = new Map<number, number>([[1, 0]]);
	for (let edits = 0; edits <= limit; edits++) {
		rounds.push(reached);
		const next = new Map<number, number>();
		for (let k = -edits; k <= edits; k += 2) {
			const down = k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
			let x = down ? at(reached, k + 1) : at(reached, k - 1) + 1;
			while (x < old.length && x - k < fresh.length && old[x] === fresh[x - k]) {
				x++;
			}
			next.set(k, x);
			if (x >= old.length && x - k >= fresh.length) {
				return walkBack(rounds, old.length, fresh.length);
			}
		}
		reached = next;
	}
	return undefined;
}

function walkBack(rounds: readonly Map<number, number>[], oldLength: number, newLength: number): readonly Hunk[] {
	const hunks: Hunk[] = [];
	let x = oldLength;
	let y = newLength;
	for (let edits = rounds.length - 1; edits > 0; edits--) {
		const reached = rounds[edits] ?? new Map<number, number>();
		const k = x - y;
		const down = k === -edits || (k !== edits && at(reached, k - 1) < at(reached, k + 1));
		const previousX = at(reached, down ? k + 1 : k - 1);
		const previousY = previousX - (down ? k + 1 : k - 1);
		const step = { from: previousX, to: down ? previousX : previousX + 1, newFrom: previousY, newTo: 0 };
		step.newTo = down ? previousY + 1 : previousY;
		const last = hunks.at(-1);
		if (last?.from === step.to && last.newFrom === step.newTo) {
			last.from = step.from;
			last.newFrom = step.newFrom;
		} else {
			hunks.push(step);
		}
		x = previousX;
		y = previousY;
	}
	return hunks.reverse();
}

function at(reached: ReadonlyMap<number, number>, k: number): number {
	return reached.get(k) ?? -1;
}

/** An empty text has no lines, and the break after the last line begins no other. */
function linesOf(text: string): readonly string[] {
	return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

export function countChangedLines(before: string, after: string): { added: number; removed: number } {
	const hunks = diffLines(linesOf(before), linesOf(after));
	return {
		added: hunks.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
		removed: hunks.reduce((sum, { from, to }) => sum + to - from, 0),
	};
}
