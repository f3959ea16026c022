import * as vscode from 'vscode';
import type { FileNews } from './file-news.ts';
import type { SourceMentions } from './source-mentions.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { Patience } from './until.ts';

export interface WiderReferences {
	/** Looks for files that mention the word, or undefined when it was done already and nothing has changed since. */
	lookFor(word: string, patience: Patience): Promise<readonly vscode.Uri[]> | undefined;
	/**
	 * Brings the files to TypeScript's attention that belong to no loaded project: tests that tsconfig does not include, a
	 * project that refers to this one, a folder without tsconfig. Files in the answer are known already.
	 */
	bringIn(
		files: readonly vscode.Uri[],
		answered: ReadonlySet<string>,
		patience: Patience,
	): Promise<'nothing' | 'some' | 'too_many'>;
	/** The word has been looked for, and all that mention it were brought in. */
	settle(word: string): void;
}

const MOST_OPENED = 30;
const MOST_WORDS = 500;

export function createWiderReferences({
	mentions,
	typeScript,
	fileNews,
}: {
	mentions: SourceMentions;
	typeScript: TypeScriptServer;
	fileNews: FileNews;
}): WiderReferences {
	const settled = new Map<string, string>();
	const state = () => `${fileNews.reports} ${typeScript.occasionsToLoad}`;
	return {
		lookFor(word, { signal }) {
			return settled.get(word) === state() ? undefined : mentions.find(word, signal);
		},
		async bringIn(files, answered, patience) {
			const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
			const unknown = files.filter(uri => !answered.has(uri.toString()) && !open.has(uri.toString()));
			const membership = await Promise.all(unknown.map(uri => isInProject(uri, patience)));
			const outside = unknown.filter((_, index) => membership[index] === false);
			await Promise.allSettled(outside.slice(0, MOST_OPENED).map(uri => vscode.workspace.openTextDocument(uri)));
			if (outside.length > MOST_OPENED) {
				return 'too_many';
			}
			return outside.length > 0 ? 'some' : 'nothing';
		},
		settle(word) {
			if (settled.size > MOST_WORDS) {
				settled.clear();
			}
			settled.set(word, state());
		},
	};

	/** A file that is not open has an answer only while it is part of a loaded project. */
	async function isInProject(uri: vscode.Uri, patience: Patience): Promise<boolean> {
		return (await typeScript.request('syntacticDiagnosticsSync', uri.fsPath, patience)) !== undefined;
	}
}
