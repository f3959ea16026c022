/** How long answers took beside those of the bare server, by question, printed when all were given. */
export class AnswerTimes {
	readonly #rows = new Map<string, { hawser: number[]; bare: number[] }>();

	add(question: string, hawser: number, bare?: number): void {
		const row = this.#rows.get(question) ?? { hawser: [], bare: [] };
		this.#rows.set(question, row);
		row.hawser.push(hawser);
		if (bare !== undefined) {
			row.bare.push(bare);
		}
	}

	toString(): string {
		const width = Math.max(...[...this.#rows.keys()].map(question => question.length), 8);
		const line = (cells: readonly string[]) =>
			cells.map((cell, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(12))).join('');
		return [
			line(['seconds', 'median', 'slowest', 'bare median', 'slowest']),
			...[...this.#rows].map(([question, { hawser, bare }]) =>
				line([question, ...[median(hawser), Math.max(...hawser), median(bare), Math.max(...bare)].map(seconds)]),
			),
		].join('\n');
	}
}

function median(times: readonly number[]): number {
	const sorted = [...times].sort((left, right) => left - right);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

function seconds(milliseconds: number): string {
	return Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(2) : '';
}
