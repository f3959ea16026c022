import { statSync } from 'node:fs';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { type FreshDocuments } from '../documents/fresh-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import type { IgnoredFolders } from '../search/ignored-folders.ts';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import { MAX_SOURCE_TREE_SIZE, type RecentChanges, recentChanges } from './recent-changes.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from './typescript-server.ts';

/** Younger changes are looked at once more: a file may have changed again after the watcher's report was sent. */
const RECENT = 3000;
/** File systems stamp with a clock that lags a little. */
const CLOCK_STEP = 20;
const RELOAD_LIMIT = 2000;
const TRY_AGAIN = 60_000;
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/i;

/** `current`: there was nothing it did not know. `behind`: a document could not be brought up to date in time. */
export type TypeScriptState = 'current' | 'delivered' | 'behind';

export interface TypeScriptEvents {
	/** Waits until TypeScript knows what happened in the workspace: to the file it is asked about, or to one that has to do with it. */
	deliver(timeLimit: TimeLimit): Promise<TypeScriptState>;
}

export function createTypeScriptEvents({
	freshDocuments,
	watcherEvents,
	hiddenDocuments,
	typeScript,
	ignoredFolders,
	pluginEndings,
}: {
	freshDocuments: FreshDocuments;
	watcherEvents: WatcherEvents;
	hiddenDocuments: HiddenDocuments;
	typeScript: TypeScriptServer;
	ignoredFolders: IgnoredFolders;
	/** Of files that TypeScript may know by a plugin. */
	pluginEndings: { has(path: string): boolean };
}): TypeScriptEvents {
	const createdAt = Date.now();
	let reloadedAt = 0;
	/** TypeScript is known to have all events of a folder up to this time. Watchers miss things, so age alone proves nothing. */
	const deliveredUntil = new Map<string, number>();
	const largeTrees = new Set<string>();
	const foundTooLarge = new Map<string, number>();
	return {
		async deliver({ signal }) {
			const start = Date.now();
			const deleted = await hideDeleted();
			const folders = foldersOnDisk();
			const states = await Promise.all(folders.map(({ uri }) => deliverFrom(uri.fsPath, start, signal)));
			if (states.includes('behind')) {
				return 'behind';
			}
			return deleted || states.includes('delivered') ? 'delivered' : 'current';
		},
	};

	async function deliverFrom(folder: string, start: number, signal: Cancellation): Promise<TypeScriptState> {
		const since = Math.min(deliveredUntil.get(folder) ?? createdAt, start - RECENT);
		const changes = await look(folder, Math.max(since, reloadedAt - CLOCK_STEP), signal);
		if (changes === undefined) {
			return 'current';
		}
		// For an open document TypeScript believes the text in the editor, so the editor has to load the file first.
		const open = changes.files.map(({ path }) => vscode.Uri.file(path)).filter(uri => findDocument(uri));
		const versions = open.map(uri => findDocument(uri)?.version);
		const loading = open.map(uri => freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal }));
		// For the others it believes the watcher. To open them would be quicker, but they would stay open for minutes.
		// When a folder changed and no file in it, most often a file came and went, and the watcher may not report it.
		const watched = [
			...changes.folders.filter(({ time }) => time >= start - RECENT),
			...changes.files.filter(({ path }) => !findDocument(vscode.Uri.file(path))),
		];
		// A change since the start may have come after the answer to what was asked then.
		const waited = watched.length > 0 && !watcherEvents.hadReported(watched, start);
		if (waited && !(await watcherEvents.untilReported(watched, signal))) {
			reloadedAt = Date.now();
			await typeScript.reload();
		}
		const loaded = await Promise.allSettled(loading);
		if (!loaded.every(isUpToDate)) {
			return 'behind';
		}
		deliveredUntil.set(folder, start - CLOCK_STEP);
		const reloaded = open.some((uri, index) => findDocument(uri)?.version !== versions[index]);
		return waited || reloaded ? 'delivered' : 'current';
	}

	/** A tree that is too large to be looked at, even without what is ignored, is not tried again for a while; there the watcher alone has to do. */
	async function look(folder: string, since: number, signal: Cancellation): Promise<RecentChanges | undefined> {
		if (Date.now() - (foundTooLarge.get(folder) ?? 0) < TRY_AGAIN) {
			return undefined;
		}
		const isSource = (name: string) => SOURCE.test(name) || pluginEndings.has(name);
		const changes = largeTrees.has(folder) ? undefined : await recentChanges(folder, since, isSource);
		if (changes !== undefined) {
			return changes;
		}
		largeTrees.add(folder);
		const ignored = await ignoredFolders.below(folder, signal);
		const amongSources = await recentChanges(folder, since, isSource, { ignored, most: MAX_SOURCE_TREE_SIZE });
		if (amongSources === undefined) {
			foundTooLarge.set(folder, Date.now());
		}
		return amongSources;
	}

	async function hideDeleted(): Promise<boolean> {
		const isTypeScripts = ({ uri: { path }, languageId }: vscode.TextDocument) =>
			isTypeScriptLanguage(languageId) || pluginEndings.has(path);
		const documents = vscode.workspace.textDocuments.filter(
			document => document.uri.scheme === 'file' && !document.isDirty && isTypeScripts(document),
		);
		const deleted = documents.filter(({ uri }) => isGone(uri));
		await Promise.all(deleted.map(document => hiddenDocuments.hide(document)));
		return deleted.length > 0;
	}
}

function isUpToDate(outcome: PromiseSettledResult<{ newerText?: string }>): boolean {
	return outcome.status === 'rejected' || outcome.value.newerText === undefined;
}

function isGone(uri: vscode.Uri): boolean {
	try {
		return statSync(uri.fsPath, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}
