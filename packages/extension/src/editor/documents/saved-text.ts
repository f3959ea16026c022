import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { readDocumentFile } from '../shared/read-document-file.ts';
import { findDocument } from './find-document.ts';

/** Format on save may ask a slow formatter; VS Code itself gives up long before this. */
const SAVE_LIMIT = 20_000;
const SAVE_OVER_LIMIT = 8000;

/** Saves the document, and gives the text that is on disk then. `base` is what was on disk when the change was begun. */
export async function save(
	document: vscode.TextDocument,
	path: string,
	{ signal, base }: Pick<TimeLimit, 'signal'> & { base?: string | undefined },
): Promise<string> {
	// It is false also when there was nothing left to save, because auto save was quicker.
	const saved = await resultWithin(document.save(), { milliseconds: SAVE_LIMIT, signal });
	if (saved !== true && document.isDirty && !(await saveOver(document, base, signal))) {
		// VS Code copies what it has saved into its local history. If another program shortens the file in that moment, the copy
		// never ends, and nothing can save the file as long as the window lives.
		throw new ToolError('E_SAVE_FAILED', `VS Code did not save ${path}; the change is in its editor.`, {
			...(saved === undefined && {
				hint: `VS Code is still writing after ${SAVE_LIMIT / 1000} s. Ask the user to save the file; if that hangs too, "Developer: Reload Window" ends it and keeps the change.`,
			}),
		});
	}
	return savedText(document.uri, document.encoding);
}

/** Saves the notebook; a cell cannot be saved alone. */
export async function saveNotebook(
	notebook: vscode.NotebookDocument,
	path: string,
	{ signal }: Pick<TimeLimit, 'signal'>,
): Promise<void> {
	// It is false also when there was nothing left to save, because auto save was quicker.
	const saved = await resultWithin(notebook.save(), { milliseconds: SAVE_LIMIT, signal });
	if (saved !== true && notebook.isDirty) {
		throw new ToolError('E_SAVE_FAILED', `VS Code did not save ${path}; the change is in its editor.`);
	}
}

/**
 * VS Code takes its own save for a conflict when it loaded the file while another program was writing it and its watcher has
 * not told it of the end, and then no later save succeeds. Nobody loses a word when the disk still has what the change began
 * from. A file that is created over makes VS Code forget the conflict, with the message about it.
 */
async function saveOver(
	document: vscode.TextDocument,
	base: string | undefined,
	signal: TimeLimit['signal'],
): Promise<boolean> {
	const { uri, encoding, version } = document;
	if (base === undefined || (await savedText(uri, encoding).catch(() => undefined)) !== base) {
		return false;
	}
	const contents = await vscode.workspace.encode(document.getText(), { encoding });
	const edit = new vscode.WorkspaceEdit();
	edit.createFile(uri, { contents, overwrite: true });
	if (document.version !== version) {
		return false;
	}
	const made = await resultWithin(vscode.workspace.applyEdit(edit), { milliseconds: SAVE_OVER_LIMIT, signal });
	return made === true && !document.isDirty;
}

export async function savedText(uri: vscode.Uri, encoding?: string): Promise<string> {
	const bytes = await readDocumentFile(uri.fsPath);
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

/** The text as the editor has it. Does not open the file, because VS Code keeps only some fifty documents for us. */
export async function presentText(uri: vscode.Uri): Promise<string> {
	const document = findDocument(uri);
	return document ? withNewlines(document.getText()) : savedText(uri);
}

/** Undefined for what is no text, or not there: a picture that was read as text could not be put back. */
export async function plainText(uri: vscode.Uri): Promise<string | undefined> {
	const text = await presentText(uri).catch(() => undefined);
	return text === undefined || /[\0\uFFFD]/.test(text) ? undefined : text;
}

/** The text on disk, whatever an editor shows of the file; undefined for what is no text, or not there. */
export async function plainFile(uri: vscode.Uri): Promise<string | undefined> {
	const text = await savedText(uri, 'utf8').catch(() => undefined);
	return text === undefined || /[\0\uFFFD]/.test(text) ? undefined : text;
}

/**
 * The text as it is now, with what a formatter made of it on saving. Undefined for a file that is before the user's eyes: they may have
 * typed since, and that must never be taken for the agent's.
 */
export async function textUnlessShown(uri: vscode.Uri): Promise<string | undefined> {
	const isShown = vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
	return isShown ? undefined : plainText(uri);
}
