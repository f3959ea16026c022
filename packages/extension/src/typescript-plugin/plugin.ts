/**
 * Runs inside TypeScript's own server, which loads it by its name (`contributes.typescriptServerPlugins`). The server loads only the
 * projects of open documents; this lets the window ask for others without opening one. It changes no answer of the server.
 */

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type ts from 'typescript';
import { createUnloadedFiles, type OpenScripts, type PlacesQuestion } from './unloaded-files.ts';

/** What is needed of TypeScript's own types, which differ from version to version. */
interface Project {
	/** 0 inferred, 1 configured, 2 external; above that, what TypeScript keeps for itself. */
	readonly projectKind: number;
	readonly languageServiceEnabled: boolean;
	getLanguageService(): {
		getEditsForFileRename(from: string, to: string, format: object, preferences: object): readonly FileEdits[];
	};
}

interface FileEdits {
	fileName: string;
	textChanges: readonly { span: { start: number; length: number }; newText: string }[];
}

/** A script tells lines from 1, a tsconfig from 0. */
type Lines =
	| { positionToLineOffset(position: number): { line: number; offset: number } }
	| { getLineAndCharacterOfPosition(position: number): { line: number; character: number } };

interface ProjectService extends OpenScripts {
	readonly configuredProjects: ReadonlyMap<string, Project>;
	readonly inferredProjects: readonly Project[];
	readonly externalProjects: readonly Project[];
	getScriptInfo(
		file: string,
	): (ReturnType<OpenScripts['getScriptInfo']> & { readonly containingProjects: readonly Project[] }) | undefined;
	getScriptInfoOrConfig(file: string): Lines | undefined;
	getHostFormatCodeOptions(): object;
	openExternalProject(project: {
		projectFileName: string;
		rootFiles: readonly { fileName: string }[];
		options: object;
	}): void;
	closeExternalProject(projectFileName: string): void;
}

interface Session {
	addProtocolHandler(
		command: string,
		handler: (request: { arguments?: Arguments }) => { response: unknown; responseRequired: true },
	): void;
}

interface Arguments {
	files?: readonly string[];
	configs?: readonly string[];
	from?: string;
	to?: string;
	question?: PlacesQuestion | 'callers';
	file?: string;
	line?: number;
	offset?: number;
	state?: string;
	query?: string;
	limit?: number;
}

interface PluginInfo {
	readonly languageService: unknown;
	/** Not there in versions before 3.0 and in programs that are no server. */
	readonly session?: Session;
	readonly project: { readonly projectService: ProjectService };
}

const EXTERNAL = 2;
/**
 * A server that runs out of memory dies, and loads everything anew: ninety small projects of one repository took more than the three
 * gigabytes that VS Code gives it. Above the first share, projects that are not asked for now are given back; above the second, none is loaded.
 */
const CROWDED = 0.5;
const FULL = 0.75;
const COLLECTED_FOR = 60_000;
const served = new WeakSet<Session>();
/** Before, TypeScript does not let others resolve imports. */
const MIN_VERSION = 5;

export function init({ typescript }: { typescript: typeof ts }): { create(info: PluginInfo): unknown } {
	return {
		create({ languageService, session, project }) {
			// Once for each project that is loaded, but the handlers belong to the server.
			if (session && !served.has(session)) {
				served.add(session);
				serve(session, project.projectService, typescript);
			}
			return languageService;
		},
	};
}

function serve(session: Session, service: ProjectService, typescript: typeof ts): void {
	const held = new Set<string>();
	const isOld = Number.parseInt(typescript.versionMajorMinor, 10) < MIN_VERSION;
	const unloaded = isOld ? undefined : createUnloadedFiles(typescript, service);
	const serveCommand = (command: string, handle: (sent: Arguments) => object) =>
		session.addProtocolHandler(`_hawser.${command}`, request => ({
			response: handle(request.arguments ?? {}),
			responseRequired: true,
		}));
	serveCommand('loadProjects', ({ configs = [] }) => {
		if (usedShare() > CROWDED) {
			giveBack([...held].filter(config => !configs.includes(config)));
		}
		for (const config of configs) {
			if (isFull()) {
				return { full: true };
			}
			// The newest last.
			held.delete(config);
			held.add(config);
			service.openExternalProject({ projectFileName: nameOf(config), rootFiles: [{ fileName: config }], options: {} });
		}
		return { full: false };
	});
	serveCommand('loadedFiles', ({ files = [] }) => ({ loaded: files.map(file => isLoaded(service, file)) }));
	// VS Code asks this only after a file has moved; a user who is to agree to it has to see it before.
	serveCommand('importEdits', ({ from = '', to = '' }) => ({
		files: importEdits(service, normalized(from), normalized(to)),
	}));
	serveCommand('placesIn', ({ question = 'references', file = '', line = 1, offset = 1, files = [], state = '' }) => {
		if (!unloaded || !makeRoom()) {
			return {};
		}
		const where = { file: normalized(file), line, offset };
		const others = files.map(normalized);
		return question === 'callers'
			? { callers: unloaded.callers(where, others, state) }
			: { places: unloaded.places(question, where, others, state) };
	});
	serveCommand('namesIn', ({ query = '', files = [], limit = 1 }) =>
		unloaded && makeRoom() ? unloaded.names(query, files.map(normalized), limit) : {},
	);
	serveCommand('releaseProjects', () => {
		giveBack([...held]);
		unloaded?.release();
		return {};
	});

	/** False when the server has no memory left to read anything. */
	function makeRoom(): boolean {
		if (usedShare() > CROWDED) {
			giveBack([...held]);
		}
		return !isFull();
	}

	function isFull(): boolean {
		if (usedShare() > FULL) {
			unloaded?.release();
			collectGarbage();
		}
		return usedShare() > FULL;
	}

	function giveBack(configs: readonly string[]): void {
		for (const config of configs) {
			service.closeExternalProject(nameOf(config));
			held.delete(config);
		}
	}
}

let collectedAt = 0;

/**
 * What is no longer needed counts as used until it is collected, which V8 may put off for as long as nothing is allocated. It stops the
 * server for seconds, so it is done rarely.
 */
function collectGarbage(): void {
	if (Date.now() - collectedAt > COLLECTED_FOR) {
		collectedAt = Date.now();
		setFlagsFromString('--expose-gc');
		runInNewContext('globalThis.gc?.()');
	}
}

/** The part of the memory that the server may have, and that it uses. */
function usedShare(): number {
	const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
	return used / limit;
}

/** As the server itself does it: every project says what it would change, and the first word on a file counts. */
function importEdits(service: ProjectService, from: string, to: string): readonly object[] {
	const projects = [...service.configuredProjects.values(), ...service.inferredProjects, ...service.externalProjects];
	const files = new Map<string, object>();
	for (const project of projects.filter(({ languageServiceEnabled }) => languageServiceEnabled)) {
		const [format, preferences] = [service.getHostFormatCodeOptions(), service.getHostPreferences()];
		for (const edits of project.getLanguageService().getEditsForFileRename(from, to, format, preferences)) {
			const lines = service.getScriptInfoOrConfig(edits.fileName);
			if (lines && !files.has(edits.fileName)) {
				files.set(edits.fileName, inLines(edits, lines));
			}
		}
	}
	return [...files.values()];
}

function inLines({ fileName, textChanges }: FileEdits, lines: Lines): object {
	const place = (position: number) => {
		if ('positionToLineOffset' in lines) {
			return lines.positionToLineOffset(position);
		}
		const { line, character } = lines.getLineAndCharacterOfPosition(position);
		return { line: line + 1, offset: character + 1 };
	};
	const changes = textChanges.map(({ span: { start, length }, newText }) => ({
		...{ start: place(start), end: place(start + length), newText },
	}));
	return { fileName, textChanges: changes };
}

function normalized(file: string): string {
	return file.replaceAll('\\', '/');
}

/** An external project that consists of a tsconfig alone is how a client keeps a configured project loaded. */
function nameOf(config: string): string {
	// The server closes a project by its normalized name.
	return `${normalized(config)}.hawser`;
}

/** A project that is too large has no language service, so it answers nothing about its files. */
function isLoaded(service: ProjectService, file: string): boolean {
	return (service.getScriptInfo(file)?.containingProjects ?? []).some(
		({ projectKind, languageServiceEnabled }) => projectKind <= EXTERNAL && languageServiceEnabled,
	);
}
