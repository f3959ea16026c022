import { stat, utimes } from 'node:fs/promises';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { type TimeLimit, throwIfCancelled, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { fileFailure } from '../shared/file-failure.ts';
import { readDocumentFile } from '../shared/read-document-file.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { findDocument } from './find-document.ts';
import type { HiddenDocuments } from './hidden-documents.ts';
import type { WatcherEvents } from './watcher-events.ts';

export interface FreshDocument {
	document: vscode.TextDocument;
	/** The text on disk, present only when the document is clean and VS Code has not loaded the new text in time. */
	newerText?: string;
}

export interface FreshDocuments {
	/** The document as the editor sees it, after VS Code has noticed what happened to a clean file on disk. */
	open(uri: vscode.Uri, timeLimit: TimeLimit): Promise<FreshDocument>;
}

const YOUNG = 3000;
/** VS Code loads a changed file within a second, a busy machine takes longer. */
const PATIENCE = 2500;
/** A document that is still another text then will not become the same: whoever watches the file would be disturbed for nothing. */
const MAX_NUDGES = 20;
const SCRIPT = /\.[cm]?[jt]sx?$/i;

/**
 * VS Code needs 0.3 to 1 s to load a clean file that changed on disk, and documents do not say which state of the file
 * they hold. So the text itself is compared, once per state of the file.
 */
export function createFreshDocuments({
	paths,
	watcherEvents,
	hiddenDocuments,
}: {
	paths: WorkspacePaths;
	watcherEvents: WatcherEvents;
	hiddenDocuments: HiddenDocuments;
}): FreshDocuments {
	const verified = new WeakMap<vscode.TextDocument, string>();
	const createdAt = Date.now();
	const nudges = new WeakMap<vscode.TextDocument, number>();
	return {
		async open(uri, timeLimit) {
			const document = await openDocument(uri, timeLimit);
			throwIfCancelled(timeLimit.signal);
			if (document.isDirty || uri.scheme !== 'file') {
				return { document };
			}
			const state = await stateOnDisk(uri, paths);
			const stamp = `${document.version} ${state}`;
			if (verified.get(document) === stamp) {
				return { document };
			}
			let text = await textOnDisk(document, paths);
			if (!same(document, text) && (await hasLoaded(document, text, timeLimit))) {
				// The file may have changed once more while VS Code was loading it.
				text = await textOnDisk(document, paths);
			}
			if (!same(document, text)) {
				return { document, newerText: text };
			}
			verified.set(document, `${document.version} ${state}`);
			return { document };
		},
	};

	/** VS Code misses a change at times, above all of a file that has just been written twice. It takes notice of the next one. */
	async function hasLoaded(document: vscode.TextDocument, text: string, timeLimit: TimeLimit): Promise<boolean> {
		const end = Date.now() + timeLimit.milliseconds;
		const loaded = (milliseconds: number) =>
			until(vscode.workspace.onDidChangeTextDocument, () => same(document, text), {
				signal: timeLimit.signal,
				milliseconds,
			});
		if (await loaded(Math.min(PATIENCE, timeLimit.milliseconds))) {
			return true;
		}
		const count = nudges.get(document) ?? 0;
		if (end - Date.now() <= 0) {
			return false;
		}
		if (count < MAX_NUDGES) {
			nudges.set(document, count + 1);
			await nudge(document.uri, createdAt);
		}
		return loaded(end - Date.now());
	}

	async function openDocument(uri: vscode.Uri, { signal }: TimeLimit): Promise<vscode.TextDocument> {
		const existing = findDocument(uri);
		if (existing && !hiddenDocuments.has(existing)) {
			return existing;
		}
		await watcherEvents.untilReported(await recentBirth(uri), signal);
		try {
			return existing ? await hiddenDocuments.restore(existing) : await vscode.workspace.openTextDocument(uri);
		} catch (error) {
			throw await fileFailure(uri, paths, error);
		}
	}
}

/**
 * A file that was created a moment ago. If it is opened before TypeScript has heard of it, imports of it stay unresolved
 * (TS2307) for as long as it is open: TypeScript ignores watcher events about open files.
 */
async function recentBirth(uri: vscode.Uri): Promise<{ path: string; time: number }[]> {
	if (!SCRIPT.test(uri.path)) {
		return [];
	}
	try {
		const { birthtimeMs, ctimeMs } = await stat(uri.fsPath);
		// Some file systems keep no time of birth; the time of the last change has to do there.
		const time = birthtimeMs > 0 ? birthtimeMs : ctimeMs;
		return Date.now() - time < YOUNG ? [{ path: uri.fsPath, time }] : [];
	} catch {
		return [];
	}
}

async function stateOnDisk(uri: vscode.Uri, paths: WorkspacePaths): Promise<string> {
	try {
		const { mtimeMs, ctimeMs, size, ino } = await stat(uri.fsPath);
		return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
	} catch (error) {
		// A tab may outlive its file; the truth about a clean document is the disk.
		throw await fileFailure(uri, paths, error);
	}
}

async function textOnDisk(document: vscode.TextDocument, paths: WorkspacePaths): Promise<string> {
	try {
		return withNewlines(await decode(await readDocumentFile(document.uri.fsPath), document.encoding));
	} catch (error) {
		throw await fileFailure(document.uri, paths, error);
	}
}

/**
 * Makes the file a millisecond younger, which VS Code's watcher takes for a change. Only what was written since `time` is touched: who
 * builds from that file has to do so anyway.
 */
async function nudge({ fsPath }: vscode.Uri, time: number): Promise<void> {
	try {
		const { atimeMs, mtimeMs } = await stat(fsPath);
		if (mtimeMs >= time) {
			await utimes(fsPath, atimeMs / 1000, (Math.floor(mtimeMs) + 1) / 1000);
		}
	} catch {
		// It is gone, or not ours: then the document stays as it is, and the caller learns of the newer text.
	}
}

function decode(bytes: Uint8Array, encoding: string): Thenable<string> {
	return vscode.workspace.decode(bytes, { encoding });
}

function same(document: vscode.TextDocument, text: string): boolean {
	return document.isDirty || withNewlines(document.getText()) === text;
}
