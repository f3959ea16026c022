import { delay, type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createBackgroundTabs, isInTab } from '../documents/background-tabs.ts';
import { tabUri } from '../shared/tab-uri.ts';

export interface PublishedDiagnostics extends vscode.Disposable {
	/**
	 * Waits until a server has published diagnostics of the document as it is now, "no problems" included, and calls `read`
	 * while they are there: closing the tab takes them away. `published` is false when none came in time. `known` says that
	 * there is a server that publishes, so for a file that has been in a tab for long it did so before this listened.
	 */
	settle<T>(
		document: vscode.TextDocument,
		options: { timeLimit: TimeLimit; known: boolean },
		read: () => T | PromiseLike<T>,
	): Promise<{ published: boolean; result: T }>;
	/** True when diagnostics arrived after this time, as far as this window noticed. */
	publishedSince(uri: vscode.Uri, time: number): boolean;
	/** True when diagnostics arrived after the document was opened and last changed. */
	publishedForNow(uri: vscode.Uri): boolean;
}

/** Servers answer in parts (syntax, then the rest), and vscode gathers events for 50 ms. */
const QUIET = 250;
/** After a tab is closed its problems are withdrawn, which must not be taken for an answer. */
const WITHDRAWAL = 400;
/** A file that was in a tab before Hawser was there, and did not change for this long, has had its answer. */
const LONG_SETTLED = 5000;

export function createPublishedDiagnostics(): PublishedDiagnostics {
	const born = Date.now();
	const tabs = createBackgroundTabs();
	const publishedAt = new Map<string, number>();
	const changedAt = new Map<string, number>();
	const leftAt = new Map<string, number>();
	const changed = (uri: vscode.Uri | undefined) => uri && changedAt.set(uri.toString(), Date.now());
	const subscriptions = vscode.Disposable.from(
		vscode.languages.onDidChangeDiagnostics(({ uris }) => {
			for (const uri of uris) {
				publishedAt.set(uri.toString(), Date.now());
			}
		}),
		vscode.workspace.onDidOpenTextDocument(({ uri }) => changed(uri)),
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0) {
				changed(document.uri);
			}
		}),
		vscode.workspace.onDidCloseTextDocument(({ uri }) => {
			changedAt.delete(uri.toString());
		}),
		vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
			for (const tab of opened) {
				changed(tabUri(tab));
			}
		}),
	);
	return {
		dispose() {
			subscriptions.dispose();
		},
		async settle(document, { timeLimit: { milliseconds, signal }, known }, read) {
			const key = document.uri.toString();
			const wasInTab = isInTab(document.uri);
			const quietLeft = () => (publishedAt.get(key) ?? 0) + QUIET - Date.now();
			if (!wasInTab) {
				await delay((leftAt.get(key) ?? 0) + WITHDRAWAL - Date.now(), signal);
			}
			// Anything published before the file was in a tab only meant "closed, so no problems".
			const since = wasInTab ? 0 : Date.now();
			const last = () => Math.max(since, changedAt.get(key) ?? born);
			const isPublished = () => (publishedAt.get(key) ?? 0) > last();
			const settledAt = wasInTab && known ? last() + LONG_SETTLED : Number.POSITIVE_INFINITY;
			try {
				return await tabs.whileInTab(document.uri, async () => {
					const limit = Math.min(milliseconds, settledAt - Date.now());
					await until(vscode.languages.onDidChangeDiagnostics, isPublished, { milliseconds: limit, signal });
					if (!isPublished() && Date.now() < settledAt) {
						return { published: false, result: await read() };
					}
					for (let rest = quietLeft(); rest > 0; rest = quietLeft()) {
						await delay(rest, signal);
					}
					return { published: true, result: await read() };
				});
			} finally {
				leftAt.set(key, Date.now());
			}
		},
		publishedSince(uri, time) {
			return (publishedAt.get(uri.toString()) ?? 0) > time;
		},
		publishedForNow(uri) {
			return (publishedAt.get(uri.toString()) ?? 0) > (changedAt.get(uri.toString()) ?? born);
		},
	};
}
