import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { isInTab } from './background-tabs.ts';
import { findDocument } from './find-document.ts';
import type { WatcherEvents } from './watcher-events.ts';

/**
 * VS Code keeps a document that an extension opened for three minutes, also when its file is deleted meanwhile, and
 * TypeScript takes an open document for an existing file: imports of it would be fine for that long. There is no way to
 * close a document, but one in another language is closed for TypeScript. It gets its language back with its file.
 */
export interface HiddenDocuments extends vscode.Disposable {
	hide(document: vscode.TextDocument): Promise<void>;
	has(document: vscode.TextDocument): boolean;
	/** The document in its own language. */
	restore(document: vscode.TextDocument): Promise<vscode.TextDocument>;
}

/** TypeScript has to hear of the new file before the document is open for it again: see `recentBirth`. */
const AFTER_REPORT = 400;

export function createHiddenDocuments(watcherEvents: WatcherEvents): HiddenDocuments {
	const languages = new Map<string, string>();
	const timers = new Set<NodeJS.Timeout>();
	const subscription = watcherEvents.onDidReport(uri => {
		if (languages.has(uri.toString())) {
			const timer = setTimeout(() => {
				timers.delete(timer);
				restoreExisting(uri);
			}, AFTER_REPORT);
			timers.add(timer);
		}
	});
	return {
		restore,
		async hide(document) {
			const key = document.uri.toString();
			if (!document.isDirty && !isInTab(document.uri) && !languages.has(key)) {
				languages.set(key, document.languageId);
				try {
					await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
				} catch {
					// VS Code has closed it in this moment, or knows it no more: there is nothing to hide.
					languages.delete(key);
				}
			}
		},
		has: document => languages.has(document.uri.toString()),
		dispose() {
			subscription.dispose();
			for (const timer of timers) {
				clearTimeout(timer);
			}
		},
	};

	function restoreExisting(uri: vscode.Uri): void {
		const document = languages.has(uri.toString()) ? findDocument(uri) : undefined;
		if (document && existsSync(uri.fsPath)) {
			restore(document).then(undefined, () => undefined);
		}
	}

	async function restore(document: vscode.TextDocument): Promise<vscode.TextDocument> {
		const key = document.uri.toString();
		const language = languages.get(key);
		languages.delete(key);
		return language === undefined ? document : vscode.languages.setTextDocumentLanguage(document, language);
	}
}
