import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { Freshness } from '@hawser/core/ports/freshness.ts';
import type { Symbols } from '@hawser/core/ports/symbols.ts';
import type { Position } from '@hawser/core/ports/text-position.ts';
import * as vscode from 'vscode';
import type { FreshDocument, FreshDocuments } from './fresh-document.ts';
import { askWhenReady } from './language-answers.ts';
import type { LanguageQuestion, LanguageServers } from './language-servers.ts';
import { outlineTree } from './outline-tree.ts';
import { type Target, targetUri, toPlaces } from './places.ts';
import { positionIn } from './positions.ts';
import type { TypeScriptNews } from './typescript-news.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from './typescript-server.ts';
import { type Patience, startPatience } from './until.ts';
import type { WiderReferences } from './wider-references.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** Below the 30 s a tool has, so that an unfinished answer is told as `not_ready` and not as a timeout. */
const PATIENCE = 25_000;
const RELOAD_LIMIT = 1500;

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

/** What is asked about: a place in a document, and how long the whole call may take. */
interface Subject extends FreshDocument {
	where?: vscode.Position;
	patience: { left: () => Patience };
}

export function createSymbols({
	paths,
	freshDocuments,
	languageServers,
	typeScript,
	typeScriptNews,
	widerReferences,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptNews: TypeScriptNews;
	widerReferences: WiderReferences;
}): Symbols {
	const loadedFor = new WeakMap<vscode.TextDocument, { time: number; occasions: number }>();
	return {
		async outline(path, signal) {
			const subject = await open(path, signal);
			const { answer, freshness } = await ask('outline', subject, ({ uri }) =>
				vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			);
			return { freshness, symbols: outlineTree(answer) };
		},
		async definitions(path, position, signal) {
			const subject = await open(path, signal, position);
			const { answer, freshness } = await withNews(subject, () =>
				ask('definitions', subject, ({ uri }, where) =>
					vscode.commands.executeCommand<Target[] | undefined>('vscode.executeDefinitionProvider', uri, where),
				),
			);
			return { freshness, places: toPlaces(answer, paths) };
		},
		async references(path, position, signal) {
			const subject = await open(path, signal, position);
			const { answer, freshness } = await withNews(subject, () => everyReference(subject));
			return { freshness, places: toPlaces(answer, paths) };
		},
	};

	/** While the question is under way, the disk is looked at for what TypeScript cannot know yet; if so, it is asked again. */
	async function withNews<T>({ document, patience }: Subject, question: () => Promise<T>): Promise<T> {
		const folder = vscode.workspace.getWorkspaceFolder(document.uri);
		if (folder === undefined || !isTypeScriptLanguage(document.languageId)) {
			return question();
		}
		const [answer, state] = await Promise.all([question(), typeScriptNews.deliver(folder.uri, patience.left())]);
		return state === 'delivered' ? question() : answer;
	}

	async function everyReference(subject: Subject) {
		const { document, where, patience } = subject;
		const range = where && isTypeScriptLanguage(document.languageId) && document.getWordRangeAtPosition(where);
		const word = range && document.getText(range);
		const mentions = word ? widerReferences.lookFor(word, patience.left()) : undefined;
		mentions?.catch(() => undefined);
		const first = await references(subject);
		if (!word || mentions === undefined || first.answer.length === 0) {
			return first;
		}
		const answered = new Set(first.answer.map(target => targetUri(target).toString()));
		const brought = await widerReferences.bringIn(await mentions, answered, patience.left());
		const whole = brought === 'nothing' ? first : await references(subject);
		if (brought === 'too_many') {
			return { ...whole, freshness: 'not_ready' as const };
		}
		widerReferences.settle(word);
		return whole;
	}

	function references(subject: Subject) {
		return ask('references', subject, ({ uri }, where) =>
			vscode.commands.executeCommand<Target[] | undefined>('vscode.executeReferenceProvider', uri, where),
		);
	}

	async function open(path: string, signal: Cancellation, position?: Position): Promise<Subject> {
		const uri = await paths.resolve(path);
		const fresh = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		const where = position && positionIn(fresh.document, position, paths.show(uri));
		return { ...fresh, ...(where && { where }), patience: startPatience(PATIENCE, signal) };
	}

	async function ask<T>(
		question: LanguageQuestion,
		{ document, newerText, where, patience }: Subject,
		put: (document: vscode.TextDocument, where?: vscode.Position) => PromiseLike<readonly T[] | undefined>,
	): Promise<{ answer: readonly T[]; freshness: Freshness }> {
		const { answer, complete, nobody } = await askWhenReady<T>(
			{ document, question, ask: elsewhere => put(document, elsewhere ?? where) },
			{ languageServers, typeScript, patience, loadedFor },
		);
		if (nobody) {
			throw new ToolError(
				'E_NO_LANGUAGE_SERVER',
				`No extension in this window answers for ${question} in ${document.languageId} files.`,
				{ details: { language: document.languageId } },
			);
		}
		const answered = complete ? 'fresh' : 'not_ready';
		return { answer, freshness: newerText === undefined ? answered : 'stale' };
	}
}
