import type { Range } from '@hawser/core/ports/values/text-position.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';

/** The text after all edits, each of which names its place in the text before; lines end in \n. */
export function editedText(text: string, edits: readonly { range: Range; newText: string }[]): string {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	const offsetOf = ({ line, column }: Range['start']) => {
		const start = starts[line - 1];
		const end = (starts[line] ?? text.length + 1) - 1;
		return start === undefined ? text.length : Math.min(start + column - 1, end);
	};
	const placed = edits.map(({ range, newText }) => ({
		from: offsetOf(range.start),
		to: offsetOf(range.end),
		newText: withNewlines(newText),
	}));
	// Sorting is stable, so insertions at one place stay in their order.
	placed.sort((left, right) => left.from - right.from || left.to - right.to);
	const parts: string[] = [];
	let next = 0;
	for (const { from, to, newText } of placed) {
		parts.push(text.slice(next, from), newText);
		next = Math.max(next, to);
	}
	return parts.join('') + text.slice(next);
}
