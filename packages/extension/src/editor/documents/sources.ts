import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Sources } from '@hawser/core/ports/sources.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { NamedFiles } from '../shared/named-files.ts';

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
				open => open.uri.path === uri.path && open.uri.scheme === uri.scheme && !open.isClosed,
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
		kept.delete(uri.path);
		if (state !== undefined && text.length <= MAX_KEPT_SIZE) {
			kept.set(uri.path, { state, lines });
		}
		const [oldest] = kept.keys();
		if (kept.size > MAX_KEPT && oldest !== undefined) {
			kept.delete(oldest);
		}
		return lines;
	}
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
