import * as path from 'node:path';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import { fileStamp, fileStamps } from '../imports/file-stamps.ts';
import type { ImportGraph } from '../language/import-graph.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptEvents, TypeScriptState } from '../typescript/typescript-events.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { createKnownProblems } from './known-problems.ts';
import { groupByProject } from './script-groups.ts';
import { closedFileProblems, typeScriptProblems } from './typescript-diagnostics.ts';

export interface CheckedScripts {
	problems: ReadonlyMap<string, readonly Problem[]>;
	/** The time was over. */
	notReached: readonly string[];
	/** TypeScript has no answer for them. */
	silent: readonly string[];
	state: TypeScriptState;
}

/** Checks the scripts of whole projects with TypeScript, and checks again only what may have changed since. */
export interface ScriptProblems extends vscode.Disposable {
	/** `all` are the files of the workspace; what scripts depend on is among them. */
	check(
		scripts: readonly string[],
		all: readonly string[],
		options: { left: () => TimeLimit; hints: boolean; progress: (checked: number) => void },
	): Promise<CheckedScripts>;
}

/** More at once would not be faster, because the server does one after the other, and the user's own questions wait behind them. */
const AT_ONCE = 4;
const DEPENDED_ON = /\.(?:[cm]?[jt]sx?|vue|svelte|json)$|(?:^|[\\/])(?:yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/i;
const CONFIG = /[\\/][tj]sconfig[^\\/]*\.json$/i;
const RELOAD_LIMIT = 1500;

export function createScriptProblems({
	paths,
	freshDocuments,
	typeScript,
	typeScriptEvents,
	importGraph,
	watcherEvents,
	keptDocuments,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	importGraph: ImportGraph;
	watcherEvents: WatcherEvents;
	keptDocuments: KeptDocuments;
}): ScriptProblems {
	const known = createKnownProblems();
	/** What the watcher says about files that no listing shows: a build's output, an ignored folder. */
	const reported = new Set<string>();
	let configStamps: string | undefined;
	const subscriptions = vscode.Disposable.from(
		watcherEvents.onDidReport(({ fsPath }) => {
			if (fsPath.split(path.sep).includes('node_modules')) {
				known.clear();
			} else if (DEPENDED_ON.test(fsPath)) {
				reported.add(fsPath);
			}
		}),
		vscode.workspace.onDidChangeConfiguration(event => {
			if (['typescript', 'javascript', 'js/ts'].some(section => event.affectsConfiguration(section))) {
				known.clear();
			}
		}),
	);
	return {
		dispose() {
			subscriptions.dispose();
		},
		async check(scripts, all, { left, hints, progress }) {
			const state = await dropOutdated(all, left());
			const delivered = await typeScriptEvents.deliver(left());
			const problems = new Map<string, readonly Problem[]>();
			const waiting: string[] = [];
			for (const file of scripts) {
				const found = known.get(file, hints);
				if (found) {
					problems.set(file, found);
				} else {
					waiting.push(file);
				}
			}
			const notReached: string[] = [];
			const silent: string[] = [];
			for (const [first = '', ...others] of groupByProject(waiting, all)) {
				// It makes TypeScript load the project; the others would only open more documents meanwhile.
				await checkOne(first);
				const next = others.values();
				await Promise.all(Array.from({ length: AT_ONCE }, () => checkEach(next)));
				progress(problems.size);
				await keptDocuments.release(left());
			}
			return { problems, notReached, silent, state: delivered };

			async function checkEach(files: Iterable<string>): Promise<void> {
				for (const file of files) {
					await checkOne(file);
					if (problems.size % AT_ONCE === 0) {
						progress(problems.size);
					}
				}
			}

			async function checkOne(file: string): Promise<void> {
				const found = left().milliseconds > 0 ? await problemsOf(file, left, hints) : undefined;
				if (found === undefined) {
					(left().milliseconds > 0 ? silent : notReached).push(file);
				} else {
					problems.set(file, found);
					known.set(file, { problems: found, hints }, state);
				}
			}
		},
	};

	async function dropOutdated(all: readonly string[], { signal }: TimeLimit): Promise<number> {
		const others = [...reported];
		reported.clear();
		const stamps = await fileStamps(
			all.filter(file => DEPENDED_ON.test(file)),
			signal,
		);
		for (const { isDirty, uri, version } of vscode.workspace.textDocuments) {
			if (isDirty && uri.scheme === 'file' && DEPENDED_ON.test(uri.fsPath)) {
				stamps.set(uri.fsPath, `version ${version}`);
			}
		}
		for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
			const installed = path.join(uri.fsPath, 'node_modules', 'package.json');
			stamps.set(installed, fileStamp(path.dirname(installed)));
		}
		const unseen = others.filter(file => !stamps.has(file));
		const configs = [...stamps].filter(([file]) => CONFIG.test(file)).join('\n');
		if (configStamps !== undefined && configs !== configStamps) {
			// TypeScript gathers such changes for a while, and answers by the old configuration meanwhile.
			await typeScript.reload();
		}
		configStamps = configs;
		return known.update(stamps, unseen, files => importGraph.dependents(files, signal));
	}

	async function problemsOf(
		file: string,
		left: () => TimeLimit,
		hints: boolean,
	): Promise<readonly Problem[] | undefined> {
		const uri = vscode.Uri.file(file);
		const context = () => ({ typeScript, paths, timeLimit: left(), hints, lowPriority: true });
		const found = findDocument(uri) ? undefined : await closedFileProblems(uri, context());
		if (found || left().milliseconds <= 0) {
			return found;
		}
		try {
			const wasOpen = findDocument(uri) !== undefined;
			const { signal } = left();
			const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
			if (!wasOpen) {
				keptDocuments.add(document);
			}
			return newerText === undefined ? await typeScriptProblems(document, context()) : undefined;
		} catch (error) {
			if (isToolError(error) && error.code !== 'E_CANCELLED') {
				return undefined;
			}
			throw error;
		}
	}
}
