import type * as vscode from 'vscode';
import { findDocument } from './find-document.ts';
import { textOf } from './sources.ts';

/** The text that a language server sees: the editor's for an open document, the disk's for any other. */
export async function presentText(uri: vscode.Uri): Promise<string> {
	return findDocument(uri)?.getText() ?? (await textOf(uri));
}
