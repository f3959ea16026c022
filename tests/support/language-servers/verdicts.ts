/** What an answer is worth to an agent that believes what it reads. */
export type Verdict = 'true' | 'honest' | 'timeout' | 'lie';

/** Places as path:line. */
export type Answer = { freshness: string; places: readonly string[] } | { code: string; text: string };

export interface Judgement {
	verdict: Verdict;
	/** What was said, and what is missing or too much, for whoever reads a failure. */
	said: string;
}

/** Fresh means: this is so. Whatever is fresh and not so is a lie, and so is an error that denies what is there. */
export function judge(answer: Answer, expected: readonly string[]): Judgement {
	if ('code' in answer) {
		const verdict = answer.code === 'E_NOT_READY' ? 'honest' : answer.code === 'E_TIMEOUT' ? 'timeout' : 'lie';
		return { verdict, said: answer.text };
	}
	const { freshness, places } = answer;
	const missing = expected.filter(place => !places.includes(place));
	const extra = places.filter(place => !expected.includes(place));
	const said = `${freshness}: ${places.length} of ${expected.length}${some('missing', missing)}${some('too much', extra)}`;
	const isRight = missing.length === 0 && extra.length === 0;
	return { verdict: freshness === 'fresh' ? (isRight ? 'true' : 'lie') : 'honest', said };
}

function some(title: string, places: readonly string[]): string {
	const more = places.length > 3 ? ', …' : '';
	return places.length === 0 ? '' : `; ${places.length} ${title} (${places.slice(0, 3).join(', ')}${more})`;
}

interface Row {
	counts: Record<Verdict, number>;
	lies: string[];
	timeouts: string[];
}

/** Verdicts by question, printed when all questions of a server were asked. */
export class VerdictTable {
	readonly #rows = new Map<string, Row>();
	readonly #title: string;

	constructor(title: string) {
		this.#title = title;
	}

	add(question: string, about: string, { verdict, said }: Judgement): Verdict {
		const row = this.#row(question);
		row.counts[verdict]++;
		if (verdict === 'lie') {
			row.lies.push(`${about}: ${said}`);
		}
		if (verdict === 'timeout') {
			row.timeouts.push(`${about}: ${said}`);
		}
		return verdict;
	}

	/** Takes back what was written down: where the server itself does not know the truth, nobody can be blamed for it. */
	drop(question: string): void {
		this.#rows.delete(question);
	}

	/** Every wrong answer that was called fresh, and every time-out that was given for an answer. */
	complaints(question: string): { lies: readonly string[]; timeouts: readonly string[] } {
		const { lies, timeouts } = this.#row(question);
		return { lies, timeouts };
	}

	toString(): string {
		const width = Math.max(...[...this.#rows.keys()].map(question => question.length), this.#title.length);
		const line = (cells: readonly (string | number)[]) =>
			cells.map((cell, column) => (column === 0 ? String(cell).padEnd(width) : String(cell).padStart(8))).join('');
		return [
			line([this.#title, 'true', 'honest', 'timeout', 'LIE']),
			...[...this.#rows].map(([question, { counts }]) =>
				line([question, counts.true, counts.honest, counts.timeout, counts.lie]),
			),
		].join('\n');
	}

	#row(question: string): Row {
		const row = this.#rows.get(question) ?? {
			counts: { true: 0, honest: 0, timeout: 0, lie: 0 },
			lies: [],
			timeouts: [],
		};
		this.#rows.set(question, row);
		return row;
	}
}
