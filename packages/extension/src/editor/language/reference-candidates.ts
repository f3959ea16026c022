import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import { exportsUnnamed } from '../imports/export-text.ts';
import type { BroughtIn, ScriptProjects } from '../typescript/script-projects.ts';
import type { SourceMentions } from '../typescript/source-mentions.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { ImportGraph } from './import-graph.ts';

export interface ReferenceCandidates {
	/** Looks for files that mention the word, or undefined when it was done already and nothing has changed since. */
	lookFor(word: string, timeLimit: TimeLimit): Promise<readonly vscode.Uri[]> | undefined;
	/**
	 * Those of the files that belong to no loaded project: tests that tsconfig does not include, a project that refers to this one, a
	 * folder without tsconfig. Files in the answer are known already. Where a symbol is exported without its name, all that import it.
	 */
	notLoaded(
		word: string,
		files: readonly vscode.Uri[],
		answered: ReadonlySet<string>,
		/** The files that declare the symbol: only those that import one of them can refer to it. */
		declaring: readonly string[],
		timeLimit: TimeLimit,
	): Promise<Outside>;
	/** Brings files that are not loaded to TypeScript's attention. */
	load(files: readonly vscode.Uri[], timeLimit: TimeLimit): Promise<{ state: BroughtIn; doubtful: number }>;
	/** The word has been looked for, and all that mention it were brought in. */
	settle(word: string): void;
}

interface Outside {
	files: readonly vscode.Uri[];
	/** True when they see the symbol by imports alone, and not as a global that each project has of its own. */
	byImports: boolean;
}

const MAX_WORDS = 500;
/** Names that stand for a symbol in its own file alone: `new Basket()` calls the constructor, `import one from './two'` takes the default. */
const UNNAMED: ReadonlySet<string> = new Set(['constructor', 'default']);

export function createReferenceCandidates({
	mentions,
	scriptProjects,
	typeScript,
	watcherEvents,
	importGraph,
}: {
	mentions: SourceMentions;
	scriptProjects: ScriptProjects;
	typeScript: TypeScriptServer;
	watcherEvents: WatcherEvents;
	importGraph: ImportGraph;
}): ReferenceCandidates {
	const settled = new Map<string, string>();
	/** The number of watcher reports when the word was last looked for. */
	const looked = new Map<string, number>();
	const state = () => `${watcherEvents.reports} ${typeScript.loadGeneration}`;
	return {
		lookFor(word, { signal }) {
			if (settled.get(word) === state()) {
				return undefined;
			}
			looked.set(word, watcherEvents.reports);
			return mentions.find(word, signal);
		},
		load: (files, timeLimit) => scriptProjects.load(files, timeLimit),
		async notLoaded(word, files, answered, declaring, timeLimit) {
			const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
			const isUnknown = (uri: vscode.Uri) => !answered.has(uri.toString()) && !open.has(uri.toString());
			const mentioning = await scriptProjects.notLoaded(files.filter(isUnknown), timeLimit);
			const isUnnamed =
				UNNAMED.has(word) || (await someExportsUnnamed(word, [...declaring, ...files.map(({ fsPath }) => fsPath)]));
			if (declaring.length === 0 || (mentioning.length === 0 && !isUnnamed)) {
				return { files: mentioning, byImports: true };
			}
			const dependents = await resultWithin(importGraph.dependents(declaring, timeLimit.signal), timeLimit);
			if (dependents === undefined) {
				return { files: mentioning, byImports: false };
			}
			if (isUnnamed) {
				const importing = [...dependents].map(file => vscode.Uri.file(file));
				return { files: await scriptProjects.notLoaded(importing.filter(isUnknown), timeLimit), byImports: true };
			}
			// To load the projects of all that mention the name would take minutes and gigabytes.
			return { files: mentioning.filter(({ fsPath }) => dependents.has(fsPath)), byImports: true };
		},
		settle(word) {
			if (settled.size > MAX_WORDS) {
				settled.clear();
				looked.clear();
			}
			// A file that was reported during the search may have been missed by it.
			if (looked.get(word) === watcherEvents.reports) {
				settled.set(word, state());
			}
		},
	};
}

async function someExportsUnnamed(word: string, declaring: readonly string[]): Promise<boolean> {
	const texts = await Promise.all(declaring.map(file => serverText(vscode.Uri.file(file))));
	return texts.some(text => exportsUnnamed(text, word));
}
