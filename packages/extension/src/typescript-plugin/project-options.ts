import type ts from 'typescript';

/** What the tsconfig of a file says, as far as it decides where imports lead. */
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
	of(file: string): ProjectOptions;
}

const CONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];
const MAX_REFERENCES = 1000;

/** Reads each tsconfig once, without looking for the files of its project, which takes the server most of the time. */
export function createProjectOptionsReader(typescript: typeof ts): ProjectOptionsReader {
	const { sys } = typescript;
	/** What the server itself takes for files without a tsconfig would find no more. */
	const withoutConfig: ts.CompilerOptions = {
		allowJs: true,
		module: typescript.ModuleKind.ESNext,
		moduleResolution: typescript.ModuleResolutionKind.Bundler,
	};
	const byFolder = new Map<string, ProjectOptions | undefined>();
	const parsed = new Map<string, ts.ParsedCommandLine | undefined>();
	return {
		of(file) {
			const folder = folderOf(file);
			return inFolder(folder) ?? { folder, options: withoutConfig, outputs: [] };
		},
	};

	function inFolder(folder: string): ProjectOptions | undefined {
		if (!byFolder.has(folder)) {
			const config = CONFIG_NAMES.map(name => `${folder}/${name}`).find(each => sys.fileExists(each));
			const parent = folderOf(folder);
			byFolder.set(folder, config ? read(config, folder) : parent === folder ? undefined : inFolder(parent));
		}
		return byFolder.get(folder);
	}

	function read(config: string, folder: string): ProjectOptions {
		const { options = withoutConfig } = parse(config) ?? {};
		return { folder, options, outputs: outputsOf(config) };
	}

	function outputsOf(config: string): readonly Output[] {
		const configs = new Set([config]);
		// A set takes more while one goes through it.
		for (const each of configs) {
			for (const reference of parse(each)?.projectReferences ?? []) {
				if (configs.size < MAX_REFERENCES) {
					configs.add(typescript.resolveProjectReferencePath(reference));
				}
			}
		}
		return [...configs].flatMap(each => {
			const { outDir, declarationDir, rootDir } = parse(each)?.options ?? {};
			const sources = rootDir ?? folderOf(each);
			return [outDir, declarationDir].filter(folder => folder !== undefined).map(folder => ({ folder, sources }));
		});
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
