import { readFile, stat } from 'node:fs/promises';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import * as vscode from 'vscode';
import { checkableFiles } from './checkable-files.ts';
import type { FileNews } from './file-news.ts';

export interface SourceMentions {
	/** Scripts that contain the word and import something: those that may refer to what another file exports. */
	find(word: string, signal: Cancellation): Promise<readonly vscode.Uri[]>;
	/** All scripts that contain the word. */
	findAll(word: string, signal: Cancellation): Promise<readonly vscode.Uri[]>;
	/** Every script of the workspace, without what the person excludes. */
	scripts(signal: Cancellation): Promise<readonly vscode.Uri[]>;
}

const SCRIPTS = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}';
const MOST_SCRIPTS = 10_000;
const LARGEST_SOURCE = 1024 * 1024;
const AT_ONCE = 64;

export function createSourceMentions(fileNews: FileNews): SourceMentions {
	let listed: { appearances: number; files: readonly vscode.Uri[] } | undefined;
	return {
		scripts: listScripts,
		find: (word, signal) => select(text => text.includes(word) && /\b(?:import|require|from)\b/.test(text), signal),
		findAll: (word, signal) => select(text => text.includes(word), signal),
	};

	async function select(isWanted: (text: string) => boolean, signal: Cancellation): Promise<readonly vscode.Uri[]> {
		const files = await listScripts(signal);
		const open = new Map(vscode.workspace.textDocuments.map(document => [document.uri.toString(), document]));
		const found: vscode.Uri[] = [];
		for (let start = 0; start < files.length && !signal.cancelled; start += AT_ONCE) {
			const batch = files.slice(start, start + AT_ONCE);
			await Promise.all(
				batch.map(async uri => {
					if (isWanted(open.get(uri.toString())?.getText() ?? (await textOf(uri.fsPath)))) {
						found.push(uri);
					}
				}),
			);
		}
		return found;
	}

	async function listScripts(signal: Cancellation): Promise<readonly vscode.Uri[]> {
		if (listed?.appearances !== fileNews.appearances) {
			const { appearances } = fileNews;
			listed = { appearances, files: await scripts(signal) };
		}
		return listed.files;
	}
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
