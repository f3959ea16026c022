import { readFile } from 'node:fs/promises';
import type { Sources } from '@hawser/core/ports/sources.ts';
import * as vscode from 'vscode';
import { findDocument } from './fresh-document.ts';
import type { NamedFiles } from './named-files.ts';
import { throwIfCancelled } from './until.ts';

/**
 * Language servers take an open document from the editor and all others from the disk; so does this. To open the files
 * would make the server load them, and VS Code fails when a hundred are opened at once.
 */
export function createSources(named: NamedFiles): Sources {
	return {
		async lines(path, lines, signal) {
			throwIfCancelled(signal);
			const uri = await named.uriOf(path);
			const document = findDocument(uri);
			if (document) {
				return lines.map(line => (line <= document.lineCount ? document.lineAt(line - 1).text : ''));
			}
			const all = (await textOf(uri)).split(/\r\n|\r|\n/);
			return lines.map(line => all[line - 1] ?? '');
		},
	};
}

/** Text of a file that is not open; '' where it cannot be read, since the place itself is known all the same. */
export async function textOf(uri: vscode.Uri): Promise<string> {
	try {
		if (uri.scheme !== 'file') {
			return (await vscode.workspace.openTextDocument(uri)).getText();
		}
		return (await readFile(uri.fsPath, 'utf8')).replace(/^\uFEFF/, '');
	} catch {
		return '';
	}
}
