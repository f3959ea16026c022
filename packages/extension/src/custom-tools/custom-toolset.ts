import { existsSync } from 'node:fs';
import path from 'node:path';
import { TOOLS_FOLDER } from '@hawser/agent-config/custom-tools/tools-place.ts';
import { toolsSignature } from '@hawser/agent-config/custom-tools/tools-signature.ts';
import type { DynamicToolset } from '@hawser/core/contract/dynamic-tools.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import { enabledPaths } from '../settings/read-settings.ts';
import { createFolderWatches } from './folder-watches.ts';
import type { FoundTools, ProjectTools } from './project-tools.ts';
import type { ScriptHost } from './script-host.ts';

/** The tools that the projects of this window define in .hawser/tools, followed as their files change. */
export interface CustomToolset extends DynamicToolset, vscode.Disposable {
	/** Reads the tools for the first time. */
	start(): void;
	/** Gives the scripts their window, which the first call brings up. */
	attach(host: ScriptHost): void;
}

/** Folders are watched too: VS Code reports a deleted folder without what was in it. */
const WATCHED = `**/{.hawser,${TOOLS_FOLDER},${TOOLS_FOLDER}/*}`;
const TOOLS_NAME = path.basename(TOOLS_FOLDER);
/** Milliseconds of rest after which files are read: an editor or git writes several at once. */
const REST = 100;

export function createCustomToolset({ home, log }: { home: string; log: Log }): CustomToolset {
	const listeners = new Set<() => void>();
	let current: FoundTools = { tools: [], state: '' };
	let scriptHost: ScriptHost | undefined;
	let timer: NodeJS.Timeout | undefined;
	let reading: Promise<void> = Promise.resolve();
	/** Describes the files as they were just before they were last read. */
	let signature: string | undefined;

	const projectTools = lazy(async (): Promise<ProjectTools> => {
		const { createProjectTools } = await import('./project-tools.ts');
		return createProjectTools({ home, log, host: requireHost });
	});

	function requireHost(): ScriptHost {
		if (scriptHost === undefined) {
			throw new Error('A custom tool was called before the window was ready.');
		}
		return scriptHost;
	}

	async function read(): Promise<void> {
		const folders = enabledPaths();
		if (watches.follow(watchedFolders(folders))) {
			// A file may have been written before the folder was watched.
			changed();
		}
		signature = await toolsSignature(folders);
		const loaded = projectTools.ifLoaded();
		if (loaded === undefined && !folders.some(folder => existsSync(path.join(folder, TOOLS_FOLDER)))) {
			return;
		}
		const found = await (await projectTools()).read(folders);
		if (found.state !== current.state) {
			current = found;
			for (const listener of listeners) {
				listener();
			}
		}
	}

	/** Reads run one after the other, so that the newest is the last. */
	const readNow = () => {
		reading = reading
			.then(read)
			.catch((cause: unknown) => log.failure('The tools of the project could not be read', cause));
		return reading;
	};
	const readSoon = (rest: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => void readNow(), rest);
	};
	const changed = () => readSoon(REST);
	const watches = createFolderWatches((folder, name) => {
		// The file bridge keeps its own files beside the tools, and writes them by the second.
		if (folder.endsWith(TOOLS_NAME) || name === null || name === TOOLS_NAME) {
			changed();
		}
	});

	const watcher = vscode.workspace.createFileSystemWatcher(WATCHED);
	const subscriptions = [
		watcher,
		watcher.onDidCreate(changed),
		watcher.onDidChange(changed),
		watcher.onDidDelete(changed),
		vscode.workspace.onDidChangeWorkspaceFolders(changed),
		vscode.workspace.onDidGrantWorkspaceTrust(changed),
		vscode.workspace.onDidChangeConfiguration(change => {
			if (change.affectsConfiguration('hawser.enabled')) {
				changed();
			}
		}),
	];

	return {
		thing: 'custom',
		title: 'Tools of the project',
		onByDefault: true,
		instructions: '',
		get tools() {
			return current.tools;
		},
		onDidChange(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		async refresh() {
			await reading;
			const present = await toolsSignature(enabledPaths());
			if (present !== signature) {
				await readNow();
			}
		},
		start: () => readSoon(0),
		attach(host) {
			scriptHost = host;
		},
		dispose() {
			clearTimeout(timer);
			watches.dispose();
			for (const subscription of subscriptions) {
				subscription.dispose();
			}
			void projectTools.ifLoaded()?.then(tools => void tools.dispose());
		},
	};
}

/** The folder of the tools, and its parent, in which it may appear. */
function watchedFolders(folders: readonly string[]): string[] {
	return folders
		.flatMap(folder => [path.join(folder, path.dirname(TOOLS_FOLDER)), path.join(folder, TOOLS_FOLDER)])
		.filter(existsSync);
}
