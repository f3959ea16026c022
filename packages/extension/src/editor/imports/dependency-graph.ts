import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createImportTargets, type ImportTargets } from './import-targets.ts';
import { inSlices } from './in-slices.ts';
import type { ModuleText } from './read-module.ts';
import { foldersAbove, keyOfFolder, keysOfFile, keysOfImport, type TargetKey } from './target-keys.ts';
import { decidesImports, realPath, type WorkspaceImports } from './workspace-imports.ts';

/** Who imports whom, for one state of the workspace's scripts. */
export interface DependencyGraph {
	/** The files and those that import them, directly or through others; undefined when every file may be among them. */
	dependents(files: readonly string[], signal: Cancellation): Promise<ReadonlySet<string> | undefined>;
	/** Scripts that are imported but not among those given, because git ignores them. */
	readonly missing: readonly string[];
}

const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte'];
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;
const SCRIPT_ENDING = /\.(?:[cm]?jsx?|[cm]?tsx?|vue|svelte)$/i;

/** `keysByModule` is kept by the caller, so that only scripts that have changed are looked at again. */
export async function createDependencyGraph(
	{
		modules,
		imports,
		globals,
	}: { modules: ReadonlyMap<string, ModuleText>; imports: WorkspaceImports; globals: ReadonlySet<string> },
	keysByModule: WeakMap<ModuleText, ReadonlySet<TargetKey>>,
	signal: Cancellation,
): Promise<DependencyGraph> {
	const suffixed = imports.configs.some(({ hasModuleSuffixes }) => hasModuleSuffixes);
	const sources = new Set<TargetKey>();
	const folders = new Set<string>();
	await inSlices(modules.keys(), signal, file => {
		keysOfFile(file, { suffixed }).forEach(key => sources.add(key));
		folders.add(path.dirname(file));
	});
	const targets = createImportTargets({
		...imports,
		exists: keys => keys.some(key => sources.has(key)),
		realFolder: createRealFolders(folders),
	});
	const importers = new Map<TargetKey, string[]>();
	const aboveFolder = new Map<string, readonly TargetKey[]>();
	const missing = new Set<string>();
	await inSlices(modules, signal, ([file, module]) => {
		let keys = keysByModule.get(module);
		if (keys === undefined) {
			keys = targets.keysOf(file, module);
			keysByModule.set(module, keys);
		}
		for (const key of keys) {
			const known = importers.get(key);
			if (known) {
				known.push(file);
			} else {
				importers.set(key, [file]);
			}
		}
		ignoredTargets(file, module, targets).forEach(target => missing.add(target));
	});
	return {
		missing: [...missing],
		async dependents(files, asking) {
			if (imports.uncertain || files.some(decidesImports)) {
				return undefined;
			}
			const found = new Set(files);
			// What is added on the way is visited too.
			await inSlices(found, asking, file => {
				for (const key of [...keysOfFile(file, { suffixed }), ...keysAbove(path.dirname(file))]) {
					importers.get(key)?.forEach(importer => found.add(importer));
				}
			});
			return [...found].some(file => globals.has(file)) ? undefined : found;
		},
	};

	/** Keys of the folders above it that some import means as a whole. */
	function keysAbove(folder: string): readonly TargetKey[] {
		const keys =
			aboveFolder.get(folder) ?? [folder, ...foldersAbove(folder)].map(keyOfFolder).filter(key => importers.has(key));
		aboveFolder.set(folder, keys);
		return keys;
	}

	function ignoredTargets(file: string, module: ModuleText, { relativeTargets }: ImportTargets): string[] {
		return relativeTargets(file, module)
			.filter(target => !keysOfImport(target).some(key => sources.has(key)))
			.flatMap(target => scriptAt(target) ?? []);
	}
}

/** The script that a relative import leads to, by looking on disk. */
function scriptAt(target: string): string | undefined {
	const bare = target.replace(SCRIPT_ENDING, '');
	const extension = path.extname(target);
	if (extension !== '' && bare === target && existsSync(target) && !SCRIPT.test(target)) {
		return undefined;
	}
	return [bare, path.join(target, 'index')]
		.flatMap(place => ENDINGS.map(ending => place + ending))
		.find(place => SCRIPT.test(place) && existsSync(place));
}

/** Folders with sources are no links, because links are not followed when sources are listed. */
function createRealFolders(folders: ReadonlySet<string>): (folder: string) => string {
	const known = new Map<string, string>();
	return folder => {
		if (folders.has(folder)) {
			return folder;
		}
		const real = known.get(folder) ?? realPath(folder) ?? folder;
		known.set(folder, real);
		return real;
	};
}
