import * as path from 'node:path';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { withToken } from '../shared/cancellation-token.ts';
import { limited } from './definitions-at.ts';
import type { SourceMentions } from './source-mentions.ts';
import type { TypeScriptServer } from './typescript-server.ts';

/** `nothing`: TypeScript had loaded them all. `too_many`: some are still not loaded. */
export type BroughtIn = 'nothing' | 'some' | 'too_many';

/** Makes TypeScript load projects. It loads only those of open documents, so one document has to be opened for each. */
export interface ScriptProjects {
	/** Loads the projects that contain the files; a file in no project is loaded by itself. */
	bringIn(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<{ state: BroughtIn; doubtful: number }>;
	/** Those of the files that belong to no project that is loaded. */
	notLoaded(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<vscode.Uri[]>;
	/** Loads every project of the workspace that has a tsconfig or jsconfig. */
	bringInAll(timeLimit: TimeLimit): Promise<BroughtIn>;
}

const MAX_OPENED = 30;
const RELOAD_LIMIT = 3000;
const MAX_CONFIGS = 200;
/** Several files are tried, because some files below a tsconfig may not belong to it. */
const TRIED = 3;
const CONFIGS = '**/{tsconfig,jsconfig}.json';

export function createScriptProjects({
	typeScript,
	mentions,
	freshDocuments,
}: {
	typeScript: TypeScriptServer;
	mentions: SourceMentions;
	freshDocuments: FreshDocuments;
}): ScriptProjects {
	return {
		bringIn,
		notLoaded,
		async bringInAll(timeLimit) {
			const [configs, scripts] = await Promise.all([findConfigs(timeLimit), mentions.scripts(timeLimit.signal)]);
			const byConfig = groupByConfig(scripts, new Set(configs.map(({ fsPath }) => path.dirname(fsPath))));
			const end = Date.now() + timeLimit.milliseconds;
			let brought: BroughtIn = 'nothing';
			for (const files of byConfig.values()) {
				const left = { ...timeLimit, milliseconds: end - Date.now() };
				if (left.milliseconds <= 0) {
					return 'too_many';
				}
				brought = (await bringIn(sample(files), left)).state === 'nothing' ? brought : 'some';
			}
			return brought;
		},
	};

	/** One file is opened, then more and more of those that this has not brought in: most often one project has them all. */
	async function bringIn(
		files: readonly vscode.Uri[],
		timeLimit: TimeLimit,
	): Promise<{ state: BroughtIn; doubtful: number }> {
		const end = Date.now() + timeLimit.milliseconds;
		const left = () => ({ ...timeLimit, milliseconds: end - Date.now() });
		let outside = await notLoaded(files, left());
		let opened = 0;
		for (let batch = 1; outside.length > 0 && opened < MAX_OPENED && left().milliseconds > 0; batch *= 2) {
			const next = outside.slice(0, Math.min(batch, MAX_OPENED - opened));
			opened += next.length;
			// Projects are loaded one after the other: all at once they would take the server's memory and answer nobody meanwhile.
			for (const uri of next) {
				await open(uri, left()).catch(() => undefined);
			}
			outside = await notLoaded(outside.slice(next.length), left());
		}
		if (outside.length > 0) {
			return { state: 'too_many', doubtful: outside.length };
		}
		return { state: opened > 0 ? 'some' : 'nothing', doubtful: 0 };
	}

	async function open(uri: vscode.Uri, timeLimit: TimeLimit): Promise<void> {
		// Not openTextDocument: a document that was hidden from TypeScript has to come back in its own language.
		const { document } = await freshDocuments.open(uri, limited(timeLimit, RELOAD_LIMIT));
		if (await typeScript.answersFor(document, timeLimit)) {
			await typeScript.request('syntacticDiagnosticsSync', uri, timeLimit);
		}
	}

	async function notLoaded(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<vscode.Uri[]> {
		const loaded = await Promise.all(files.map(uri => isLoaded(uri, timeLimit)));
		return files.filter((_, index) => loaded[index] === false);
	}

	/** A file that is not open has an answer only while it is part of a loaded project. */
	async function isLoaded(uri: vscode.Uri, timeLimit: TimeLimit): Promise<boolean> {
		return (await typeScript.request('syntacticDiagnosticsSync', uri.fsPath, timeLimit)) !== undefined;
	}
}

function findConfigs({ signal }: TimeLimit): Promise<vscode.Uri[]> {
	return withToken(signal, token => vscode.workspace.findFiles(CONFIGS, '**/node_modules/**', MAX_CONFIGS, token));
}

/** Scripts by the folder of the nearest tsconfig above them. */
function groupByConfig(scripts: readonly vscode.Uri[], folders: ReadonlySet<string>): Map<string, vscode.Uri[]> {
	const groups = new Map<string, vscode.Uri[]>();
	for (const uri of scripts) {
		let folder = path.dirname(uri.fsPath);
		while (!folders.has(folder) && folder !== path.dirname(folder)) {
			folder = path.dirname(folder);
		}
		if (folders.has(folder)) {
			const group = groups.get(folder) ?? [];
			groups.set(folder, group);
			group.push(uri);
		}
	}
	return groups;
}

/** A few files, from different corners. */
function sample(files: readonly vscode.Uri[]): readonly vscode.Uri[] {
	const step = Math.max(1, Math.floor(files.length / TRIED));
	return files.filter((_, index) => index % step === 0).slice(0, TRIED);
}
