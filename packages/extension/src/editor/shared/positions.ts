import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Position, Range } from '@hawser/core/ports/values/text-position.ts';
import * as vscode from 'vscode';

/** Agents count from 1, vscode from 0. */
export function toPosition({ line, character }: vscode.Position): Position {
	return { line: line + 1, column: character + 1 };
}

export function toRange({ start, end }: vscode.Range): Range {
	return { start: toPosition(start), end: toPosition(end) };
}

/** The order of two places in one text, from top to bottom. */
export function byStart(left: { range: Range }, right: { range: Range }): number {
	const { start: a } = left.range;
	const { start: b } = right.range;
	return a.line - b.line || a.column - b.column;
}

/**
 * A column just past the end of the line is a place for a cursor. Anything further is an error: vscode would silently
 * move it to the nearest place, and the answer would be about another symbol than the one asked for.
 */
export function positionIn(document: vscode.TextDocument, { line, column }: Position, path: string): vscode.Position {
	if (!Number.isInteger(line) || line < 1 || line > document.lineCount) {
		throw new ToolError('E_INVALID_LINE', `${path} has lines 1 to ${document.lineCount}, and no line ${line}.`, {
			details: { line, lineCount: document.lineCount },
		});
	}
	const { length } = document.lineAt(line - 1).text;
	if (!Number.isInteger(column) || column < 1 || column > length + 1) {
		throw new ToolError(
			'E_INVALID_LINE',
			`Line ${line} of ${path} has columns 1 to ${length + 1}, and no column ${column}.`,
			{ details: { line, column, columnCount: length + 1 } },
		);
	}
	return new vscode.Position(line - 1, column - 1);
}

export function rangeIn(document: vscode.TextDocument, { start, end }: Range, path: string): vscode.Range {
	return new vscode.Range(positionIn(document, start, path), positionIn(document, end, path));
}
