import { diffLines, type Hunk } from '@hawser/core/text/line-diff.ts';
import * as vscode from 'vscode';

export interface LineChange {
	edits: readonly vscode.TextEdit[];
	linesAdded: number;
	linesRemoved: number;
}

/** The smallest change of whole lines: cursors, folds and breakpoints elsewhere in the document stay where they are. */
export function changeOfLines(before: string, after: string): LineChange {
	const old = before.split('\n');
	const fresh = after.split('\n');
	const hunks = diffLines(old, fresh);
	return {
		edits: hunks.map(hunk => toTextEdit(hunk, old, fresh)),
		linesAdded: hunks.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
		linesRemoved: hunks.reduce((sum, { from, to }) => sum + to - from, 0),
	};
}

/** The last line has no line break after it, so where it is touched the break before it is taken along. */
function toTextEdit(
	{ from, to, newFrom, newTo }: Hunk,
	old: readonly string[],
	fresh: readonly string[],
): vscode.TextEdit {
	const text = fresh.slice(newFrom, newTo).join('\n');
	const inserted = newTo > newFrom;
	if (to < old.length) {
		const range = new vscode.Range(from, 0, to, 0);
		return new vscode.TextEdit(range, inserted ? `${text}\n` : '');
	}
	const end = new vscode.Position(old.length - 1, old.at(-1)?.length ?? 0);
	if (from === 0) {
		return new vscode.TextEdit(new vscode.Range(new vscode.Position(0, 0), end), text);
	}
	const start = new vscode.Position(from - 1, old[from - 1]?.length ?? 0);
	return new vscode.TextEdit(new vscode.Range(start, end), inserted ? `\n${text}` : '');
}

/** The text that the edits, whose places are those of the text as it is, leave behind. */
export function textAfter(text: string, edits: readonly vscode.TextEdit[]): string {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	const offset = ({ line, character }: vscode.Position) => {
		const start = starts[line] ?? text.length;
		return Math.min(start + character, (starts[line + 1] ?? text.length + 1) - 1);
	};
	const parts: string[] = [];
	let done = 0;
	// Sorting is stable: insertions at one place stay in their order.
	for (const { range, newText } of [...edits].sort((one, other) => one.range.start.compareTo(other.range.start))) {
		parts.push(text.slice(done, offset(range.start)), newText.replaceAll('\r\n', '\n'));
		done = offset(range.end);
	}
	return parts.join('') + text.slice(done);
}
