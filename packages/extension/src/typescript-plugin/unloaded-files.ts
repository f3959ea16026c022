import { statSync } from 'node:fs';
import type ts from 'typescript';
import { canonicalPath, createImportResolver, type ImportResolver } from './import-resolver.ts';
import { createProjectOptionsReader, type ProjectOptionsReader } from './project-options.ts';
import { createSharedOptions } from './shared-options.ts';
import { declaresForOthers } from './source-kinds.ts';

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
 * a program of its own. Here those that are checked alike share one, and each import is resolved as the project of its file would. Answers
 * are undefined where that cannot be told: globals of one project are not those of another.
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
	/** The first declarations in the files that the query finds, and how many there are. */
	names(query: string, files: readonly string[], limit: number): { names: readonly FoundName[]; total: number };
	/** Gives back the memory. */
	release(): void;
}

interface OpenProgram {
	withFiles(files: readonly string[]): ts.LanguageService;
	files(): readonly string[];
	close(): void;
}

/** The question takes longer than the user should wait for the server. */
class TooLate extends Error {}

interface QuestionContext {
	service: ts.LanguageService;
	position: number;
	/** Undefined for files that were not asked about. */
	spanOf: (file: string, span: ts.TextSpan) => Span | undefined;
}

/** All programs of one state of the disk; when files come or go, imports may lead elsewhere. */
interface OpenPrograms {
	state: string;
	projects: ProjectOptionsReader;
	resolve: ImportResolver;
	/** By the options that they share. */
	byOptions: Map<string, OpenProgram>;
}

/** More are begun anew: what other questions were about is not needed for this one. */
const MAX_ROOTS = 5000;
/** The user waits for the server meanwhile. */
const MAX_MILLISECONDS = 45_000;
/** The server too takes larger JavaScript for empty. */
const MAX_JAVASCRIPT_SIZE = 4 * 1024 * 1024;
const JAVASCRIPT = /\.[cm]?jsx?$/i;

export function createUnloadedFiles(typescript: typeof ts, scripts: OpenScripts): UnloadedFiles {
	const { sys } = typescript;
	const canonical = (path: string) => canonicalPath(path, sys.useCaseSensitiveFileNames);
	const sharedOptions = createSharedOptions(typescript);
	let registry = typescript.createDocumentRegistry(sys.useCaseSensitiveFileNames);
	let programs: OpenPrograms | undefined;
	/** Those of the state before, whose texts the new ones take over. */
	const retired = new Map<string, OpenProgram>();
	let giveUpAt = Number.POSITIVE_INFINITY;
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
			const options = { noResolve: true, noLib: true, allowJs: true, jsx: typescript.JsxEmit.Preserve, types: [] };
			const host = hostOf({ files: () => files, options: () => options, folder: '/' });
			const service = typescript.createLanguageService(host, registry);
			try {
				const sources = service.getProgram();
				// A limit would count imports, which have a name too.
				const found = service.getNavigateToItems(query).filter(({ kind }) => isDeclaration(kind));
				const names = found.slice(0, limit).flatMap(({ fileName, textSpan, name, kind, containerName }) => {
					const span = inLines(sources?.getSourceFile(fileName), textSpan);
					return span ? [{ ...span, name, kind, containerName }] : [];
				});
				return { names, total: found.length };
			} finally {
				service.dispose();
			}
		},
		release() {
			closeAll();
			registry = typescript.createDocumentRegistry(sys.useCaseSensitiveFileNames);
		},
	};

	function askAt<T>(
		where: Where,
		files: readonly string[],
		state: string,
		question: (context: QuestionContext) => readonly T[],
	): readonly T[] | undefined {
		const { projects } = programsOf(state);
		const groups = new Map<string, { options: ts.CompilerOptions; folder: string; files: string[] }>();
		for (const file of files) {
			const [{ options, folder }] = projects.of(file);
			const shared = sharedOptions.of(options, folder, JAVASCRIPT.test(file));
			const group = groups.get(shared.key) ?? { options: shared.options, folder, files: [] };
			groups.set(shared.key, group);
			group.files.push(file);
		}
		const found: T[] = [];
		giveUpAt = Date.now() + MAX_MILLISECONDS;
		try {
			for (const [key, group] of groups) {
				const program = programFor(key, group, state);
				const answer = askOne(program, where, group.files, question);
				if (answer === undefined) {
					return undefined;
				}
				found.push(...answer);
			}
			return found;
		} catch (error) {
			if (error instanceof TooLate || error instanceof typescript.OperationCanceledException) {
				closeAll();
				return undefined;
			}
			throw error;
		} finally {
			giveUpAt = Number.POSITIVE_INFINITY;
		}
	}

	/** Undefined when the server's own answer has to do. */
	function askOne<T>(
		program: OpenProgram,
		{ file, line, offset }: Where,
		files: readonly string[],
		question: (context: QuestionContext) => readonly T[],
	): readonly T[] | undefined {
		const service = program.withFiles([file, ...files]);
		const sources = service.getProgram();
		const source = sources?.getSourceFile(file);
		if (!sources || !source || line > source.getLineStarts().length) {
			return undefined;
		}
		const isOwn = (each: ts.SourceFile) =>
			!sources.isSourceFileFromExternalLibrary(each) && !sources.isSourceFileDefaultLibrary(each);
		const position = source.getPositionOfLineAndCharacter(line - 1, offset - 1);
		const definitions = service.getDefinitionAtPosition(file, position) ?? [];
		const declaring = definitions.flatMap(({ fileName }) => sources.getSourceFile(fileName) ?? []);
		if ([...sources.getSourceFiles().filter(isOwn), ...declaring].some(each => declaresForOthers(typescript, each))) {
			return undefined;
		}
		const asked = new Map(files.map(each => [canonical(each), each]));
		return question({
			service,
			position,
			spanOf(name, span) {
				const known = asked.get(canonical(name));
				const lines = known === undefined ? undefined : inLines(sources.getSourceFile(name), span);
				return lines && known !== undefined ? { ...lines, file: known } : undefined;
			},
		});
	}

	function programsOf(state: string): OpenPrograms {
		if (programs?.state !== state) {
			const before = programs;
			programs = {
				state,
				projects: createProjectOptionsReader(typescript),
				resolve: createImportResolver(typescript),
				byOptions: new Map(),
			};
			for (const [key, program] of before?.byOptions ?? []) {
				// Nobody has asked under these options since the state before that one.
				retired.get(key)?.close();
				retired.set(key, program);
			}
		}
		return programs;
	}

	function programFor(
		key: string,
		{ options, folder }: { options: ts.CompilerOptions; folder: string },
		state: string,
	): OpenProgram {
		const { byOptions, projects, resolve } = programsOf(state);
		const known = byOptions.get(key);
		if (known) {
			return known;
		}
		const program = openProgram(options, folder, projects, resolve);
		byOptions.set(key, program);
		// Texts that nobody has any more would be read again, so the new one takes them before the other gives them up.
		const before = retired.get(key);
		if (before) {
			program.withFiles(before.files()).getProgram();
			before.close();
			retired.delete(key);
		}
		return program;
	}

	function closeAll(): void {
		for (const program of [...(programs?.byOptions.values() ?? []), ...retired.values()]) {
			program.close();
		}
		retired.clear();
		programs = undefined;
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

	function openProgram(
		options: ts.CompilerOptions,
		folder: string,
		projects: ProjectOptionsReader,
		resolve: ImportResolver,
	): OpenProgram {
		let roots: ReadonlySet<string> = new Set();
		let questions = 0;
		const service = typescript.createLanguageService(
			{
				...hostOf({ files: () => [...roots], options: () => options, folder }),
				// Without it, each step of an answer would look at every file on the disk again.
				getProjectVersion: () => String(questions),
				getCancellationToken: () => ({ isCancellationRequested: () => Date.now() > giveUpAt }),
				resolveModuleNameLiterals: (literals, file) =>
					literals.map(literal => ({ resolvedModule: resolve(literal, file, projects.of(file)) })),
			},
			registry,
		);
		return {
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
				return open ? `open ${open.getLatestVersion()}` : versionOnDisk(file);
			},
			getScriptSnapshot(file) {
				const open = openScript(file);
				const text = open ? undefined : isTooLarge(file) ? '' : readInTime(file);
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

	/** The making of a program asks nobody whether it is still wanted. */
	function readInTime(file: string): string | undefined {
		if (Date.now() > giveUpAt) {
			throw new TooLate();
		}
		return sys.readFile(file);
	}

	function openScript(file: string) {
		const info = scripts.getScriptInfo(file);
		return info?.isScriptOpen() ? info : undefined;
	}
}

/** A copy may keep the time of the text, but not that of the change. */
function versionOnDisk(file: string): string {
	const { mtimeMs, ctimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
	return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function isTooLarge(file: string): boolean {
	return JAVASCRIPT.test(file) && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_JAVASCRIPT_SIZE;
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
