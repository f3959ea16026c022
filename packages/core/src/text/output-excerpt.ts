export interface ExcerptOptions {
	/** Lines from the start. */
	head?: number | undefined;
	/** Lines from the end. */
	tail?: number | undefined;
	/** Limits the excerpt to lines with this text. */
	grep?: string | undefined;
	/** Characters. */
	budget: number;
}

export interface Excerpt {
	output: string;
	totalLines: number;
	/** Lines that are in the output; only where some are not. */
	shownLines?: number;
	truncated?: true;
}

/** When an output is too long, its start gets this share of the budget: failures are mostly reported at the end. */
const HEAD_SHARE = 0.25;

/** The output itself where it fits and nothing less was asked for; else whole lines of it, and what is missing is said. */
export function excerpt(text: string, { head, tail, grep, budget }: ExcerptOptions): Excerpt {
	const lines = text.split('\n');
	const unfinished = lines.at(-1) !== '';
	if (!unfinished) {
		lines.pop();
	}
	const totalLines = lines.length;
	const wanted = grep === undefined ? lines : matchingLines(lines, grep);
	const askedForPart = head !== undefined || tail !== undefined;
	const first = askedForPart ? (head ?? 0) : wanted.length;
	const last = tail ?? 0;
	if (wanted.length <= first + last || !askedForPart) {
		const whole = grep === undefined ? text : toText(wanted);
		if (whole.length <= budget) {
			return { output: whole, totalLines, ...(wanted.length < totalLines && { shownLines: wanted.length }) };
		}
		return shortened(wanted, wanted, budget, totalLines);
	}
	return shortened(wanted.slice(0, first), wanted.slice(wanted.length - last), budget, totalLines, wanted.length);
}

function shortened(
	fromStart: readonly string[],
	fromEnd: readonly string[],
	budget: number,
	totalLines: number,
	available = fromStart.length,
): Excerpt {
	const onlyOne = fromStart.length === 0 || fromEnd.length === 0;
	const start = fitting(fromStart, onlyOne ? budget : budget * HEAD_SHARE, 'start');
	const used = start.reduce((sum, line) => sum + line.length + 1, 0);
	const end = fitting(fromEnd, budget - used, 'end');
	const omitted = available - start.length - end.length;
	const note = `[… ${omitted} ${omitted === 1 ? 'line' : 'lines'} left out …]`;
	return {
		output: toText(omitted > 0 ? [...start, note, ...end] : [...start, ...end]),
		totalLines,
		shownLines: start.length + end.length,
		truncated: true,
	};
}

/** Lines from one end until the budget is used up; of a line that is too long by itself, the part at that end. */
function fitting(lines: readonly string[], budget: number, end: 'start' | 'end'): readonly string[] {
	const ordered = end === 'start' ? lines : lines.toReversed();
	const taken: string[] = [];
	let left = budget;
	for (const line of ordered) {
		if (line.length + 1 > left) {
			if (taken.length === 0 && left > 1) {
				taken.push(end === 'start' ? `${line.slice(0, left)}…` : `…${line.slice(-left)}`);
			}
			break;
		}
		taken.push(line);
		left -= line.length + 1;
	}
	return end === 'start' ? taken : taken.toReversed();
}

function matchingLines(lines: readonly string[], grep: string): readonly string[] {
	const wanted = grep.toLowerCase();
	return lines.filter(line => line.toLowerCase().includes(wanted));
}

function toText(lines: readonly string[]): string {
	return lines.map(line => `${line}\n`).join('');
}
