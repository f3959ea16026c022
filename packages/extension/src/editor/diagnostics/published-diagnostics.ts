import { delay, type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createBackgroundTabs, isInTab } from '../documents/background-tabs.ts';
import { findDocument } from '../documents/find-document.ts';
import { isShippedLanguage } from '../language/language-servers.ts';
import { tabUri } from '../shared/tab-uri.ts';
import { allAnswer, createServerVoices, hasManyServers } from './server-voices.ts';
import { createWithdrawnDiagnostics } from './withdrawn-diagnostics.ts';

export interface PublishedDiagnostics extends vscode.Disposable {
	/**
	 * Waits until every server has published diagnostics of the document as it is now, "no problems" included, and calls `read`
	 * while they are there: closing the tab takes them away. `published` is false when none came in time. `known` says that
	 * there is a server that publishes, so for a file that has been in a tab for long it did so before this listened.
	 */
	settle<T>(
		document: vscode.TextDocument,
		options: Patience & { known: boolean },
		read: () => T | PromiseLike<T>,
	): Promise<{ published: boolean; result: T }>;
	/** Waits until it is published; the condition is looked at whenever diagnostics come. */
	untilPublished(document: vscode.TextDocument, isPublished: () => boolean, patience: Patience): Promise<boolean>;
	/** True when diagnostics arrived after this time, as far as this window noticed. */
	publishedSince(uri: vscode.Uri, time: number): boolean;
	/** True when diagnostics arrived after the document was opened and last changed. */
	publishedForNow(uri: vscode.Uri): boolean;
	/** Waits for the last of what the servers say of the document as it is now; false when one is missing. */
	allSaid(document: vscode.TextDocument, timeLimit: TimeLimit): Promise<boolean>;
}

/**
 * Ends with the time, or earlier when nothing has come for so long, about any file of the language: some servers speak of all
 * open documents again whenever one is opened, the new one last.
 */
interface Patience {
	timeLimit: TimeLimit;
	silence?: number;
}

/** Servers answer in parts (syntax, then the rest), and vscode gathers events for 50 ms. */
const QUIET = 250;
/** After a tab is closed its problems are withdrawn, which must not be taken for an answer. */
const WITHDRAWAL = 400;
/** A file in a tab that did not change for this long has had its answer, be it from before Hawser was there; see isLastWord. */
const LONG_SETTLED = 5000;
const MIN_ANSWER_TIME = 1000;
/** Times as long as it takes to answer a question, a server may take to check a file. */
const SLOW_TIMES = 5;
/** No language has more servers that speak. */
const MAX_TIMES = 20;

export function createPublishedDiagnostics(): PublishedDiagnostics {
	const born = Date.now();
	const tabs = createBackgroundTabs();
	const voices = createServerVoices();
	const withdrawn = createWithdrawnDiagnostics();
	const publishedAt = new Map<string, number>();
	/** The times since the text last changed at which a server has spoken, without those at which it only said the same again. */
	const timesOf = new Map<string, number[]>();
	const saidOf = new Map<string, string>();
	const changedAt = new Map<string, number>();
	/** By language. */
	const spokenAt = new Map<string, number>();
	const leftAt = new Map<string, number>();
	const changed = (uri: vscode.Uri | undefined) => {
		if (uri) {
			changedAt.set(uri.toString(), Date.now());
			timesOf.delete(uri.toString());
			saidOf.delete(uri.toString());
			withdrawn.forget(uri);
		}
	};
	const subscriptions = vscode.Disposable.from(
		vscode.languages.onDidChangeDiagnostics(({ uris }) => {
			for (const uri of uris) {
				withdrawn.note(uri);
				publishedAt.set(uri.toString(), Date.now());
				const document = findDocument(uri);
				spokenAt.set(document?.languageId ?? '', Date.now());
				if (document && isNews(document)) {
					timesOf.set(uri.toString(), [...(timesOf.get(uri.toString()) ?? []).slice(-MAX_TIMES), Date.now()]);
				}
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
			timesOf.delete(uri.toString());
			saidOf.delete(uri.toString());
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
		async settle(document, { timeLimit: { milliseconds, signal }, silence, known }, read) {
			const key = document.uri.toString();
			const end = Date.now() + milliseconds;
			const wasInTab = isInTab(document.uri);
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
					// To open a tab takes VS Code long where many are opened at once.
					const limit = Math.max(0, Math.min(end, settledAt) - Date.now());
					const timeLimit = { milliseconds: limit, signal };
					await untilPublished(document, isPublished, { timeLimit, ...(silence !== undefined && { silence }) });
					if (!isPublished() && Date.now() < settledAt) {
						return { published: false, result: await read() };
					}
					const rest = { signal, milliseconds: Math.max(MIN_ANSWER_TIME, end - Date.now()) };
					const whole = isPublished() ? await isWhole(document, last, rest) : await isLastWord(document, rest);
					return { published: whole, result: await read() };
				});
			} finally {
				leftAt.set(key, Date.now());
			}
		},
		untilPublished,
		publishedSince(uri, time) {
			return (publishedAt.get(uri.toString()) ?? 0) > time;
		},
		allSaid: (document, timeLimit) =>
			isWhole(document, () => changedAt.get(document.uri.toString()) ?? born, timeLimit),
		publishedForNow(uri) {
			return (publishedAt.get(uri.toString()) ?? 0) > (changedAt.get(uri.toString()) ?? born);
		},
	};

	/** A single server that repeats itself, as some do for all open documents whenever one changes; of several, each is counted. */
	function isNews(document: vscode.TextDocument): boolean {
		const key = document.uri.toString();
		const said = JSON.stringify(vscode.languages.getDiagnostics(document.uri));
		const isRepeated = saidOf.get(key) === said;
		saidOf.set(key, said);
		return !isRepeated || hasManyServers(document);
	}

	async function untilPublished(
		{ languageId }: vscode.TextDocument,
		isPublished: () => boolean,
		{ timeLimit: { milliseconds, signal }, silence = milliseconds }: Patience,
	): Promise<boolean> {
		const start = Date.now();
		const spoken = () => Math.max(start, spokenAt.get(languageId) ?? 0);
		for (;;) {
			const left = Math.min(start + milliseconds, spoken() + silence) - Date.now();
			if (await until(vscode.languages.onDidChangeDiagnostics, isPublished, { milliseconds: left, signal })) {
				return true;
			}
			if (Date.now() >= Math.min(start + milliseconds, spoken() + silence)) {
				return false;
			}
		}
	}

	/**
	 * Nothing has come for long. Many servers say nothing when a change makes no difference, so that this means something only of one
	 * that is there and answers quickly.
	 */
	async function isLastWord(document: vscode.TextDocument, timeLimit: TimeLimit): Promise<boolean> {
		if (isShippedLanguage(document.languageId)) {
			return true;
		}
		const askedAt = Date.now();
		const answers = await allAnswer(document.uri, timeLimit);
		return answers && SLOW_TIMES * (Date.now() - askedAt) <= LONG_SETTLED;
	}

	/** False when a server does not answer, or has gone and taken its diagnostics with it. */
	async function isWhole(document: vscode.TextDocument, since: () => number, timeLimit: TimeLimit): Promise<boolean> {
		const { uri } = document;
		const key = uri.toString();
		const spoken = () => (timesOf.get(key) ?? []).filter(time => time > since()).length;
		const allHeard = await voices.allHeard(document, spoken, timeLimit);
		const quietLeft = () => (publishedAt.get(key) ?? 0) + QUIET - Date.now();
		for (let rest = quietLeft(); rest > 0; rest = quietLeft()) {
			await delay(rest, timeLimit.signal);
		}
		const isWithdrawn = await withdrawn.isWithdrawn(uri);
		if (isWithdrawn) {
			voices.forget(document);
		}
		return allHeard && !isWithdrawn;
	}
}
