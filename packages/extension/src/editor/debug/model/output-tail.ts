export interface OutputLine {
	/** stdout, stderr, console … */
	category: string;
	text: string;
	/** Orders lines of several sessions. */
	order: number;
}

/** The last lines that a program has written. */
export interface OutputTail {
	add(category: string, text: string, order: number): void;
	last(count: number): readonly OutputLine[];
	readonly totalLines: number;
}

const LINES_KEPT = 300;
const LINE_LENGTH = 500;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/** Output comes in pieces of any size; a line that is not complete yet is continued by the next piece of its kind. */
export function createOutputTail(): OutputTail {
	const lines: (OutputLine & { open: boolean })[] = [];
	let totalLines = 0;
	return {
		get totalLines() {
			return totalLines;
		},
		add(category, text, order) {
			const parts = text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n').split('\n');
			const complete = parts.at(-1) === '';
			const pieces = complete ? parts.slice(0, -1) : parts;
			pieces.forEach((piece, index) => {
				const open = !complete && index === pieces.length - 1;
				const last = lines.findLast(line => line.category === category);
				if (index === 0 && last?.open) {
					last.text = (last.text + piece).slice(0, LINE_LENGTH);
					last.open = open;
					return;
				}
				totalLines++;
				lines.push({ category, text: piece.slice(0, LINE_LENGTH), order, open });
			});
			lines.splice(0, lines.length - LINES_KEPT);
		},
		last: count => lines.slice(-count).map(({ category, text, order }) => ({ category, text, order })),
	};
}
