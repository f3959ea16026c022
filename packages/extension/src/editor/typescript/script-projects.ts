import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { limited, type TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { LoadedProjects } from './loaded-projects.ts';
import type { TypeScriptServer } from './typescript-server.ts';

/** `nothing`: TypeScript had loaded them all. `too_many`: some are still not loaded. */
export type BroughtIn = 'nothing' | 'some' | 'too_many';

interface Brought {
	state: BroughtIn;
	/** Files that are still not loaded. */
	doubtful: number;
}

/**
 * Makes TypeScript load projects. By itself it loads only those of open documents, so where our plugin cannot help, one document is
 * opened for each.
 */
export interface ScriptProjects {
	/** Makes the server load one project, if it has none yet: before, it knows nothing of our plugin. */
	begin(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<void>;
	/** Loads the projects that contain the files, which belong to none that is loaded; a file in no project is loaded by itself. */
	load(outside: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<Brought>;
	/** Those of the files that belong to no project that is loaded. */
	notLoaded(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<vscode.Uri[]>;
}

/** Enough for a repository of many projects; VS Code gives up the oldest documents of extensions by itself. */
const MAX_OPENED = 100;
/** So many projects are loaded before the server turns to the user's own questions. */
const AT_ONCE = 8;
const RELOAD_LIMIT = 3000;
const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];

export function createScriptProjects({
	typeScript,
	freshDocuments,
	loadedProjects,
}: {
	typeScript: TypeScriptServer;
	loadedProjects: LoadedProjects;
	freshDocuments: FreshDocuments;
}): ScriptProjects {
	return {
		begin,
		load,
		notLoaded,
	};

	async function begin([first]: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<void> {
		const end = Date.now() + timeLimit.milliseconds;
		const left = () => ({ ...timeLimit, milliseconds: end - Date.now() });
		if (first && (await loadedProjects.contain([first.fsPath], left())) === undefined) {
			await openAll([first], left);
		}
	}

	/**
	 * Below each tsconfig one file is opened, then more and more of those that this has not brought in: most often one project
	 * has them all. Only these are asked about again, because a question about a file that is not loaded is an error of the server,
	 * which takes the editor long.
	 */
	async function load(outside: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<Brought> {
		const end = Date.now() + timeLimit.milliseconds;
		const left = () => ({ ...timeLimit, milliseconds: end - Date.now() });
		const { unhelped, isFull } = await loadByConfig(outside, left);
		if (isFull) {
			// Their documents would make the server load them all the same.
			return { state: unhelped.length > 0 ? 'too_many' : 'some', doubtful: unhelped.length };
		}
		let groups: (readonly vscode.Uri[])[] = [...groupByConfig(unhelped, rememberedConfigs()).values()];
		let opened = 0;
		for (let batch = 1; groups.length > 0 && opened < MAX_OPENED && left().milliseconds > 0; batch *= 2) {
			const later: (readonly vscode.Uri[])[] = [];
			const asked: (readonly vscode.Uri[])[] = [];
			const next: vscode.Uri[] = [];
			for (const group of groups) {
				const taken = group.slice(0, Math.min(batch, MAX_OPENED - opened));
				opened += taken.length;
				next.push(...taken);
				(taken.length > 0 ? asked : later).push(group.slice(taken.length));
			}
			await openAll(next, left);
			const rest = await Promise.all(asked.map(group => notLoaded(group, left())));
			groups = [...rest, ...later].filter(group => group.length > 0);
		}
		const doubtful = groups.reduce((sum, group) => sum + group.length, 0);
		return { state: doubtful > 0 ? 'too_many' : outside.length > 0 ? 'some' : 'nothing', doubtful };
	}

	/** Loads projects through our plugin, which needs no document of them. Answers the files that this has not brought in. */
	async function loadByConfig(
		files: readonly vscode.Uri[],
		left: () => TimeLimit,
	): Promise<{ unhelped: readonly vscode.Uri[]; isFull: boolean }> {
		const configs = [...groupByConfig(files, rememberedConfigs()).keys()].flatMap(folder =>
			configsIn(folder).slice(0, 1),
		);
		for (let start = 0; start < configs.length; start += AT_ONCE) {
			const state = await loadedProjects.load(configs.slice(start, start + AT_ONCE), left());
			if (state !== 'loaded') {
				return { unhelped: state ? await notLoaded(files, left()) : files, isFull: state === 'full' };
			}
		}
		return { unhelped: configs.length > 0 ? await notLoaded(files, left()) : files, isFull: false };
	}

	/** The editor opens the next documents while the server loads projects. */
	async function openAll(files: readonly vscode.Uri[], left: () => TimeLimit): Promise<void> {
		let loaded: Promise<unknown> = Promise.resolve();
		for (let start = 0; start < files.length && left().milliseconds > 0; start += AT_ONCE) {
			const documents = await Promise.all(files.slice(start, start + AT_ONCE).map(uri => open(uri, left())));
			await loaded;
			const last = documents.findLast(document => document !== undefined);
			// The server takes one after the other, so this is answered when all are loaded.
			loaded = last ? untilLoaded(last, left()) : loaded;
		}
		await loaded;
	}

	async function untilLoaded(document: vscode.TextDocument, timeLimit: TimeLimit): Promise<void> {
		if (await typeScript.answersFor(document, timeLimit)) {
			await typeScript.request('syntacticDiagnosticsSync', document.uri, timeLimit);
		}
	}

	/** Undefined when it cannot be opened. */
	async function open(uri: vscode.Uri, timeLimit: TimeLimit): Promise<vscode.TextDocument | undefined> {
		try {
			// Not openTextDocument: a document that was hidden from TypeScript has to come back in its own language.
			return (await freshDocuments.open(uri, limited(timeLimit, RELOAD_LIMIT))).document;
		} catch {
			return undefined;
		}
	}

	async function notLoaded(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<vscode.Uri[]> {
		const told = await loadedProjects.contain(
			files.map(({ fsPath }) => fsPath),
			timeLimit,
		);
		const loaded = told ?? (await Promise.all(files.map(uri => isLoaded(uri, timeLimit))));
		return files.filter((_, index) => loaded[index] === false);
	}

	/** A file that is not open has an answer only while it is part of a loaded project. */
	async function isLoaded(uri: vscode.Uri, timeLimit: TimeLimit): Promise<boolean> {
		return (await typeScript.request('syntacticDiagnosticsSync', uri.fsPath, timeLimit)) !== undefined;
	}
}

/** Scripts by the folder of the nearest tsconfig above them, and those that have none. */
function groupByConfig(
	scripts: readonly vscode.Uri[],
	hasConfig: (folder: string) => boolean,
): Map<string | undefined, vscode.Uri[]> {
	const groups = new Map<string | undefined, vscode.Uri[]>();
	for (const uri of scripts) {
		const folder = nearestConfig(path.dirname(uri.fsPath), hasConfig);
		const group = groups.get(folder) ?? [];
		groups.set(folder, group);
		group.push(uri);
	}
	return groups;
}

function nearestConfig(folder: string, hasConfig: (folder: string) => boolean): string | undefined {
	const parent = path.dirname(folder);
	return hasConfig(folder) ? folder : parent === folder ? undefined : nearestConfig(parent, hasConfig);
}

function configsIn(folder: string | undefined): string[] {
	return folder === undefined ? [] : CONFIG_NAMES.map(name => path.join(folder, name)).filter(file => existsSync(file));
}

/** Looks at each folder once. */
function rememberedConfigs(): (folder: string) => boolean {
	const known = new Map<string, boolean>();
	return folder => {
		const has = known.get(folder) ?? configsIn(folder).length > 0;
		known.set(folder, has);
		return has;
	};
}
