/** Replaces `length` characters at `offset` by `text`. */
export interface TextEdit {
	offset: number;
	length: number;
	text: string;
}

/** Edits are sorted by their offset, do not overlap, and count in the text as it was before any of them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
	let result = '';
	let position = 0;
	for (const { offset, length, text: inserted } of edits) {
		result += text.slice(position, offset) + inserted;
		position = offset + length;
	}
	return result + text.slice(position);
}

/** The edits that lead from the edited text back to `text`. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
	let shift = 0;
	return edits.map(({ offset, length, text: inserted }) => {
		const inverse = { offset: offset + shift, length: inserted.length, text: text.slice(offset, offset + length) };
		shift += inserted.length - length;
		return inverse;
	});
}
