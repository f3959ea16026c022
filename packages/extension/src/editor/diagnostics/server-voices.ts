import { basename } from 'node:path';
import { resultWithin, type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { isShippedLanguage } from '../language/language-servers.ts';
import { isBuiltin, serverExtensions } from '../language/server-extensions.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';
import { judgeSilence } from './judge-silence.ts';

/**
 * The first diagnostics that come for a file need not be the last. A linter speaks within milliseconds and the server for
 * types beside it within seconds, and VS Code does not say whose diagnostics have come; some servers begin with "no problems" and go on when
 * they have looked at types. How often servers speak of a file, and how long they take, is learned in each window.
 */
export interface ServerVoices {
	/**
	 * Waits until every server has answered about the document and has spoken of it as often as servers of its language do;
	 * `spoken` counts how often diagnostics have come. False when a server does not answer, or the time ends before its silence
	 * means anything: then nobody knows what it would say.
	 */
	allHeard(document: vscode.TextDocument, spoken: () => number, timeLimit: TimeLimit): Promise<boolean>;
	/** The servers of the document have started anew, and may be slower at first. */
	forget(document: vscode.TextDocument): void;
}

/** After so many documents it is known how often servers speak; many extensions for a language never do. */
const ENOUGH_DOCUMENTS = 3;
/** Until then, this long after it has answered about the document a single server is given to go on. */
const FIRST_SILENCE = 2000;
const MIN_SILENCE = 250;
/** Times as long as any server has needed before. */
const TIMES_AS_LONG = 3;
/** A server that has once gone on much later must not make every file wait so long that a call ends before any is checked. */
const MAX_LEARNED_SILENCE = 3000;

interface Heard {
	documents: number;
	mostSpoken: number;
	longestWait: number;
}

const NOTHING_HEARD: Heard = { documents: 0, mostSpoken: 0, longestWait: 0 };

export function createServerVoices(): ServerVoices {
	const byKind = new Map<string, Heard>();
	return {
		forget(document) {
			byKind.delete(kindOf(document));
		},
		async allHeard(document, spoken, { milliseconds, signal }) {
			const { languageId, uri } = document;
			const isShared = isReadByBuiltins(uri);
			// TypeScript is asked by other means, and a linter beside it speaks once.
			const isAlone = isTypeScriptLanguage(languageId) && !hasManyServers(document);
			if (!isShared && (isAlone || isShippedLanguage(languageId))) {
				return true;
			}
			const kind = kindOf(document);
			const start = Date.now();
			const left = () => ({ signal, milliseconds: Math.max(0, start + milliseconds - Date.now()) });
			if (!(await allAnswer(uri, left()))) {
				return false;
			}
			const answered = Date.now();
			const before = byKind.get(kind) ?? NOTHING_HEARD;
			const servers = Math.max(1, countOf(languageId));
			const isKnown = before.documents >= ENOUGH_DOCUMENTS;
			const awaited = isKnown && !isShared ? before.mostSpoken : Math.max(2, servers);
			const learned = Math.min(MAX_LEARNED_SILENCE, TIMES_AS_LONG * before.longestWait);
			const silence = Math.max(learned, TIMES_AS_LONG * (answered - start));
			const limit = isKnown ? Math.max(MIN_SILENCE, silence) : Math.max(FIRST_SILENCE, silence);
			const isHeard = () => Math.max(spoken(), sourcesOf(uri)) >= awaited;
			const untilSpoken = (timeLimit: TimeLimit) => until(vscode.languages.onDidChangeDiagnostics, isHeard, timeLimit);
			// Of several servers, one that is just starting is given all the time that there is: many never speak at all.
			const isPatient = !isKnown && servers > 1;
			const verdict = isPatient
				? await untilSpoken(left())
				: await judgeSilence({
						...{ silence: limit, times: TIMES_AS_LONG, left, untilSpoken },
						answers: () => allAnswer(uri, left()),
					});
			if (verdict === 'unknown') {
				return false;
			}
			const all = verdict === true || verdict === 'spoke';
			// Several documents are checked at once.
			const meanwhile = byKind.get(kind) ?? NOTHING_HEARD;
			byKind.set(kind, {
				documents: meanwhile.documents + 1,
				mostSpoken: Math.max(meanwhile.mostSpoken, spoken()),
				longestWait: all ? Math.max(meanwhile.longestWait, Date.now() - answered) : meanwhile.longestWait,
			});
			return true;
		},
	};
}

/** True where more than one extension may speak of the file. */
export function hasManyServers({ languageId, uri }: Pick<vscode.TextDocument, 'languageId' | 'uri'>): boolean {
	return countOf(languageId) > 1 || isReadByBuiltins(uri);
}

/**
 * VS Code's support for TypeScript speaks of its configuration files whenever it loads a project, and the one for writers of extensions
 * of every package.json. Both say "no problems" of files in which the server for JSON finds some.
 */
function isReadByBuiltins({ path }: vscode.Uri): boolean {
	return /^(?:package|[jt]sconfig(?:\..+)?)\.json$/u.test(basename(path));
}

function kindOf({ languageId, uri }: vscode.TextDocument): string {
	return isReadByBuiltins(uri) ? `${languageId}, shared` : languageId;
}

function countOf(languageId: string): number {
	return serverExtensions(languageId).filter(extension => !isBuiltin(extension)).length;
}

/** VS Code reports what comes within 50 ms as one; a problem of each server shows that all have spoken nevertheless. */
function sourcesOf(uri: vscode.Uri): number {
	return new Set(vscode.languages.getDiagnostics(uri).map(({ source }) => source)).size;
}

/** VS Code asks every server that offers these; each of them answers only once it has read the document. */
export async function allAnswer(uri: vscode.Uri, timeLimit: TimeLimit): Promise<boolean> {
	const asked = Promise.allSettled([
		vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri),
		vscode.commands.executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(0, 0)),
	]);
	return (await resultWithin(asked, timeLimit)) !== undefined;
}
