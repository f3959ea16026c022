import * as path from 'node:path';
import { pathBelow } from '@hawser/node/path-rules.ts';
import type { CompilerConfig } from './compiler-config.ts';
import { fillingOf, mappedTargets, type PackageManifest, splitSpecifier } from './package-targets.ts';
import type { ModuleText } from './read-module.ts';
import { foldersAbove, keyOfFolder, keysOfImport, type TargetKey } from './target-keys.ts';

export interface WorkspacePackage extends PackageManifest {
	folder: string;
}

/** Everything in the workspace that decides where an import leads. */
export interface ImportContext {
	configs: readonly CompilerConfig[];
	packages: readonly WorkspacePackage[];
	/** Folders of the workspace that some node_modules has a link to, by the name of the link. */
	links: ReadonlyMap<string, readonly string[]>;
	/** True when there is a source with one of these keys. */
	exists: (keys: readonly TargetKey[]) => boolean;
	/** The folder that this one really is, where a link leads to it. */
	realFolder: (folder: string) => string;
}

/** Finds the keys of all files that a script's imports may mean: more than the compiler would, never fewer. */
export interface ImportTargets {
	keysOf(file: string, module: ModuleText): ReadonlySet<TargetKey>;
	/** Absolute paths, without an ending in most cases, that the relative imports of the file lead to. */
	relativeTargets(file: string, module: ModuleText): readonly string[];
}

const RELATIVE = /^\.\.?(?:\/|$)/;
const JSX = /\.(?:[jt]sx|js)$/i;

export function createImportTargets(context: ImportContext): ImportTargets {
	const packagesByName = new Map<string, Set<WorkspacePackage>>();
	const packagesByFolder = new Map(context.packages.map(each => [each.folder, each]));
	for (const each of context.packages) {
		addPackage(each.name, each);
	}
	for (const [name, folders] of context.links) {
		for (const folder of folders) {
			addPackage(name, packagesByFolder.get(folder));
		}
	}
	const outputs = new Map<string, TargetKey[]>();
	for (const { folder, outputs: own } of context.configs) {
		own.forEach(output => outputs.set(output, [...(outputs.get(output) ?? []), keyOfFolder(folder)]));
	}
	const sourcesBehind = new Map<string, readonly TargetKey[]>();
	const bare = new WeakMap<readonly CompilerConfig[], Map<string, readonly TargetKey[]>>();
	const scoped = new Map<string, readonly CompilerConfig[]>();
	const byScope = new Map<string, CompilerConfig[]>();
	for (const config of context.configs) {
		for (const scope of config.scopes) {
			byScope.set(scope, [...(byScope.get(scope) ?? []), config]);
		}
	}
	return {
		keysOf(file, module) {
			const configs = configsOf(path.dirname(file));
			const implicit = configs.flatMap(config => [
				...config.implicit,
				...(JSX.test(file) ? config.jsxPackages.map(name => `${name}/jsx-runtime`) : []),
			]);
			return new Set(
				[...module.specifiers, ...implicit].flatMap(specifier => keysOfSpecifier(file, specifier, configs)),
			);
		},
		relativeTargets(file, module) {
			return module.specifiers.filter(each => RELATIVE.test(each)).map(each => path.resolve(path.dirname(file), each));
		},
	};

	function addPackage(name: string | undefined, found: WorkspacePackage | undefined): void {
		if (name !== undefined && found !== undefined) {
			packagesByName.set(name, (packagesByName.get(name) ?? new Set()).add(found));
		}
	}

	function configsOf(folder: string): readonly CompilerConfig[] {
		const known = scoped.get(folder);
		if (known) {
			return known;
		}
		const parent = path.dirname(folder);
		const above = parent === folder ? [] : configsOf(parent);
		const own = byScope.get(folder) ?? [];
		// The same list for all folders of a project: what bare names mean is remembered for it.
		const all = own.length === 0 ? above : [...new Set([...own, ...above])];
		scoped.set(folder, all);
		return all;
	}

	function keysOfSpecifier(file: string, raw: string, configs: readonly CompilerConfig[]): readonly TargetKey[] {
		const [specifier = ''] = raw.split('?', 1);
		const folder = path.dirname(file);
		if (RELATIVE.test(specifier) || path.isAbsolute(specifier)) {
			return keysAt(path.resolve(folder, specifier), configs);
		}
		if (specifier.startsWith('#')) {
			return [...keysOfMapped(specifier, configs), ...keysOfOwnImport(file, specifier, configs)];
		}
		const known = bare.get(configs) ?? new Map<string, readonly TargetKey[]>();
		bare.set(configs, known);
		const keys = known.get(specifier) ?? [...keysOfMapped(specifier, configs), ...keysOfPackage(specifier, configs)];
		known.set(specifier, keys);
		return keys;
	}

	function keysOfMapped(specifier: string, configs: readonly CompilerConfig[]): readonly TargetKey[] {
		const mapped = configs.flatMap(({ paths, baseUrls }) => [
			...baseUrls.map(base => path.resolve(base, specifier)),
			...paths.flatMap(({ pattern, targets }) => {
				const filling = fillingOf(pattern, specifier);
				return filling === undefined ? [] : targets.map(target => target.replace('*', () => filling));
			}),
		]);
		return mapped.flatMap(target => keysAt(target, configs));
	}

	/** An entry of a package may be the folder of a package again, but that one's entries are not followed any further. */
	function keysAt(target: string, configs: readonly CompilerConfig[], isEntry = false): readonly TargetKey[] {
		const folder = path.dirname(target);
		const real = context.realFolder(folder);
		const places = new Set([target, path.join(real, path.basename(target))]);
		for (const { rootDirs } of configs) {
			for (const root of rootDirs) {
				const below = pathBelow(root, target);
				if (below !== undefined) {
					rootDirs.forEach(other => places.add(path.join(other, below)));
				}
			}
		}
		return [...places].flatMap(place => {
			const owner = isEntry ? undefined : packagesByFolder.get(place);
			return [...keysOfImport(place), ...sourcesOf(place), ...(owner ? keysInPackage(owner, '.', configs) : [])];
		});
	}

	function keysOfPackage(specifier: string, configs: readonly CompilerConfig[]): readonly TargetKey[] {
		const { name, rest } = splitSpecifier(specifier);
		const subpath = rest === '' ? '.' : `./${rest}`;
		return [...(packagesByName.get(name) ?? [])].flatMap(found => keysInPackage(found, subpath, configs));
	}

	/** Where an entry leads to what is no source, such as a build's output, any file of the package may be behind it. */
	function keysInPackage(
		{ folder, entries, exports, versioned }: WorkspacePackage,
		subpath: string,
		configs: readonly CompilerConfig[],
	): readonly TargetKey[] {
		const whole = keyOfFolder(folder);
		const direct = subpath === '.' ? [...entries, 'index'] : [subpath];
		const mapped = mappedTargets(exports, subpath) ?? (subpath === '.' && entries.length > 0 ? entries : direct);
		const places = mapped.map(target => path.resolve(folder, target));
		const certain = !versioned && places.length > 0 && places.every(place => context.exists(keysOfImport(place)));
		const keys = [...places, ...direct.map(target => path.resolve(folder, target))]
			.filter(place => place !== folder)
			.flatMap(place => keysAt(place, configs, true));
		return certain ? keys : [...keys, whole];
	}

	/** `#name`, as the nearest package.json explains it. */
	function keysOfOwnImport(file: string, specifier: string, configs: readonly CompilerConfig[]): readonly TargetKey[] {
		return foldersAbove(file).flatMap(above => {
			const targets = mappedTargets(packagesByFolder.get(above)?.imports, specifier) ?? [];
			return targets.flatMap(target =>
				RELATIVE.test(target) ? keysAt(path.resolve(above, target), configs) : keysOfPackage(target, configs),
			);
		});
	}

	/** Keys of the folders whose build writes this place. */
	function sourcesOf(place: string): readonly TargetKey[] {
		const folder = path.dirname(place);
		const above =
			sourcesBehind.get(folder) ?? [folder, ...foldersAbove(folder)].flatMap(each => outputs.get(each) ?? []);
		sourcesBehind.set(folder, above);
		return outputs.has(place) ? [...above, ...(outputs.get(place) ?? [])] : above;
	}
}
