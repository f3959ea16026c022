import type ts from 'typescript';
import { createImportResolver } from './import-resolver.ts';
import { createProjectOptionsReader } from './project-options.ts';

/** Documents of the editor as the server has them, with edits that are not saved. */
export interface OpenScripts {
	getScriptInfo(
		file: string,
	): { isScriptOpen(): boolean; getSnapshot(): ts.IScriptSnapshot; getLatestVersion(): string } | undefined;
	getHostPreferences(): object;
}

export type PlacesQuestion = 'references' | 'renames' | 'implementations';

export interface Where {
	file: string;
	/** Both count from 1. */
	line: number;
	offset: number;
}

interface Span {
	file: string;
	start: { line: number; offset: number };
	end: { line: number; offset: number };
}

export interface FoundPlace extends Span {
	prefixText?: string;
	suffixText?: string;
}

export interface FoundCaller extends Span {
	name: string;
	kind: string;
	/** Where its name stands. */
	nameAt: Span;
	sites: readonly Span[];
}

export interface FoundName extends Span {
	name: string;
	kind: string;
	containerName: string;
}

/**
 * Answers about files of projects that the server has not loaded. To load ninety projects takes it minutes and gigabytes, because each has
 * a program of its own. Here all files are in one, and each import is resolved as the project of its file would.
 */
export interface UnloadedFiles {
	/** Places in the files that belong to the symbol at this place. `state` differs when files have come or gone since. */
	places(
		question: PlacesQuestion,
		where: Where,
		files: readonly string[],
		state: string,
	): readonly FoundPlace[] | undefined;
	/** Functions in the files that call the one at this place. */
	callers(where: Where, files: readonly string[], state: string): readonly FoundCaller[] | undefined;
	/** Declarations in the files that the query finds. */
	names(query: string, files: readonly string[], limit: number): readonly FoundName[];
	/** Gives back the memory. */
	release(): void;
}

interface OpenProgram {
	state: string;
	withFiles(files: readonly string[]): ts.LanguageService;
	files(): readonly string[];
	close(): void;
}

/** More are begun anew: what other questions were about is not needed for this one. */
const MAX_ROOTS = 5000;

export function createUnloadedFiles(typescript: typeof ts, scripts: OpenScripts): UnloadedFiles {
	const { sys } = typescript;
	let registry = typescript.createDocumentRegistry(sys.useCaseSensitiveFileNames);
	let program: OpenProgram | undefined;
	return {
		places(question, where, files, state) {
			return askAt(where, files, state, ({ service, position, spanOf }) =>
				ask(service, question, where.file, position).flatMap(({ fileName, textSpan, ...texts }) => {
					const span = spanOf(fileName, textSpan);
					return span ? [{ ...span, ...texts }] : [];
				}),
			);
		},
		callers(where, files, state) {
			return askAt(where, files, state, ({ service, position, spanOf }) =>
				service.provideCallHierarchyIncomingCalls(where.file, position).flatMap(({ from, fromSpans }) => {
					const [span, nameAt] = [spanOf(from.file, from.span), spanOf(from.file, from.selectionSpan)];
					const sites = fromSpans.flatMap(each => spanOf(from.file, each) ?? []);
					return span && nameAt ? [{ ...span, name: from.name, kind: from.kind, nameAt, sites }] : [];
				}),
			);
		},
		names(query, files, limit) {
			// Names can be read off each file by itself.
			const service = typescript.createLanguageService(
				hostOf({
					files: () => files,
					options: () => ({ noResolve: true, noLib: true, allowJs: true, jsx: typescript.JsxEmit.Preserve, types: [] }),
					folder: '/',
				}),
				registry,
			);
			const sources = service.getProgram();
			const found = service
				.getNavigateToItems(query, limit)
				.flatMap(({ fileName, textSpan, name, kind, containerName }) => {
					const span = isDeclaration(kind) ? inLines(sources?.getSourceFile(fileName), textSpan) : undefined;
					return span ? [{ ...span, name, kind, containerName }] : [];
				});
			service.dispose();
			return found;
		},
		release() {
			program?.close();
			program = undefined;
			registry = typescript.createDocumentRegistry(sys.useCaseSensitiveFileNames);
		},
	};

	/** Undefined when the server's own answer has to do. */
	function askAt<T>(
		{ file, line, offset }: Where,
		files: readonly string[],
		state: string,
		question: (context: {
			service: ts.LanguageService;
			position: number;
			/** Undefined for files that were not asked about. */
			spanOf: (file: string, span: ts.TextSpan) => Span | undefined;
		}) => readonly T[],
	): readonly T[] | undefined {
		const service = programFor(file, state).withFiles([file, ...files]);
		const sources = service.getProgram();
		const source = sources?.getSourceFile(file);
		if (source === undefined) {
			return undefined;
		}
		const asked = new Set(files);
		return question({
			service,
			position: source.getPositionOfLineAndCharacter(line - 1, offset - 1),
			spanOf: (name, span) => (asked.has(name) ? inLines(sources?.getSourceFile(name), span) : undefined),
		});
	}

	function programFor(file: string, state: string): OpenProgram {
		if (program?.state === state) {
			return program;
		}
		const before = program;
		const now = openProgram(file, state);
		// Texts that nobody has any more would be read again, so the new one takes them before the other gives them up.
		now.withFiles(before?.files() ?? []).getProgram();
		before?.close();
		program = now;
		return now;
	}

	function ask(service: ts.LanguageService, question: PlacesQuestion, file: string, position: number) {
		switch (question) {
			case 'references':
				return (service.findReferences(file, position) ?? [])
					.flatMap(({ references }) => references)
					.map(({ fileName, textSpan }) => ({ fileName, textSpan }));
			case 'implementations':
				return (service.getImplementationAtPosition(file, position) ?? []).map(({ fileName, textSpan }) => ({
					fileName,
					textSpan,
				}));
			case 'renames':
				return (service.findRenameLocations(file, position, false, false, scripts.getHostPreferences()) ?? []).map(
					({ fileName, textSpan, prefixText, suffixText }) => ({
						...{ fileName, textSpan },
						...(prefixText !== undefined && { prefixText }),
						...(suffixText !== undefined && { suffixText }),
					}),
				);
		}
	}

	/** What an import leads to may be another file when one has come or gone, so that such a program is made anew. */
	function openProgram(first: string, state: string): OpenProgram {
		const projects = createProjectOptionsReader(typescript);
		const resolve = createImportResolver(typescript);
		const { folder, options } = projects.of(first);
		const given = forMany(options, typescript.JsxEmit.Preserve);
		let roots: ReadonlySet<string> = new Set();
		let questions = 0;
		const service = typescript.createLanguageService(
			{
				...hostOf({ files: () => [...roots], options: () => given, folder }),
				// Without it, each step of an answer would look at every file on the disk again.
				getProjectVersion: () => String(questions),
				resolveModuleNameLiterals: (literals, file) =>
					literals.map(({ text }) => ({ resolvedModule: resolve(text, file, projects.of(file)) })),
			},
			registry,
		);
		return {
			state,
			withFiles(files) {
				questions++;
				const more = new Set([...roots, ...files]);
				roots = more.size > MAX_ROOTS ? new Set(files) : more;
				return service;
			},
			files: () => [...roots],
			close: () => service.dispose(),
		};
	}

	function hostOf({
		files,
		options,
		folder,
	}: {
		files: () => readonly string[];
		options: () => ts.CompilerOptions;
		folder: string;
	}): ts.LanguageServiceHost {
		return {
			getScriptFileNames: () => [...files()],
			getCompilationSettings: options,
			getCurrentDirectory: () => folder,
			getScriptVersion(file) {
				const open = openScript(file);
				return open ? `open ${open.getLatestVersion()}` : String(sys.getModifiedTime?.(file)?.getTime() ?? 0);
			},
			getScriptSnapshot(file) {
				const open = openScript(file);
				const text = open ? undefined : sys.readFile(file);
				return open ? open.getSnapshot() : text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
			},
			getDefaultLibFileName: given =>
				`${sys
					.getExecutingFilePath()
					.replaceAll('\\', '/')
					.replace(/\/[^/]*$/, '')}/${typescript.getDefaultLibFileName(given)}`,
			fileExists: path => sys.fileExists(path),
			readFile: path => sys.readFile(path),
			directoryExists: path => sys.directoryExists(path),
			getDirectories: path => sys.getDirectories(path),
			realpath: path => sys.realpath?.(path) ?? path,
			useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
		};
	}

	function openScript(file: string) {
		const info = scripts.getScriptInfo(file);
		return info?.isScriptOpen() ? info : undefined;
	}
}

/** Options under which files of every project are read. How strictly they are checked does not change what a name refers to. */
function forMany(options: ts.CompilerOptions, jsx: ts.JsxEmit): ts.CompilerOptions {
	return {
		...options,
		...{ allowJs: true, checkJs: false, jsx: options.jsx ?? jsx },
		...{ esModuleInterop: true, allowSyntheticDefaultImports: true, resolveJsonModule: true },
		...{ composite: false, incremental: false, declaration: false, noEmit: true },
	};
}

/** An import has a name too, which another file declares. */
function isDeclaration(kind: string): boolean {
	return kind !== 'alias';
}

function inLines(source: ts.SourceFile | undefined, { start, length }: ts.TextSpan): Span | undefined {
	if (source === undefined) {
		return undefined;
	}
	const at = (position: number) => {
		const { line, character } = source.getLineAndCharacterOfPosition(position);
		return { line: line + 1, offset: character + 1 };
	};
	return { file: source.fileName, start: at(start), end: at(start + length) };
}
