import { isRecord } from '@hawser/core/data/plain-data.ts';
import type ts from 'typescript';

/** What a tsconfig says, as far as it decides where imports lead and what names mean. */
export interface ProjectOptions {
	/** The folder of the tsconfig, or of the file where there is none. */
	folder: string;
	options: ts.CompilerOptions;
	/** Folders that builds write to, and the ones with the sources: of this project and of those that it refers to. */
	outputs: readonly Output[];
}

export interface Output {
	folder: string;
	sources: string;
}

export interface ProjectOptionsReader {
	/**
	 * The tsconfig of the file, and the others that its folder has beside it: which of them lists a file, such as a test, can only be told by
	 * looking for the files of each, which takes the server most of the time. The first is the most likely.
	 */
	of(file: string): readonly [ProjectOptions, ...ProjectOptions[]];
}

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
const MAX_REFERENCES = 1000;
const MAX_BESIDE = 12;

/** Reads each tsconfig once, without looking for the files of its project. */
export function createProjectOptionsReader(typescript: typeof ts): ProjectOptionsReader {
	const { sys } = typescript;
	/** What the server itself takes for files without a tsconfig would find no more. */
	const withoutConfig: ts.CompilerOptions = {
		allowJs: true,
		module: typescript.ModuleKind.ESNext,
		moduleResolution: typescript.ModuleResolutionKind.Bundler,
	};
	const byFolder = new Map<string, readonly [ProjectOptions, ...ProjectOptions[]] | undefined>();
	const parsed = new Map<string, ts.ParsedCommandLine | undefined>();
	return {
		of(file) {
			const folder = folderOf(file);
			return inFolder(folder) ?? [{ folder, options: withoutConfig, outputs: [] }];
		},
	};

	function inFolder(folder: string): readonly [ProjectOptions, ...ProjectOptions[]] | undefined {
		if (!byFolder.has(folder)) {
			const config = CONFIG_NAMES.map(name => `${folder}/${name}`).find(each => sys.fileExists(each));
			const parent = folderOf(folder);
			byFolder.set(folder, config ? readAll(config, folder) : parent === folder ? undefined : inFolder(parent));
		}
		return byFolder.get(folder);
	}

	function readAll(config: string, folder: string): readonly [ProjectOptions, ...ProjectOptions[]] {
		const own = read(config, folder);
		const others = besideOf(config, folder).map(each => read(each, folder));
		const [first, ...rest] = others;
		// A tsconfig that lists no files only refers to those that do.
		return first && listsNothing(config) ? [first, ...rest, own] : [own, ...others];
	}

	/** Those that it refers to in its own folder, and others of a name like `tsconfig.app.json`. */
	function besideOf(config: string, folder: string): readonly string[] {
		const referred = referencesOf(config).filter(path => folderOf(path) === folder);
		const named = sys.readDirectory(folder, ['.json'], undefined, ['tsconfig.*.json'], 1);
		return [...new Set([...referred, ...named])]
			.filter(path => path !== config && sys.fileExists(path))
			.slice(0, MAX_BESIDE);
	}

	function listsNothing(config: string): boolean {
		const raw: unknown = parse(config)?.raw;
		const { files, include } = isRecord(raw) ? raw : {};
		return Array.isArray(files) && files.length === 0 && include === undefined;
	}

	function read(config: string, folder: string): ProjectOptions {
		const { options = withoutConfig } = parse(config) ?? {};
		return { folder, options, outputs: outputsOf(config) };
	}

	function outputsOf(config: string): readonly Output[] {
		const configs = new Set([config]);
		// A set takes more while one goes through it.
		for (const each of configs) {
			for (const path of referencesOf(each)) {
				if (configs.size < MAX_REFERENCES) {
					configs.add(path);
				}
			}
		}
		return [...configs].flatMap(each => {
			const { outDir, declarationDir, rootDir } = parse(each)?.options ?? {};
			const sources = rootDir ?? folderOf(each);
			return [outDir, declarationDir].filter(folder => folder !== undefined).map(folder => ({ folder, sources }));
		});
	}

	function referencesOf(config: string): readonly string[] {
		try {
			return (parse(config)?.projectReferences ?? []).map(each => typescript.resolveProjectReferencePath(each));
		} catch {
			// What somebody is still writing may be no reference.
			return [];
		}
	}

	function parse(config: string): ts.ParsedCommandLine | undefined {
		if (!parsed.has(config)) {
			const host = { ...sys, readDirectory: () => [], onUnRecoverableConfigFileDiagnostic: () => undefined };
			parsed.set(config, typescript.getParsedCommandLineOfConfigFile(config, {}, host));
		}
		return parsed.get(config);
	}
}

/** Paths have slashes in TypeScript's server, on every system. */
export function folderOf(path: string): string {
	const slash = path.lastIndexOf('/');
	return slash <= 0 ? '/' : path.slice(0, slash);
}
