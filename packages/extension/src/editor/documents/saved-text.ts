import { readFile } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { withNewlines } from './fresh-document.ts';

/** Format on save may ask a slow formatter; VS Code itself gives up long before this. */
const SAVE_LIMIT = 30_000;

/** Saves the document, and gives the text that is on disk then. `base` is what was on disk when the change was begun. */
export async function save(
	document: vscode.TextDocument,
	path: string,
	{ signal, base }: Pick<TimeLimit, 'signal'> & { base?: string | undefined },
): Promise<string> {
	// It is false also when there was nothing left to save, because auto save was quicker.
	const saved = await resultWithin(document.save(), { milliseconds: SAVE_LIMIT, signal });
	if (saved !== true && document.isDirty && !(await saveOver(document, base))) {
		throw new ToolError('E_SAVE_FAILED', `VS Code did not save ${path}; the change is in its editor.`);
	}
	return savedText(document.uri, document.encoding);
}

/**
 * VS Code takes its own save for a conflict when it loaded the file while another program was writing it and its watcher has
 * not told it of the end, and then no later save succeeds. Nobody loses a word when the disk still has what the change began
 * from. A file that is created over makes VS Code forget the conflict, with the message about it.
 */
async function saveOver(document: vscode.TextDocument, base: string | undefined): Promise<boolean> {
	const { uri, encoding, version } = document;
	if (base === undefined || (await savedText(uri, encoding).catch(() => undefined)) !== base) {
		return false;
	}
	const contents = await vscode.workspace.encode(document.getText(), { encoding });
	const edit = new vscode.WorkspaceEdit();
	edit.createFile(uri, { contents, overwrite: true });
	return document.version === version && (await vscode.workspace.applyEdit(edit)) && !document.isDirty;
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
