/** The indentation of a text, as far as its lines tell. */
export interface Indentation {
	tabSize: number;
	insertSpaces: boolean;
}

/** A text that is longer tells nothing new after so many lines. */
const MAX_LINES = 10_000;
/** Deeper steps are an alignment rather than a level. */
const MAX_STEP = 8;

/** Reads the indentation off the lines of a text; where they do not tell, `otherwise` holds. */
export function guessIndentation(text: string, otherwise: Indentation): Indentation {
	let byTab = 0;
	let bySpaces = 0;
	let before = 0;
	const steps = new Map<number, number>();
	for (const line of text.split('\n', MAX_LINES)) {
		const blank = /^[\t ]*/.exec(line)?.[0] ?? '';
		if (blank.length === line.trimEnd().length) {
			continue;
		}
		const width = blank.startsWith('\t') ? 0 : blank.length;
		if (blank.startsWith('\t')) {
			byTab++;
		} else if (width > 1) {
			bySpaces++;
			const step = Math.abs(width - before);
			if (step > 1 && step <= MAX_STEP) {
				steps.set(step, (steps.get(step) ?? 0) + 1);
			}
		}
		before = width;
	}
	if (byTab === 0 && bySpaces === 0) {
		return otherwise;
	}
	if (byTab >= bySpaces) {
		return { tabSize: otherwise.tabSize, insertSpaces: false };
	}
	const [usual] = [...steps].sort(([left, many], [right, more]) => more - many || left - right);
	return { tabSize: usual?.[0] ?? otherwise.tabSize, insertSpaces: true };
}
