import { isRecord, recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import type { Position, Range } from '@hawser/core/ports/values/text-position.ts';
import * as vscode from 'vscode';

/** What TypeScript would change in one file when another moves; the file is at its place before the move. */
export interface ImportEdits {
	uri: vscode.Uri;
	edits: readonly { range: Range; newText: string }[];
}

/** Reads the answer of our plugin; undefined where there is none, because TypeScript does not have it. */
export function readImportEdits(answer: unknown): readonly ImportEdits[] | undefined {
	if (!isRecord(answer) || !Array.isArray(answer['files'])) {
		return undefined;
	}
	return recordsOf(answer['files']).flatMap(({ fileName, textChanges }) => {
		const path = textOf(fileName);
		const edits = recordsOf(textChanges).flatMap(({ start, end, newText }) => {
			const [first, last, text] = [positionOf(start), positionOf(end), textOf(newText)];
			return first && last && text !== undefined ? [{ range: { start: first, end: last }, newText: text }] : [];
		});
		return path !== undefined && edits.length > 0 ? [{ uri: vscode.Uri.file(path), edits }] : [];
	});
}

function positionOf(value: unknown): Position | undefined {
	const { line, offset } = isRecord(value) ? value : {};
	return typeof line === 'number' && typeof offset === 'number' ? { line, column: offset } : undefined;
}
