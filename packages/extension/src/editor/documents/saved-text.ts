import { readFile } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { withNewlines } from './fresh-document.ts';

/** Format on save may ask a slow formatter; VS Code itself gives up long before this. */
const SAVE_LIMIT = 30_000;

/** Saves the document, and gives the text that is on disk then. */
export async function save(
	document: vscode.TextDocument,
	path: string,
	{ signal }: Pick<TimeLimit, 'signal'>,
): Promise<string> {
	// It is false also when there was nothing left to save, because auto save was quicker.
	const saved = await resultWithin(document.save(), { milliseconds: SAVE_LIMIT, signal });
	if (saved !== true && document.isDirty) {
		throw new ToolError('E_SAVE_FAILED', `VS Code did not save ${path}; the change is in its editor.`);
	}
	return savedText(document.uri, document.encoding);
}

export async function savedText(uri: vscode.Uri, encoding?: string): Promise<string> {
	const bytes = await readFile(uri.fsPath);
	const text = await (encoding === undefined
		? vscode.workspace.decode(bytes, { uri })
		: vscode.workspace.decode(bytes, { encoding }));
	return withNewlines(text);
}

/** Throws when the text could not be read back from a file in this encoding. */
export async function requireEncodable(text: string, encoding: string, path: string): Promise<void> {
	if (encoding.startsWith('utf')) {
		return;
	}
	const back = await vscode.workspace.decode(await vscode.workspace.encode(text, { encoding }), { encoding });
	if (back !== text) {
		const lost = firstDifference(text, back);
		throw new ToolError('E_FILE_ENCODING', `${path} is saved as ${encoding}, which has no "${lost}".`, {
			details: { encoding, character: lost },
		});
	}
}

/** The first character of the text that is another one in the copy. */
function firstDifference(text: string, copy: string): string {
	let index = 0;
	while (text[index] === copy[index]) {
		index++;
	}
	return String.fromCodePoint(text.codePointAt(index) ?? 0);
}
