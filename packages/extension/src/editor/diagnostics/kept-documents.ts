import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import { tabUri } from '../shared/tab-uri.ts';

/**
 * Documents that were opened so that a server looks at them. VS Code keeps them for minutes, and servers pay for each:
 * TypeScript keeps its project, of which ninety take gigabytes, and others go through all of them whenever one is opened.
 */
export interface KeptDocuments extends vscode.Disposable {
	/** The server has looked at it. */
	add(document: vscode.TextDocument): void;
	/** Lets the server forget all but the latest. */
	release(timeLimit: TimeLimit): Promise<void>;
}

/** Also where no time is left, because those that stay cost every later question. */
const MIN_TIME = 2000;

export function createKeptDocuments(hiddenDocuments: HiddenDocuments, max: number): KeptDocuments {
	const opened: vscode.Uri[] = [];
	// Whoever shows such a file has to see it in its own language.
	const subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened: tabs }) => {
		for (const uri of tabs.map(tabUri)) {
			const document = uri && findDocument(uri);
			if (document && hiddenDocuments.has(document)) {
				hiddenDocuments.restore(document).then(undefined, () => undefined);
			}
		}
	});
	return {
		add({ uri }) {
			opened.push(uri);
		},
		async release({ milliseconds, signal }) {
			const end = Date.now() + Math.max(milliseconds, MIN_TIME);
			while (opened.length > max && !signal.cancelled && Date.now() < end) {
				const uri = opened.shift();
				const document = uri && findDocument(uri);
				if (document) {
					await hiddenDocuments.hide(document);
				}
			}
		},
		dispose() {
			subscription.dispose();
		},
	};
}
