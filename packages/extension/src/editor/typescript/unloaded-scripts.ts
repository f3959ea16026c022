import { isRecord, listOf } from '@hawser/core/data/plain-data.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import type { LoadedProjects } from './loaded-projects.ts';
import type { TypeScriptServer } from './typescript-server.ts';

export type PlacesQuestion = 'references' | 'renames' | 'implementations';

export interface PlaceFound {
	location: vscode.Location;
	/** What a new name needs around it: `{ name }` becomes `{ name: other }`. */
	prefix: string;
	suffix: string;
}

export interface CallerFound {
	item: Pick<vscode.CallHierarchyItem, 'name' | 'kind' | 'uri' | 'range' | 'selectionRange'>;
	file: vscode.Uri;
	ranges: readonly vscode.Range[];
}

/** The name at a position, asked about in these files. */
export interface UnloadedQuestions {
	places(question: PlacesQuestion): Promise<readonly PlaceFound[] | undefined>;
	callers(): Promise<readonly CallerFound[] | undefined>;
}

/**
 * Asks about scripts of projects that TypeScript has not loaded. Our plugin within its server reads them all into one program, so that
 * nothing has to be loaded. Answers are undefined when the server does not have the plugin, is older than TypeScript 5, or has no memory left.
 */
export interface UnloadedScripts {
	/** All of them scripts (`isScript`). */
	about(
		at: { uri: vscode.Uri; position: vscode.Position },
		files: readonly vscode.Uri[],
		timeLimit: TimeLimit,
	): UnloadedQuestions;
	/** What they declare, and a search by this query finds; `limited` when there are more. */
	names(
		query: string,
		files: readonly vscode.Uri[],
		timeLimit: TimeLimit,
	): Promise<{ symbols: readonly vscode.SymbolInformation[]; limited: boolean } | undefined>;
}

/** As many as VS Code asks TypeScript for. */
const MAX_NAMES = 256;
/** The parts of other files are read by other servers. */
const SCRIPT = /\.[cm]?[jt]sx?$/i;

export function createUnloadedScripts({
	typeScript,
	loadedProjects,
	watcherEvents,
}: {
	typeScript: Pick<TypeScriptServer, 'askPlugin'>;
	loadedProjects: Pick<LoadedProjects, 'keep'>;
	watcherEvents: Pick<WatcherEvents, 'reports'>;
}): UnloadedScripts {
	return {
		about({ uri, position }, files, timeLimit) {
			const ask = async (question: PlacesQuestion | 'callers') => {
				const where = { file: uri.fsPath, line: position.line + 1, offset: position.character + 1 };
				const asked = {
					question,
					...where,
					files: files.map(({ fsPath }) => fsPath),
					state: String(watcherEvents.reports),
				};
				loadedProjects.keep();
				return typeScript.askPlugin('placesIn', asked, timeLimit);
			};
			return {
				async places(question) {
					return list(await ask(question), 'places')?.flatMap(entry => toPlace(entry) ?? []);
				},
				async callers() {
					return list(await ask('callers'), 'callers')?.flatMap(entry => toCaller(entry) ?? []);
				},
			};
		},
		async names(query, files, timeLimit) {
			const asked = { query, files: files.map(({ fsPath }) => fsPath), limit: MAX_NAMES };
			loadedProjects.keep();
			const answer = await typeScript.askPlugin('namesIn', asked, timeLimit);
			const names = list(answer, 'names');
			const total = isRecord(answer) && typeof answer['total'] === 'number' ? answer['total'] : 0;
			return names && { symbols: names.flatMap(entry => toSymbol(entry) ?? []), limited: total > names.length };
		},
	};
}

export function isScript({ path }: vscode.Uri): boolean {
	return SCRIPT.test(path);
}

function list(answer: unknown, field: string): readonly unknown[] | undefined {
	return isRecord(answer) && Array.isArray(answer[field]) ? listOf(answer[field]) : undefined;
}

function toPlace(entry: unknown): PlaceFound | undefined {
	const location = toLocation(entry);
	return isRecord(entry) && location
		? { location, prefix: text(entry['prefixText']), suffix: text(entry['suffixText']) }
		: undefined;
}

function toCaller(entry: unknown): CallerFound | undefined {
	const at = toLocation(entry);
	const name = isRecord(entry) && toLocation(entry['nameAt']);
	if (!isRecord(entry) || !at || !name) {
		return undefined;
	}
	const ranges = listOf(entry['sites']).flatMap(site => toLocation(site)?.range ?? []);
	const item = { name: text(entry['name']), kind: kindOf(entry['kind']), uri: at.uri };
	return { item: { ...item, range: at.range, selectionRange: name.range }, file: at.uri, ranges };
}

function toSymbol(entry: unknown): vscode.SymbolInformation | undefined {
	const location = toLocation(entry);
	return isRecord(entry) && location
		? new vscode.SymbolInformation(text(entry['name']), kindOf(entry['kind']), text(entry['containerName']), location)
		: undefined;
}

function toLocation(entry: unknown): vscode.Location | undefined {
	const [start, end] = isRecord(entry) ? [toPosition(entry['start']), toPosition(entry['end'])] : [];
	return isRecord(entry) && start && end && typeof entry['file'] === 'string'
		? new vscode.Location(vscode.Uri.file(entry['file']), new vscode.Range(start, end))
		: undefined;
}

function toPosition(place: unknown): vscode.Position | undefined {
	return isRecord(place) && typeof place['line'] === 'number' && typeof place['offset'] === 'number'
		? new vscode.Position(place['line'] - 1, place['offset'] - 1)
		: undefined;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** TypeScript's words for what VS Code's own extension shows as these. */
const KINDS: Readonly<Record<string, vscode.SymbolKind>> = {
	class: vscode.SymbolKind.Class,
	'local class': vscode.SymbolKind.Class,
	type: vscode.SymbolKind.Class,
	interface: vscode.SymbolKind.Interface,
	enum: vscode.SymbolKind.Enum,
	'enum member': vscode.SymbolKind.EnumMember,
	function: vscode.SymbolKind.Function,
	'local function': vscode.SymbolKind.Function,
	method: vscode.SymbolKind.Method,
	constructor: vscode.SymbolKind.Constructor,
	property: vscode.SymbolKind.Field,
	getter: vscode.SymbolKind.Field,
	setter: vscode.SymbolKind.Field,
	module: vscode.SymbolKind.Module,
	script: vscode.SymbolKind.Module,
};

function kindOf(kind: unknown): vscode.SymbolKind {
	return (
		(typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ?? vscode.SymbolKind.Variable
	);
}
