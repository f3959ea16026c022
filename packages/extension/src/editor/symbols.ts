import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { Freshness } from '@hawser/core/ports/freshness.ts';
import type { Symbols } from '@hawser/core/ports/symbols.ts';
import type { Position } from '@hawser/core/ports/text-position.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from './fresh-document.ts';
import { askWhenReady } from './language-answers.ts';
import type { LanguageQuestion, LanguageServers } from './language-servers.ts';
import { outlineTree } from './outline-tree.ts';
import { type Target, toPlaces } from './places.ts';
import { positionIn } from './positions.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import { startPatience } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** Below the 30 s a tool has, so that an unfinished answer is told as `not_ready` and not as a timeout. */
const PATIENCE = 25_000;
const RELOAD_LIMIT = 1500;

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

export function createSymbols({
	paths,
	freshDocuments,
	languageServers,
	typeScript,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
}): Symbols {
	return {
		async outline(path, signal) {
			const { answer, freshness } = await ask('outline', { path, signal }, uri =>
				vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			);
			return { freshness, symbols: outlineTree(answer) };
		},
		async definitions(path, position, signal) {
			const { answer, freshness } = await ask('definitions', { path, signal, position }, (uri, where) =>
				vscode.commands.executeCommand<Target[] | undefined>('vscode.executeDefinitionProvider', uri, where),
			);
			return { freshness, places: toPlaces(answer, paths) };
		},
		async references(path, position, signal) {
			const { answer, freshness } = await ask('references', { path, signal, position }, (uri, where) =>
				vscode.commands.executeCommand<Target[] | undefined>('vscode.executeReferenceProvider', uri, where),
			);
			return { freshness, places: toPlaces(answer, paths) };
		},
	};

	async function ask<T>(
		question: LanguageQuestion,
		{ path, signal, position }: { path: string; signal: Cancellation; position?: Position },
		put: (uri: vscode.Uri, where: vscode.Position | undefined) => PromiseLike<readonly T[] | undefined>,
	): Promise<{ answer: readonly T[]; freshness: Freshness }> {
		const uri = await paths.resolve(path);
		const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		const where = position && positionIn(document, position, paths.show(uri));
		const { answer, complete, nobody } = await askWhenReady<T>(
			{ document, question, ask: () => put(document.uri, where) },
			{ languageServers, typeScript, patience: startPatience(PATIENCE, signal) },
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
