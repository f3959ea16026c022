import { stat } from 'node:fs/promises';
import type * as vscode from 'vscode';

/** Undefined when there is nothing at this path, or nothing that can be looked at. */
export async function kindOnDisk(uri: vscode.Uri): Promise<'file' | 'folder' | undefined> {
	try {
		return (await stat(uri.fsPath)).isDirectory() ? 'folder' : 'file';
	} catch {
		return undefined;
	}
}
