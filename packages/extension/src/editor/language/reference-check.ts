import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { serverText } from '../documents/sources.ts';
import { codeMentions, type TextPlace } from '../mentions/code-mentions.ts';
import { isCut, type Mentions, type WordMentions } from '../mentions/word-mentions.ts';
import { definitionsAt } from './definitions-at.ts';
import { type FileState, fileState } from './file-state.ts';
import { createKnownDefinitions } from './known-definitions.ts';
import type { LanguageFiles } from './language-files.ts';
import type { LanguageQuery } from './language-query.ts';
import type { LanguageServers } from './language-servers.ts';
import { mayBeMember } from './member-symbols.ts';

/** Files that speak against an answer being whole, by their paths. */
export interface Doubts {
	/** These refer to the symbol and are not in the answer. */
	missing: readonly string[];
	/** These mention the name, and the server does not say what is meant there. */
	unresolved: readonly string[];
	/** These declare the name once more, perhaps for the same family of methods: servers count what overrides a method among its references. */
	declaring: readonly string[];
	/** These refer to something that is declared together with the symbol: a type, say, beside a value of the same name. */
	merged: readonly string[];
	/** There was no time to ask about these, or VS Code still has an older text of them. */
	unchecked: readonly string[];
	/** The answer speaks of a text that these no longer have. */
	outdated: readonly string[];
}

const NO_DOUBTS: Doubts = { missing: [], unresolved: [], declaring: [], merged: [], unchecked: [], outdated: [] };

/** Checks the answers to one question, as often as the server is asked. */
export interface ReferenceCheck {
	review(places: readonly vscode.Location[], timeLimit: TimeLimit): Promise<Doubts>;
}

export interface ReferenceChecks {
	/** Undefined where there is no name at the position. */
	start(query: LanguageQuery): ReferenceCheck | undefined;
}

/** Mentions in one file that are asked about at first: where these mean something else, the others most often do too. */
const MAX_ASKED = 8;
const AT_ONCE = 4;
const ASK_LIMIT = 6000;
const RELOAD_LIMIT = 3000;
/** Names whose uses do not spell them: `Basket()` calls `__init__`. No text tells who uses these, so the server has to come to rest. */
const UNSPELLED = /^(?:__\w+|constructor|operator|initialize|init|deinit|subscript|invoke)$/;
const NAME_PART = /^\p{ID_Continue}$/u;
/** Leading signs of a name that its other uses do not have: PHP declares `$name` and uses `->name`. */
const SIGILS = /^[$@#%&:.~!]+/;

/**
 * A server that is still indexing answers with what it knows, and says nothing of it: clangd gives 1 of 14 references, intelephense
 * those of open files. So the text of the project is taken as a witness. A file that mentions the name and is not in the answer is a
 * suspect. It is opened, which also makes most servers read it, and the mention is asked for its definition. If that leads to the symbol, the
 * answer was not whole.
 */
export function createReferenceChecks({
	languageFiles,
	wordMentions,
	freshDocuments,
	languageServers,
}: {
	languageFiles: LanguageFiles;
	wordMentions: WordMentions;
	freshDocuments: FreshDocuments;
	languageServers: LanguageServers;
}): ReferenceChecks {
	const createdAt = Date.now();
	const knownDefinitions = createKnownDefinitions();
	return {
		start(query) {
			const { document, where } = query;
			const range = where && document.getWordRangeAtPosition(where);
			const word = range && document.getText(range).replace(SIGILS, '');
			if (!range || !word) {
				return undefined;
			}
			const languages = languageFiles.servedWith(document.languageId);
			return createCheck({ query, range, word, globs: languageFiles.globsOf(languages) });
		},
	};

	function createCheck({
		query,
		range,
		word,
		globs,
	}: {
		query: LanguageQuery;
		range: vscode.Range;
		word: string;
		globs: readonly string[];
	}): ReferenceCheck {
		/** Texts that were open in the editor when the server answered about them, so it did not speak of an older one. */
		const confirmed = new Set<string>();
		/** Mentions that the server itself keeps apart from the symbol, by file, place and text. */
		const apart = new Set<string>();
		let hasFamily: Promise<boolean> | undefined;
		return {
			async review(places, timeLimit) {
				const [mentions, definitions] = await Promise.all([
					resultWithin(wordMentions.find(word, globs, timeLimit.signal), timeLimit),
					definitionsAt(query.document.uri, range.start, timeLimit),
				]);
				if (mentions === undefined) {
					// Who else mentions the name is not known, which speaks against every answer.
					return { ...NO_DOUBTS, unchecked: [query.document.uri.fsPath] };
				}
				const own = new vscode.Location(query.document.uri, range);
				const symbol = [...places, ...(definitions ?? []), own];
				const [outdated, suspects] = await Promise.all([
					findOutdated(places, mentions, timeLimit),
					findSuspects(places, mentions),
				]);
				const isMerged = (definitions?.length ?? 0) > 1;
				const doubts = await question(suspects, { symbol, isMerged, mentions }, timeLimit);
				if (doubts.declaring.length > 0) {
					hasFamily ??= mayBeMember(definitions?.[0] ?? own, timeLimit);
				}
				const unresolved = UNSPELLED.test(word) ? [...doubts.unresolved, query.document.uri.fsPath] : doubts.unresolved;
				return { outdated, ...doubts, unresolved, declaring: (await hasFamily) ? doubts.declaring : [] };
			},
		};

		/** Files that changed since the window opened and no longer have the name where the answer says. */
		async function findOutdated(
			places: readonly vscode.Location[],
			mentions: Mentions,
			timeLimit: TimeLimit,
		): Promise<string[]> {
			const outdated: string[] = [];
			for (const [path, inFile] of groupByFile(places)) {
				const state = fileState(path);
				const known = new Set(mentions.get(path)?.map(keyOf));
				if (!hasChanged(state) || inFile.every(({ range: { start } }) => known.has(keyOf(start)))) {
					continue;
				}
				if (state === undefined) {
					outdated.push(path);
					continue;
				}
				const uri = vscode.Uri.file(path);
				const { document, newerText } = await freshDocuments.open(uri, limited(timeLimit, RELOAD_LIMIT));
				const version = `${path} ${document.version} ${state.stamp}`;
				const wrong = inFile.some(place => !hasName(document, place.range, word));
				if (newerText !== undefined || (wrong && !confirmed.has(version))) {
					outdated.push(path);
				}
				// Some references have another text: an alias, a constructor. Asked again with this text open, the server means it.
				confirmed.add(version);
			}
			return outdated;
		}

		/** Mentions in code that are not in the answer: in other files, and in all files that changed since the window opened. */
		async function findSuspects(
			places: readonly vscode.Location[],
			mentions: Mentions,
		): Promise<Map<string, readonly TextPlace[]>> {
			const answered = groupByFile(places);
			const suspects = new Map<string, readonly TextPlace[]>();
			for (const [path, inFile] of mentions) {
				const state = fileState(path);
				const found = answered.get(path);
				if (found && !hasChanged(state)) {
					continue;
				}
				const starts = new Set(found?.map(({ range: { start } }) => keyOf(start)));
				const missing = inFile.filter(place => !starts.has(keyOf(place)) && !isNear(place, found));
				const text = missing.length > 0 ? await serverText(vscode.Uri.file(path)) : '';
				const language = languageFiles.languageOf(path) ?? query.document.languageId;
				// VS Code may not have read the file again yet, or in another way: then nothing is known about these places.
				const lines = text.split('\n');
				const isThere = ({ line, character }: TextPlace) => lines[line]?.startsWith(word, character) === true;
				const unknown = missing.filter(place => !isThere(place));
				const inCode = [...codeMentions(text, missing.filter(isThere), language), ...unknown];
				if (inCode.length > 0 || (isCut(inFile) && !found)) {
					suspects.set(path, inCode);
				}
			}
			return suspects;
		}

		async function question(
			suspects: ReadonlyMap<string, readonly TextPlace[]>,
			{ mentions, ...asked }: Asked & { mentions: Mentions },
			timeLimit: TimeLimit,
		): Promise<Omit<Doubts, 'outdated'>> {
			const end = Date.now() + timeLimit.milliseconds;
			const verdicts = new Map<string, Verdict>();
			const askAbout = async (waiting: [path: string, places: readonly TextPlace[]][]) => {
				const work = async () => {
					for (let next = waiting.pop(); next !== undefined && Date.now() < end; next = waiting.pop()) {
						const [path, places] = next;
						const left = { signal: timeLimit.signal, milliseconds: Math.min(ASK_LIMIT, end - Date.now()) };
						verdicts.set(path, await judge(path, places, asked, left));
					}
				};
				await Promise.all(Array.from({ length: AT_ONCE }, work));
			};
			await askAbout([...suspects].map(([path, places]) => [path, places.slice(0, MAX_ASKED)]));
			const others = [...suspects].filter(
				([path, places]) =>
					['otherwise', 'declares', 'apart'].includes(verdicts.get(path) ?? '') && places.length > MAX_ASKED,
			);
			// Until the others have been asked about too, it is not known what they mean.
			others.forEach(([path]) => verdicts.set(path, 'unresolved'));
			await askAbout(others.map(([path, places]) => [path, places.slice(MAX_ASKED)]));
			for (const [path, verdict] of verdicts) {
				// There are more mentions in it than anybody has looked at.
				if (verdict !== 'belongs' && verdict !== 'unread' && isCut(mentions.get(path) ?? [])) {
					verdicts.set(path, 'unresolved');
				}
			}
			const those = (verdict: Verdict) => [...verdicts].filter(([, given]) => given === verdict).map(([path]) => path);
			return {
				missing: those('belongs'),
				unresolved: those('unresolved'),
				declaring: those('declares'),
				merged: those('apart'),
				unchecked: [...suspects.keys()].filter(path => !verdicts.has(path) || verdicts.get(path) === 'unread'),
			};
		}

		async function judge(
			path: string,
			places: readonly TextPlace[],
			{ symbol, isMerged }: Asked,
			timeLimit: TimeLimit,
		): Promise<Verdict> {
			const uri = vscode.Uri.file(path);
			const end = Date.now() + timeLimit.milliseconds;
			let verdict: Verdict = 'otherwise';
			for (const place of places) {
				if (Date.now() > end) {
					return 'unresolved';
				}
				const leadsHere = (target: vscode.Location) => symbol.some(known => isSame(target, known));
				const known = knownDefinitions.get(path, place);
				// A file that belongs to the answer has to be open, so that the server takes notice of it.
				const targets = known?.some(leadsHere) === false ? known : await askAt(uri, place, timeLimit);
				if (targets === 'gone') {
					return 'otherwise';
				}
				if (targets === 'outdated') {
					return 'unread';
				}
				if (targets && targets.length > 0 && targets.every(leadsHere)) {
					if (!isMerged || !(await isKeptApart(uri, place, limited(timeLimit, end - Date.now())))) {
						return 'belongs';
					}
					verdict = verdict === 'unresolved' ? verdict : 'apart';
					continue;
				}
				// Of several targets some are guessed by the name: clangd does so in code that the preprocessor leaves out.
				if (targets === undefined || targets.length === 0 || targets.some(leadsHere)) {
					verdict = 'unresolved';
				} else if (verdict === 'otherwise' && targets.some(target => isAt(target, path, place))) {
					verdict = 'declares';
				}
			}
			return verdict;
		}

		/** True when the server, asked for the references of the mention, names the mention and not the place that this is about. */
		async function isKeptApart(uri: vscode.Uri, place: TextPlace, timeLimit: TimeLimit): Promise<boolean> {
			const key = `${uri.fsPath} ${keyOf(place)} ${fileState(uri.fsPath)?.stamp ?? ''}`;
			if (apart.has(key)) {
				return true;
			}
			const position = new vscode.Position(place.line, place.character);
			const asked = vscode.commands.executeCommand<vscode.Location[] | undefined>(
				'vscode.executeReferenceProvider',
				uri,
				position,
			);
			const given = Promise.resolve(asked).catch(() => undefined);
			const found = (await resultWithin(given, limited(timeLimit, ASK_LIMIT))) ?? [];
			const names = (path: string, at: vscode.Position) =>
				found.some(({ uri: { fsPath }, range: whole }) => fsPath === path && whole.contains(at));
			const isApart = names(uri.fsPath, position) && !names(query.document.uri.fsPath, range.start);
			if (isApart) {
				apart.add(key);
			}
			return isApart;
		}
	}

	async function askAt(
		uri: vscode.Uri,
		place: TextPlace,
		timeLimit: TimeLimit,
	): Promise<readonly vscode.Location[] | 'gone' | 'outdated' | undefined> {
		try {
			const { newerText } = await freshDocuments.open(uri, timeLimit);
			if (newerText !== undefined) {
				return 'outdated';
			}
		} catch (error) {
			if (timeLimit.signal.cancelled) {
				throw error;
			}
			// It is gone, or it is no text: then it refers to nothing.
			return 'gone';
		}
		const targets = await definitionsAt(uri, new vscode.Position(place.line, place.character), timeLimit);
		// What a server says while it is still reading need not be so.
		const language = languageFiles.languageOf(uri.fsPath);
		if (targets && targets.length > 0) {
			const certain = language !== undefined && languageServers.isSettled(language);
			knownDefinitions.set(uri.fsPath, place, targets, certain);
		}
		return targets;
	}

	function hasChanged(state: FileState | undefined): boolean {
		return state === undefined || state.time >= createdAt;
	}
}

/** `unread`: VS Code still has an older text of the file, so that the server cannot be asked about this one. */
type Verdict = 'belongs' | 'unresolved' | 'declares' | 'apart' | 'unread' | 'otherwise';

interface Asked {
	/** Where the symbol is declared and used, as far as that is known. */
	symbol: readonly vscode.Location[];
	/** It has several declarations, which need not mean the same. */
	isMerged: boolean;
}

function isAt({ uri, range }: vscode.Location, path: string, { line, character }: TextPlace): boolean {
	return uri.fsPath === path && range.contains(new vscode.Position(line, character));
}

function isSame(left: vscode.Location, right: vscode.Location): boolean {
	return left.uri.path === right.uri.path && left.range.intersection(right.range) !== undefined;
}

/** True when the whole name stands in the range, and not a longer one that begins or ends like it. */
function hasName(document: vscode.TextDocument, range: vscode.Range, word: string): boolean {
	const text = document.getText();
	const end = document.offsetAt(range.end);
	for (let at = text.indexOf(word, document.offsetAt(range.start)); at !== -1; at = text.indexOf(word, at + 1)) {
		if (at + word.length > end) {
			return false;
		}
		if (!NAME_PART.test(text.charAt(at - 1)) && !NAME_PART.test(text.charAt(at + word.length))) {
			return true;
		}
	}
	return false;
}

/** Some servers count the sign before the name, or the whole expression, as the reference. */
function isNear(place: TextPlace, found: readonly vscode.Location[] = []): boolean {
	return found.some(({ range }) => range.contains(new vscode.Position(place.line, place.character)));
}

function groupByFile(places: readonly vscode.Location[]): Map<string, vscode.Location[]> {
	const groups = new Map<string, vscode.Location[]>();
	for (const place of places) {
		const path = place.uri.fsPath;
		const group = groups.get(path) ?? [];
		groups.set(path, group);
		group.push(place);
	}
	return groups;
}

function keyOf({ line, character }: TextPlace): string {
	return `${line}:${character}`;
}
