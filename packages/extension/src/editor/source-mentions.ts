import { readFile, stat } from 'node:fs/promises';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import * as vscode from 'vscode';
import { checkableFiles } from './checkable-files.ts';
import type { FileNews } from './file-news.ts';

export interface SourceMentions {
	/** Scripts that contain the word and import something: those that may refer to what another file exports. */
	find(word: string, signal: Cancellation): Promise<readonly vscode.Uri[]>;
}

const SCRIPTS = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}';
const MOST_SCRIPTS = 10_000;
const LARGEST_SOURCE = 1024 * 1024;
const AT_ONCE = 64;

export function createSourceMentions(fileNews: FileNews): SourceMentions {
	let listed: { appearances: number; files: readonly vscode.Uri[] } | undefined;
	return {
		async find(word, signal) {
			if (listed?.appearances !== fileNews.appearances) {
				const { appearances } = fileNews;
				listed = { appearances, files: await scripts(signal) };
			}
			const open = new Map(vscode.workspace.textDocuments.map(document => [document.uri.toString(), document]));
			const found: vscode.Uri[] = [];
			for (let start = 0; start < listed.files.length && !signal.cancelled; start += AT_ONCE) {
				const batch = listed.files.slice(start, start + AT_ONCE);
				await Promise.all(
					batch.map(async uri => {
						const text = open.get(uri.toString())?.getText() ?? (await textOf(uri.fsPath));
						if (text.includes(word) && /\b(?:import|require|from)\b/.test(text)) {
							found.push(uri);
						}
					}),
				);
			}
			return found;
		},
	};
}

async function scripts(signal: Cancellation): Promise<vscode.Uri[]> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const files = await Promise.all(
		folders.map(({ uri }) => checkableFiles(uri, signal, { pattern: SCRIPTS, most: MOST_SCRIPTS })),
	);
	return files.flat();
}

async function textOf(path: string): Promise<string> {
	try {
		const { size } = await stat(path);
		return size > LARGEST_SOURCE ? '' : await readFile(path, 'utf8');
	} catch {
		return '';
	}
}
