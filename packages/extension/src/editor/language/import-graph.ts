import { readFile } from 'node:fs/promises';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createDependencyGraph, type DependencyGraph } from '../imports/dependency-graph.ts';
import { fileStamp, fileStamps } from '../imports/file-stamps.ts';
import { inSlices } from '../imports/in-slices.ts';
import { type ModuleText, readModule } from '../imports/read-module.ts';
import type { TargetKey } from '../imports/target-keys.ts';
import { decidesImports, readWorkspaceImports, type WorkspaceImports } from '../imports/workspace-imports.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { workspaceFiles } from '../search/workspace-files.ts';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';

/** Who imports whom among the scripts of the workspace: ignored ones too, if others import them. */
export interface ImportGraph {
	/**
	 * The files, these included, that may see a change of one of these: those that import them, directly or through others.
	 * Undefined when that cannot be told: one of them declares something global, or there are too many files.
	 */
	dependents(files: readonly string[], signal: Cancellation): Promise<ReadonlySet<string> | undefined>;
}

interface KnownModule {
	stamp: string;
	module: ModuleText;
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
const MAX_SCRIPTS = 40_000;
/** TypeScript takes larger JavaScript for empty. */
const MAX_JAVASCRIPT_SIZE = 4 * 1024 * 1024;
const JAVASCRIPT = /\.[cm]?jsx?$/i;
const AT_ONCE = 32;
/** Ignored files may import other ignored files, and so on. */
const MAX_ROUNDS = 10;

export function createImportGraph(ripgrep: Ripgrep): ImportGraph {
	const known = new Map<string, KnownModule>();
	/** Once global is global for ever: who saw it then may still have problems because of it. */
	const globals = new Set<string>();
	const ignored = new Set<string>();
	let imports: WorkspaceImports | undefined;
	let listed: ReadonlySet<string> = new Set();
	let keysByModule = new WeakMap<ModuleText, ReadonlySet<TargetKey>>();
	let graph: DependencyGraph | undefined;
	let updating: Promise<unknown> = Promise.resolve();
	return {
		dependents(files, signal) {
			// One after the other: two that read the same ten thousand files at once would take twice as long.
			const answer = updating.then(() => find(files, signal));
			updating = answer.catch(() => undefined);
			return answer;
		},
	};

	async function find(files: readonly string[], signal: Cancellation): Promise<ReadonlySet<string> | undefined> {
		throwIfCancelled(signal);
		if (files.some(file => SCRIPT.test(file) && !known.has(file) && fileStamp(file) === '')) {
			// It came and went unseen, so nobody knows what it declared.
			return undefined;
		}
		const updated = await update(files, signal);
		return updated?.dependents(files, signal);
	}

	async function update(asked: readonly string[], signal: Cancellation): Promise<DependencyGraph | undefined> {
		const roots = foldersOnDisk().map(({ uri }) => uri.fsPath);
		const files = await workspaceFiles(ripgrep, signal);
		const scripts = files.filter(file => SCRIPT.test(file));
		if (scripts.length > MAX_SCRIPTS) {
			return undefined;
		}
		const deciding = files.filter(decidesImports);
		const list = new Set([...scripts, ...deciding]);
		if (imports === undefined || !isSame(list, listed) || !imports.isCurrent()) {
			imports = readWorkspaceImports(deciding, roots);
			keysByModule = new WeakMap();
			listed = list;
			graph = undefined;
		}
		for (let round = 0; round < MAX_ROUNDS; round++) {
			const outside = [...ignored, ...asked.filter(file => SCRIPT.test(file))];
			if (await read([...new Set([...scripts, ...outside])], signal)) {
				graph = undefined;
			}
			graph ??= await createDependencyGraph({ modules: modulesNow(), imports, globals }, keysByModule, signal);
			const found = graph.missing.filter(file => !ignored.has(file));
			if (found.length === 0) {
				return graph;
			}
			found.forEach(file => ignored.add(file));
		}
		return graph;
	}

	function modulesNow(): ReadonlyMap<string, ModuleText> {
		return new Map([...known].map(([file, { module }]) => [file, module]));
	}

	/** Reads those that have changed, and says whether there were any. What is gone is kept: others may still import it. */
	async function read(files: readonly string[], signal: Cancellation): Promise<boolean> {
		const stamps = await fileStamps(files, signal);
		const unsaved = new Map(
			vscode.workspace.textDocuments
				.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file' && SCRIPT.test(uri.path))
				.map(document => [document.uri.fsPath, document]),
		);
		for (const [file, { version }] of unsaved) {
			stamps.set(file, `version ${version}`);
		}
		const changed = [...stamps].filter(([file, stamp]) => known.get(file)?.stamp !== stamp);
		let different = false;
		for (let start = 0; start < changed.length; start += AT_ONCE) {
			const batch = changed.slice(start, start + AT_ONCE);
			const texts = await Promise.all(
				batch.map(async ([file]) => unsaved.get(file)?.getText() ?? (await textOf(file))),
			);
			await inSlices(batch.entries(), signal, ([index, [file, stamp]]) => {
				const before = known.get(file)?.module;
				const after = readModule(file, texts[index] ?? '');
				// Most edits leave the imports alone, and with them the graph.
				const module = before && isSameModule(before, after) ? before : after;
				different ||= module !== before;
				known.set(file, { stamp, module });
				if (module.global) {
					globals.add(file);
				}
			});
		}
		return different;
	}
}

async function textOf(file: string): Promise<string> {
	try {
		const bytes = await readFile(file);
		return JAVASCRIPT.test(file) && bytes.length > MAX_JAVASCRIPT_SIZE ? 'export {}' : bytes.toString('utf8');
	} catch {
		return '';
	}
}

function isSameModule(left: ModuleText, right: ModuleText): boolean {
	return left.global === right.global && left.specifiers.join('\n') === right.specifiers.join('\n');
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
	return left.size === right.size && [...left].every(each => right.has(each));
}
