import type ts from 'typescript';
import { folderOf, type Output, type ProjectOptions } from './project-options.ts';

/** Finds the files that imports lead to, as the project of the importing file would. */
export type ImportResolver = (
	specifier: string,
	file: string,
	project: ProjectOptions,
) => ts.ResolvedModuleFull | undefined;

const DECLARATION = /\.d\.([cm]?)ts$/;

export function createImportResolver(typescript: typeof ts): ImportResolver {
	const { sys } = typescript;
	const caches = new Map<ProjectOptions, { host: ts.ModuleResolutionHost; cache: ts.ModuleResolutionCache }>();
	const realFolders = new Map<string, string>();
	return (specifier, file, project) => {
		const { host, cache } = cacheOf(project);
		const resolve = (mode?: ts.ResolutionMode) =>
			typescript.resolveModuleName(specifier, file, project.options, host, cache, undefined, mode).resolvedModule;
		// A package may have other entries for those who import it as a module.
		const found = resolve() ?? resolve(typescript.ModuleKind.ESNext);
		const source = found && sourceOf(found.resolvedFileName, project.outputs);
		return source === undefined
			? found
			: { resolvedFileName: source, extension: endingOf(source), isExternalLibraryImport: false };
	};

	function cacheOf(project: ProjectOptions) {
		const known = caches.get(project);
		if (known) {
			return known;
		}
		// What a project that is referred to would write counts as written: the server takes its sources instead.
		const host: ts.ModuleResolutionHost = {
			fileExists: path => sys.fileExists(path) || sourceOf(path, project.outputs) !== undefined,
			readFile: path => sys.readFile(path),
			directoryExists: path => sys.directoryExists(path) || outputAround(path, project.outputs) !== undefined,
			getDirectories: path => sys.getDirectories(path),
			realpath: path => sys.realpath?.(path) ?? path,
			getCurrentDirectory: () => project.folder,
			useCaseSensitiveFileNames: sys.useCaseSensitiveFileNames,
		};
		const canonical = (name: string) => (sys.useCaseSensitiveFileNames ? name : name.toLowerCase());
		const made = { host, cache: typescript.createModuleResolutionCache(project.folder, canonical, project.options) };
		caches.set(project, made);
		return made;
	}

	/** The source from which a build makes this declaration file. */
	function sourceOf(path: string, outputs: readonly Output[]): string | undefined {
		const [, kind] = DECLARATION.exec(path) ?? [];
		const around = kind === undefined ? undefined : outputAround(path, outputs);
		if (kind === undefined || around === undefined) {
			return undefined;
		}
		const { output, real } = around;
		const name = `${output.sources}${real.slice(output.folder.length)}`.replace(DECLARATION, '');
		return [`${name}.${kind}ts`, `${name}.tsx`, `${name}.${kind}js`, `${name}.jsx`].find(each => sys.fileExists(each));
	}

	function outputAround(path: string, outputs: readonly Output[]): { output: Output; real: string } | undefined {
		if (outputs.length === 0) {
			return undefined;
		}
		const real = realOf(path);
		const output = outputs.find(({ folder }) => real === folder || real.startsWith(`${folder}/`));
		return output && { output, real };
	}

	/** The path without links, of which the end need not exist. */
	function realOf(path: string): string {
		const known = realFolders.get(path);
		if (known !== undefined) {
			return known;
		}
		const parent = folderOf(path);
		const real = sys.directoryExists(path)
			? (sys.realpath?.(path) ?? path)
			: parent === path
				? path
				: `${realOf(parent)}/${path.slice(parent.length + 1)}`;
		realFolders.set(path, real);
		return real;
	}
}

function endingOf(path: string): string {
	return /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';
}
