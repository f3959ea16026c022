import * as style from 'node:path';
import * as vscode from 'vscode';
import { withToken } from './cancellation-token.ts';
import type { SourceMentions } from './source-mentions.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import type { Patience } from './until.ts';

/** `nothing`: TypeScript had loaded them all. `too_many`: some are still not loaded. */
export type BroughtIn = 'nothing' | 'some' | 'too_many';

/** Which projects TypeScript has loaded: only those of open documents, so one has to be opened for each. */
export interface ScriptProjects {
	/** Loads the projects that contain the files; a file in no project is loaded by itself. */
	bringIn(files: readonly vscode.Uri[], patience: Patience): Promise<BroughtIn>;
	/** Loads every project of the workspace that has a tsconfig or jsconfig. */
	bringInAll(patience: Patience): Promise<BroughtIn>;
}

const MOST_OPENED = 30;
const MOST_CONFIGS = 200;
/** Of the files below a tsconfig some may not belong to it. */
const TRIED = 3;
const CONFIGS = '**/{tsconfig,jsconfig}.json';

export function createScriptProjects({
	typeScript,
	mentions,
}: {
	typeScript: TypeScriptServer;
	mentions: SourceMentions;
}): ScriptProjects {
	return {
		bringIn,
		async bringInAll(patience) {
			const [configs, scripts] = await Promise.all([findConfigs(patience), mentions.scripts(patience.signal)]);
			const byConfig = groupByConfig(scripts, new Set(configs.map(({ fsPath }) => style.dirname(fsPath))));
			const end = Date.now() + patience.milliseconds;
			let brought: BroughtIn = 'nothing';
			for (const files of byConfig.values()) {
				const left = { ...patience, milliseconds: end - Date.now() };
				if (left.milliseconds <= 0) {
					return 'too_many';
				}
				brought = (await bringIn(sample(files), left)) === 'nothing' ? brought : 'some';
			}
			return brought;
		},
	};

	/** One file is opened, then more and more of those that this has not brought in: most often one project has them all. */
	async function bringIn(files: readonly vscode.Uri[], patience: Patience): Promise<BroughtIn> {
		let outside = await notLoaded(files, patience);
		let opened = 0;
		for (let batch = 1; outside.length > 0 && opened < MOST_OPENED; batch *= 2) {
			const next = outside.slice(0, Math.min(batch, MOST_OPENED - opened));
			opened += next.length;
			await Promise.allSettled(next.map(uri => open(uri, patience)));
			outside = await notLoaded(outside.slice(next.length), patience);
		}
		if (outside.length > 0) {
			return 'too_many';
		}
		return opened > 0 ? 'some' : 'nothing';
	}

	async function open(uri: vscode.Uri, patience: Patience): Promise<void> {
		const document = await vscode.workspace.openTextDocument(uri);
		if (await typeScript.answersFor(document, patience)) {
			await typeScript.request('syntacticDiagnosticsSync', uri, patience);
		}
	}

	async function notLoaded(files: readonly vscode.Uri[], patience: Patience): Promise<vscode.Uri[]> {
		const loaded = await Promise.all(files.map(uri => isLoaded(uri, patience)));
		return files.filter((_, index) => loaded[index] === false);
	}

	/** A file that is not open has an answer only while it is part of a loaded project. */
	async function isLoaded(uri: vscode.Uri, patience: Patience): Promise<boolean> {
		return (await typeScript.request('syntacticDiagnosticsSync', uri.fsPath, patience)) !== undefined;
	}
}

function findConfigs({ signal }: Patience): Promise<vscode.Uri[]> {
	return withToken(signal, token => vscode.workspace.findFiles(CONFIGS, '**/node_modules/**', MOST_CONFIGS, token));
}

/** Scripts by the folder of the nearest tsconfig above them. */
function groupByConfig(scripts: readonly vscode.Uri[], folders: ReadonlySet<string>): Map<string, vscode.Uri[]> {
	const groups = new Map<string, vscode.Uri[]>();
	for (const uri of scripts) {
		let folder = style.dirname(uri.fsPath);
		while (!folders.has(folder) && folder !== style.dirname(folder)) {
			folder = style.dirname(folder);
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
