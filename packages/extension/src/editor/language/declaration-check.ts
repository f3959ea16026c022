import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { nameQuery } from '../mentions/name-query.ts';
import { bareName } from '../shared/declaration-text.ts';
import type { DeclaringFiles } from './declaring-files.ts';
import { definitionsAt } from './definitions-at.ts';
import { fileState } from './file-state.ts';
import type { LanguageFiles } from './language-files.ts';
import type { LanguageServers } from './language-servers.ts';
import { createWitness } from './server-witness.ts';

/** What the text of the project says against a list of symbols being whole. */
export interface ListDoubts {
	/** Files that declare something of this name, or may do so, and that the server does not seem to have read. */
	missing: readonly string[];
	/** Declarations of exactly this name that the outlines of files show, and that the server does not list: some list no methods. */
	proven: readonly vscode.SymbolInformation[];
	/** Files were asked about, which also brings them to the server's attention: it may know more now. */
	asked: boolean;
	/** The project seems to declare names with the query in them that are not in the answer. */
	unlisted: boolean;
}

/** Checks answers against what the project's files declare, as servers may still be indexing. */
export interface DeclarationCheck {
	/** Looks for declarations of this name, or of names that have it in them, that are not among the symbols found. */
	review(
		query: string,
		found: readonly vscode.SymbolInformation[],
		languages: ReadonlySet<string>,
		timeLimit: TimeLimit,
	): Promise<ListDoubts>;
	/**
	 * Has the server read the files that seem to declare the name, those already known left out. Says how many really do, or may
	 * do so.
	 */
	bringIn(
		name: string,
		known: ReadonlySet<string>,
		languages: ReadonlySet<string>,
		timeLimit: TimeLimit,
	): Promise<number>;
}

interface Search {
	query: string;
	/** The names that the server has listed, by file. */
	answered: ReadonlyMap<string, ReadonlySet<string>>;
}

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

const AT_ONCE = 4;
const OUTLINE_LIMIT = 5000;
const SEARCH_LIMIT = 5000;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Every server that lists symbols lists these. */
const TYPES: ReadonlySet<vscode.SymbolKind> = new Set([
	...[vscode.SymbolKind.Class, vscode.SymbolKind.Struct],
	...[vscode.SymbolKind.Interface, vscode.SymbolKind.Enum],
]);
/** Other symbols of a file that are looked for, to see whether the server has read the file. */
const MAX_WITNESSES = 2;
/** After this long, a server has noticed that a file changed. */
const NOTICED_AFTER = 60_000;
const MAX_KNOWN = 5000;
/** More files than these are not opened because a part of what they declare matches. */
const MAX_PARTS = 40;
/** More files than these are not opened to find one definition. */
const MAX_BROUGHT_IN = 12;

export function createDeclarationCheck({
	languageFiles,
	languageServers,
	declaringFiles,
	freshDocuments,
}: {
	languageFiles: LanguageFiles;
	languageServers: LanguageServers;
	declaringFiles: DeclaringFiles;
	freshDocuments: FreshDocuments;
}): DeclarationCheck {
	/** The state of each file of which the server has listed a symbol: it has read the file as it was then. */
	const indexed = new Map<string, string>();
	return {
		async review(given, found, languages, timeLimit) {
			const query = given.trim();
			// Where nothing was found, names that only resemble the query speak against it too, until the server has come to rest.
			const loosely = found.length === 0 && !areSettled(languages);
			const wanted = nameQuery(query, { loosely });
			if (wanted === undefined) {
				// Signs, such as the name of an operator: nothing is looked for in the text.
				const missing = areSettled(languages) ? [] : [`Names like ${query}`];
				return { missing, proven: [], asked: false, unlisted: false };
			}
			const answered = namesByFile(found);
			const matching = await declaringFiles.matching(wanted, languages, timeLimit.signal);
			if (matching === undefined) {
				// They cannot all be looked at; a server at rest knows them.
				const missing = areSettled(languages) ? [] : [`Names like ${query}`];
				return { missing, proven: [], asked: false, unlisted: true };
			}
			const unlisted = [...matching].flatMap(([path, names]) => {
				const others = [...names].filter(name => !answered.get(path)?.has(name));
				return others.length > 0 ? [{ path, names: others }] : [];
			});
			const exact = unlisted.filter(({ names }) => names.includes(query));
			const parts = unlisted.filter(
				({ path, names }) =>
					!names.includes(query) && !(isOld(path) && (isSettledFor(path) || wasRead(path, answered.has(path)))),
			);
			const proven: vscode.SymbolInformation[] = [];
			const beyond = parts.slice(MAX_PARTS).map(({ path }) => path);
			const missing: string[] = beyond.filter(path => !isSettledFor(path));
			// Those of exactly this name matter most, and are taken from the end.
			await inTime([...parts.slice(0, MAX_PARTS), ...exact], timeLimit, async (file, left) => {
				if (!left || !(await isKnown(file, { query, answered }, left, proven))) {
					missing.push(file.path);
				}
			});
			return { missing, proven, asked: exact.length + parts.length > 0, unlisted: unlisted.length > 0 };
		},
		async bringIn(name, known, languages, timeLimit) {
			const files = await declaringFiles.defining(name, languages, timeLimit.signal);
			const unknown = files.filter(path => !known.has(path));
			let declaring = Math.max(0, unknown.length - MAX_BROUGHT_IN);
			await inTime(unknown.slice(0, MAX_BROUGHT_IN), timeLimit, async (path, left) => {
				const outline = left ? await outlineOf(path, left) : 'unknown';
				if (outline === 'unknown' || (outline !== 'gone' && declarationsOf(outline, name).length > 0)) {
					declaring++;
				}
			});
			return declaring;
		},
	};

	/** True when the server has listed a symbol of this file. */
	function wasRead(path: string, isAnswered: boolean): boolean {
		return isAnswered || indexed.get(path) === fileState(path)?.stamp;
	}

	/** True when the server has had the time to notice the last change of the file. */
	function isOld(path: string): boolean {
		const state = fileState(path);
		return state !== undefined && Date.now() - state.time > NOTICED_AFTER;
	}

	/** True when the servers of the file have come to rest; one server may speak under the name of a related language. */
	function isSettledFor(path: string): boolean {
		const language = languageFiles.languageOf(path);
		return language !== undefined && [...languageFiles.servedWith(language)].some(languageServers.isSettled);
	}

	/** Of extensions for a language some never answer anything. */
	function areSettled(languages: ReadonlySet<string>): boolean {
		return [...languages].every(
			language =>
				languageServers.isSettled(language) ||
				(languageServers.answered(language).length === 0 && !languageServers.mayBeStarting(language)),
		);
	}

	/** True when the server knows these names, or they are not declared at all. */
	async function isKnown(
		{ path, names }: { path: string; names: readonly string[] },
		{ query, answered }: Search,
		timeLimit: TimeLimit,
		proven: vscode.SymbolInformation[],
	): Promise<boolean> {
		const outline = await outlineOf(path, timeLimit);
		if (outline === 'gone' || outline === 'unknown') {
			return outline === 'gone';
		}
		for (const name of names) {
			for (const symbol of declarationsOf(outline, name)) {
				const place = symbol.location.range.start;
				// A header only announces what another file defines, and servers list the definition.
				const definitions = await definitionsAt(vscode.Uri.file(path), place, timeLimit);
				if (definitions?.some(({ uri }) => uri.fsPath !== path && answered.get(uri.fsPath)?.has(name))) {
					continue;
				}
				const byWholeName = name !== query;
				// The outline is that of the text as it is now. A server at rest has nothing to add, whatever kinds it lists.
				const isEnough = isSettledFor(path) && (!byWholeName || isOld(path));
				if (!isEnough && !(await isIndexed(path, name, outline, byWholeName, definitions ?? [], timeLimit))) {
					return false;
				}
				if (name === query) {
					const { kind, containerName, location } = symbol;
					const at = new vscode.Location(vscode.Uri.file(path), location.range);
					proven.push(new vscode.SymbolInformation(name, kind, containerName, at));
				}
			}
		}
		return true;
	}

	/**
	 * A server that lists the name when it is asked for all of it, or another symbol of the file, has read the file: then the name does
	 * not match by its rules, is of a kind that it does not list, or was one too many.
	 */
	async function isIndexed(
		path: string,
		name: string,
		outline: readonly FileSymbol[],
		byWholeName: boolean,
		definitions: readonly vscode.Location[],
		timeLimit: TimeLimit,
	): Promise<boolean> {
		const state = fileState(path);
		const stamp = state?.stamp ?? '';
		if (byWholeName && (await isListed(name, [path, ...definitions.map(({ uri }) => uri.fsPath)], timeLimit))) {
			setBounded(indexed, path, stamp, MAX_KNOWN);
			return true;
		}
		if (state === undefined || Date.now() - state.time < NOTICED_AFTER) {
			// What it says of other symbols may come from the text before.
			return false;
		}
		if (indexed.get(path) === stamp) {
			return true;
		}
		const others = outline
			.toSorted((left, right) => Number(TYPES.has(right.kind)) - Number(TYPES.has(left.kind)))
			.map(symbol => bareName(symbol.name))
			.filter(other => other !== name && NAME.test(other));
		for (const other of others.slice(0, MAX_WITNESSES)) {
			if (await isListed(other, [path], timeLimit)) {
				setBounded(indexed, path, stamp, MAX_KNOWN);
				return true;
			}
		}
		return false;
	}

	/** True when the server, asked for this name, has it in one of the files. */
	async function isListed(name: string, paths: readonly string[], timeLimit: TimeLimit): Promise<boolean> {
		const found = await resultWithin(
			vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
				'vscode.executeWorkspaceSymbolProvider',
				name,
			),
			limited(timeLimit, SEARCH_LIMIT),
		);
		return found?.some(symbol => bareName(symbol.name) === name && paths.includes(symbol.location.uri.fsPath)) ?? false;
	}

	/** `unknown` when the server does not say. */
	async function outlineOf(path: string, timeLimit: TimeLimit): Promise<readonly FileSymbol[] | 'gone' | 'unknown'> {
		const uri = vscode.Uri.file(path);
		try {
			const { newerText } = await freshDocuments.open(uri, timeLimit);
			if (newerText !== undefined) {
				return 'unknown';
			}
		} catch {
			return 'gone';
		}
		const ask = () =>
			vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri);
		const outline = await resultWithin(ask(), limited(timeLimit, OUTLINE_LIMIT));
		if (outline === undefined || (outline.length === 0 && !isSettledFor(path))) {
			return 'unknown';
		}
		const language = languageFiles.languageOf(path);
		if (language !== undefined) {
			languageServers.learn(language, 'outline', createWitness(uri, ask));
		}
		return outline;
	}
}

/** Works on all of them, some at once; those for which no time is left come without a limit. */
async function inTime<T>(
	entries: readonly T[],
	{ milliseconds, signal }: TimeLimit,
	work: (entry: T, left: TimeLimit | undefined) => Promise<void>,
): Promise<void> {
	const end = Date.now() + milliseconds;
	const waiting = [...entries];
	const worker = async () => {
		for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
			const left = end - Date.now();
			await work(entry, left > 0 ? { signal, milliseconds: left } : undefined);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function namesByFile(found: readonly vscode.SymbolInformation[]): Map<string, Set<string>> {
	const names = new Map<string, Set<string>>();
	for (const { name, location } of found) {
		const path = location.uri.fsPath;
		names.set(path, (names.get(path) ?? new Set()).add(bareName(name)));
	}
	return names;
}

/** A declaration in an outline, at its name. */
interface OutlineEntry {
	kind: vscode.SymbolKind;
	containerName: string;
	location: { range: vscode.Range };
}

/** What a function declares for itself is nothing that anybody looks for in the project. */
const CLOSED: ReadonlySet<vscode.SymbolKind> = new Set([vscode.SymbolKind.Function, vscode.SymbolKind.Method]);

function declarationsOf(symbols: readonly FileSymbol[], name: string, containerName = ''): OutlineEntry[] {
	return symbols.flatMap(symbol => [
		...(bareName(symbol.name) === name
			? [{ kind: symbol.kind, containerName, location: { range: nameRange(symbol) } }]
			: []),
		...('children' in symbol && !CLOSED.has(symbol.kind) ? declarationsOf(symbol.children, name, symbol.name) : []),
	]);
}

function nameRange(symbol: FileSymbol): vscode.Range {
	return 'selectionRange' in symbol ? symbol.selectionRange : symbol.location.range;
}
