import { stat } from 'node:fs/promises';
import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import { limited, resultWithin, type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { isInTab } from '../documents/background-tabs.ts';
import { findDocument } from '../documents/find-document.ts';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import { judgeSilence } from './judge-silence.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { createPluginProblems } from './plugin-problems.ts';
import { orderProblems, toProblem } from './problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { hasManyServers } from './server-voices.ts';

/** Makes language servers say what they think of files that nobody has open. */
export interface BackgroundChecks {
	/** Undefined when the server says nothing about the file. */
	check(uri: vscode.Uri, languageId: string, left: () => TimeLimit): Promise<readonly Problem[] | undefined>;
}

/** Most servers check every open document, some only those in tabs: found out once per language. */
type Way = 'document' | 'tab';

/** A server that was just started and speaks at all speaks by then; the ones shipped with VS Code need 0.1 to 1 s. */
const SPEAK_LIMIT = 6000;
/** For a document that is in no tab; where nothing comes, a tab is tried. */
const TRIAL = 3000;
const RELOAD_LIMIT = 1500;
/** A server that has worked on the document, and has something to say, says it within this time. */
const SILENCE = 2000;
/** Times as long as it takes to answer a question, a server may take to check a file. */
const SLOW_TIMES = 5;

export function createBackgroundChecks({
	paths,
	freshDocuments,
	hiddenDocuments,
	keptDocuments,
	languageServers,
	typeScript,
	published,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	hiddenDocuments: HiddenDocuments;
	keptDocuments: KeptDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	published: PublishedDiagnostics;
}): BackgroundChecks {
	const pluginProblems = createPluginProblems({ typeScript, paths });
	const ways = new Map<string, Way>();
	/** Languages whose servers also speak of files in which they find nothing. */
	const speakOfClean = new Set<string>();
	const read = (uri: vscode.Uri) =>
		orderProblems(vscode.languages.getDiagnostics(uri).map(diagnostic => toProblem(diagnostic, paths)));
	return {
		async check(uri, languageId, left) {
			await languageServers.start(languageId, left());
			const { mtimeMs } = await stat(uri.fsPath);
			const { signal } = left();
			const hasProblems = vscode.languages.getDiagnostics(uri).length > 0;
			const existing = findDocument(uri);
			const isKnown = hasProblems && existing === undefined && published.publishedSince(uri, mtimeMs);
			const isOurs = existing === undefined || hiddenDocuments.has(existing);
			const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
			if (newerText !== undefined) {
				return undefined;
			}
			const isRead = !document.isDirty && isKnown && !mayNeedTab(document);
			const own = isRead ? read(uri) : await ask(document, { wasOpen: existing !== undefined, left });
			const more = own && (await pluginProblems.of(document, left()));
			const problems = more && orderProblems([...own, ...more]);
			// TypeScript's documents are kept or given up by those who ask it.
			if (isOurs && !isTypeScriptLanguage(languageId)) {
				// A server speaks once of what is opened: had it been too slow, it would be silent when the file is asked for again.
				if (problems) {
					keptDocuments.add(document);
				} else {
					await hiddenDocuments.hide(document);
				}
			}
			return problems;
		},
	};

	/** Of several servers one may speak of every open document and another only of those in tabs. */
	function mayNeedTab(document: vscode.TextDocument): boolean {
		return isInTab(document.uri) || hasManyServers(document);
	}

	async function ask(
		document: vscode.TextDocument,
		{ wasOpen, left }: { wasOpen: boolean; left: () => TimeLimit },
	): Promise<readonly Problem[] | undefined> {
		const { languageId } = document;
		if (mayNeedTab(document)) {
			return inTab(document, left);
		}
		const way = ways.get(languageId);
		// What comes for a document that was open before may only be the withdrawal of problems from a tab that was closed.
		const mayTry = way === 'document' || (way === undefined && !wasOpen);
		if (mayTry && (await speaksOf(document, left))) {
			languageServers.learn(languageId, 'diagnostics');
			ways.set(languageId, 'document');
			return lastWord(document, left);
		}
		if (ways.get(languageId) === 'document') {
			// Whoever speaks of clean files too is only slow.
			const verdict = speakOfClean.has(languageId) ? 'unknown' : await silenceAbout(document, left);
			return verdict === 'spoke' ? lastWord(document, left) : verdict === 'silent' ? [] : undefined;
		}
		const found = await inTab(document, left);
		if (found) {
			ways.set(languageId, 'tab');
		}
		return found;
	}

	function speaksOf(document: vscode.TextDocument, left: () => TimeLimit): Promise<boolean> {
		const silence = ways.get(document.languageId) === 'document' ? SILENCE : TRIAL;
		const spoke = () => published.publishedForNow(document.uri);
		return published.untilPublished(document, spoke, { timeLimit: left(), silence });
	}

	/** A server that has begun to speak and has not come to an end may have named a part of the problems. */
	async function lastWord(
		document: vscode.TextDocument,
		left: () => TimeLimit,
	): Promise<readonly Problem[] | undefined> {
		if (!(await published.allSaid(document, left()))) {
			return undefined;
		}
		const problems = read(document.uri);
		if (problems.length === 0) {
			speakOfClean.add(document.languageId);
		}
		return problems;
	}

	/** Some servers publish nothing for a clean file. Their silence counts once they have provably read the document. */
	async function silenceAbout(document: vscode.TextDocument, left: () => TimeLimit) {
		const answers = () => hasRead(document.uri, left);
		if (!(await answers())) {
			return 'unknown';
		}
		return judgeSilence({
			...{ silence: SILENCE, times: SLOW_TIMES, left, answers },
			untilSpoken: timeLimit =>
				until(vscode.languages.onDidChangeDiagnostics, () => published.publishedForNow(document.uri), timeLimit),
		});
	}

	async function hasRead(uri: vscode.Uri, left: () => TimeLimit): Promise<boolean> {
		const outline = vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri);
		return Array.isArray(await resultWithin(outline, limited(left(), SPEAK_LIMIT)));
	}

	async function inTab(document: vscode.TextDocument, left: () => TimeLimit): Promise<readonly Problem[] | undefined> {
		const { languageId, uri } = document;
		const known = languageServers.knows(languageId, 'diagnostics') === true;
		const options = { timeLimit: left(), silence: SPEAK_LIMIT, known };
		const { published: isPublished, result } = await published.settle(document, options, () => read(uri));
		if (!isPublished) {
			return undefined;
		}
		languageServers.learn(languageId, 'diagnostics');
		return result;
	}
}
