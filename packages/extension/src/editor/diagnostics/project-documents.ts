import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import { tabUri } from '../shared/tab-uri.ts';

/**
 * Documents that were opened so that TypeScript loads their projects. It keeps a project for as long as a document of it is
 * open, and VS Code keeps documents for minutes: ninety projects at once take gigabytes.
 */
export interface ProjectDocuments extends vscode.Disposable {
	add(document: vscode.TextDocument): void;
	/** Lets TypeScript forget all but the latest. */
	release(timeLimit: TimeLimit): Promise<void>;
}

const MAX_KEPT = 12;

export function createProjectDocuments(hiddenDocuments: HiddenDocuments): ProjectDocuments {
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
		async release({ signal }) {
			while (opened.length > MAX_KEPT && !signal.cancelled) {
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
