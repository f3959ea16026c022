import { statSync } from 'node:fs';
import type { Sources } from '@hawser/core/ports/documents.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';
import type { NamedFiles } from '../shared/named-files.ts';
import { readDocumentFile } from '../shared/read-document-file.ts';
import { findDocument } from './find-document.ts';

/** Files that were read lately; agents ask about the same ones again and again. */
const MAX_KEPT = 100;
const MAX_KEPT_SIZE = 256 * 1024;

/**
 * Language servers take an open document from the editor and all others from the disk; so does this. To open the files
 * would make the server load them, and VS Code fails when a hundred are opened at once.
 */
export function createSources(named: NamedFiles): Sources {
	const kept = new Map<string, { state: string; lines: readonly string[] }>();
	return {
		async lines(path, lines, signal) {
			throwIfCancelled(signal);
			const uri = await named.uriOf(path);
			const document = vscode.workspace.textDocuments.find(
				({ uri: open, isClosed }) =>
					!isClosed && open.path === uri.path && open.scheme === uri.scheme && open.fragment === uri.fragment,
			);
			if (document) {
				return lines.map(line => (line <= document.lineCount ? document.lineAt(line - 1).text : ''));
			}
			const all = await linesOf(uri);
			return lines.map(line => all[line - 1] ?? '');
		},
	};

	async function linesOf(uri: vscode.Uri): Promise<readonly string[]> {
		if (uri.scheme !== 'file') {
			return splitLines(await textOf(uri));
		}
		const state = stateOf(uri.fsPath);
		const known = kept.get(uri.path);
		if (known !== undefined && known.state === state) {
			return known.lines;
		}
		const text = await textOf(uri);
		const lines = splitLines(text);
		if (state !== undefined && text.length <= MAX_KEPT_SIZE) {
			setBounded(kept, uri.path, { state, lines }, MAX_KEPT);
		} else {
			kept.delete(uri.path);
		}
		return lines;
	}
}

/** The text that a language server sees: the editor's for an open document, the disk's for any other. */
export async function serverText(uri: vscode.Uri): Promise<string> {
	return findDocument(uri)?.getText() ?? (await textOf(uri));
}

/** Text of a file that is not open; '' where it cannot be read, since the place itself is known all the same. */
export async function textOf(uri: vscode.Uri): Promise<string> {
	try {
		if (uri.scheme !== 'file') {
			return (await vscode.workspace.openTextDocument(uri)).getText();
		}
		return (await readDocumentFile(uri.fsPath)).toString('utf8').replace(/^\uFEFF/, '');
	} catch {
		return '';
	}
}

function splitLines(text: string): readonly string[] {
	return text.split(/\r\n|\r|\n/);
}

/** Works without a promise, which would take longer than the system call. */
function stateOf(path: string): string | undefined {
	try {
		const { mtimeMs, ctimeMs, size, ino } = statSync(path);
		return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
	} catch {
		return undefined;
	}
}
