import { isRecord } from '@hawser/core/data/plain-data.ts';
import type ts from 'typescript';
import { folderOf, type Output, type ProjectOptions } from './project-options.ts';

/** Finds the files that imports lead to, as the projects of the importing file would: the first that finds one counts. */
export type ImportResolver = (
	literal: ts.StringLiteralLike,
	file: string,
	projects: readonly ProjectOptions[],
) => ts.ResolvedModuleFull | undefined;

interface Resolution {
	host: ts.ModuleResolutionHost;
	cache: ts.ModuleResolutionCache;
}

const DECLARATION = /\.d\.([cm]?)ts$/;
const PACKAGES = '/node_modules/';
/** A map beside a declaration file; larger ones are of bundles, which come from many sources. */
const MAX_MAP_SIZE = 1_000_000;

export function createImportResolver(typescript: typeof ts): ImportResolver {
	const { sys } = typescript;
	const { CommonJS, ESNext } = typescript.ModuleKind;
	const resolutions = new Map<ProjectOptions, Resolution>();
	const realPaths = new Map<string, string>();
	const mapped = new Map<string, string | undefined>();
	return (literal, file, projects) => {
		for (const project of projects) {
			const found = resolve(literal, file, project);
			if (found) {
				const source = sourceOf(found.resolvedFileName, project.outputs) ?? mappedSource(found.resolvedFileName);
				return source === undefined
					? found
					: { resolvedFileName: source, extension: endingOf(source), isExternalLibraryImport: false };
			}
		}
		return undefined;
	};

	function resolve(literal: ts.StringLiteralLike, file: string, project: ProjectOptions) {
		const { host, cache } = resolutionOf(project);
		const as = (mode: ts.ResolutionMode) =>
			typescript.resolveModuleName(literal.text, file, project.options, host, cache, undefined, mode).resolvedModule;
		const mode = modeOf(literal, () =>
			typescript.getImpliedNodeFormatForFile(file, cache.getPackageJsonInfoCache(), host, project.options),
		);
		// A package may have entries only for those who import it as the other kind of module.
		return as(mode) ?? as(mode === ESNext ? CommonJS : ESNext);
	}

	/** Packages may have other entries for `require` than for `import`. */
	function modeOf({ parent }: ts.StringLiteralLike, formatOfFile: () => ts.ResolutionMode): ts.ResolutionMode {
		if (typescript.isCallExpression(parent)) {
			return parent.expression.kind === typescript.SyntaxKind.ImportKeyword ? ESNext : CommonJS;
		}
		return typescript.isExternalModuleReference(parent) ? CommonJS : formatOfFile();
	}

	function resolutionOf(project: ProjectOptions): Resolution {
		const known = resolutions.get(project);
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
		const canonical = (name: string) => canonicalPath(name, sys.useCaseSensitiveFileNames);
		const made = { host, cache: typescript.createModuleResolutionCache(project.folder, canonical, project.options) };
		resolutions.set(project, made);
		return made;
	}

	/** The source from which a build makes this declaration file. */
	function sourceOf(path: string, outputs: readonly Output[]): string | undefined {
		const [, kind] = DECLARATION.exec(path) ?? [];
		const around = kind === undefined ? undefined : outputAround(path, outputs);
		if (kind === undefined || around === undefined) {
			return undefined;
		}
		const { output, below } = around;
		const name = `${output.sources}${below}`.replace(DECLARATION, '');
		return [`${name}.${kind}ts`, `${name}.tsx`, `${name}.${kind}js`, `${name}.jsx`].find(each => sys.fileExists(each));
	}

	/** The source that a map beside this declaration file names. The server follows it too, where it is asked about the symbol. */
	function mappedSource(path: string): string | undefined {
		if (!DECLARATION.test(path)) {
			return undefined;
		}
		if (!mapped.has(path)) {
			const real = realOf(path);
			mapped.set(path, real.includes(PACKAGES) ? undefined : readMap(`${real}.map`));
		}
		return mapped.get(path);
	}

	function readMap(path: string): string | undefined {
		const text = sys.fileExists(path) ? sys.readFile(path) : undefined;
		const [source, ...others] = text === undefined || text.length > MAX_MAP_SIZE ? [] : sourcesOf(text);
		if (source === undefined || others.length > 0) {
			return undefined;
		}
		const file = sys.resolvePath(`${folderOf(path)}/${source}`).replaceAll('\\', '/');
		return sys.fileExists(file) ? file : undefined;
	}

	function outputAround(path: string, outputs: readonly Output[]): { output: Output; below: string } | undefined {
		if (outputs.length === 0) {
			return undefined;
		}
		const real = realOf(path);
		const isAround = (folder: string) =>
			canonical(real) === canonical(folder) || canonical(real).startsWith(`${canonical(folder)}/`);
		const output = outputs.find(({ folder }) => isAround(realOf(folder)));
		return output && { output, below: real.slice(realOf(output.folder).length) };
	}

	function canonical(path: string): string {
		return canonicalPath(path, sys.useCaseSensitiveFileNames);
	}

	/** The path without links, of which the end need not exist. */
	function realOf(path: string): string {
		const known = realPaths.get(path);
		if (known !== undefined) {
			return known;
		}
		const parent = folderOf(path);
		const real =
			sys.directoryExists(path) || sys.fileExists(path)
				? (sys.realpath?.(path) ?? path).replaceAll('\\', '/')
				: parent === path
					? path
					: `${realOf(parent)}/${path.slice(parent.length + 1)}`;
		realPaths.set(path, real);
		return real;
	}
}

/** Names that differ only in the case are one file on some systems. */
export function canonicalPath(path: string, isCaseSensitive: boolean): string {
	return isCaseSensitive ? path : path.toLowerCase();
}

function sourcesOf(map: string): readonly string[] {
	try {
		const read: unknown = JSON.parse(map);
		const { sources, sourceRoot } = isRecord(read) ? read : {};
		const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
		return Array.isArray(sources) ? sources.map(source => `${root}${String(source)}`) : [];
	} catch {
		return [];
	}
}

function endingOf(path: string): string {
	return /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';
}
