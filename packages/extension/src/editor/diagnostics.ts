import { stat } from 'node:fs/promises';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { Diagnostics, FileProblems, Problem } from '@hawser/core/ports/diagnostics.ts';
import * as vscode from 'vscode';
import { checkableFiles } from './checkable-files.ts';
import type { FreshDocuments } from './fresh-document.ts';
import type { LanguageServers } from './language-servers.ts';
import { orderProblems, toProblem } from './problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { tabUri } from './tab-uri.ts';
import type { TypeScriptDiagnostics } from './typescript-diagnostics.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import { startPatience } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** Below the 30 s a tool has, so that an unfinished answer is told as `not_ready` and not as a timeout. */
const PATIENCE = 25_000;
const RELOAD_LIMIT = 1500;
/** A server that was just started and speaks at all speaks by then; the ones shipped with VS Code need 0.1 to 1 s. */
const SPEAK_LIMIT = 6000;
const AT_ONCE = 8;

export function createDiagnostics({
	paths,
	freshDocuments,
	languageServers,
	typeScript,
	typeScriptDiagnostics,
	published,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptDiagnostics: TypeScriptDiagnostics;
	published: PublishedDiagnostics;
}): Diagnostics {
	return {
		async check(path, signal, progress) {
			const uri = await paths.resolve(path);
			if (!(await isFolder(uri))) {
				return [await checkFile(uri, startPatience(PATIENCE, signal))];
			}
			progress(`Looking for files below ${path}`);
			return checkAll(await checkableFiles(uri, signal), signal, progress);
		},
		async known(signal, progress) {
			const uris = new Map<string, vscode.Uri>();
			for (const uri of [...filesInTabs(), ...filesWithProblems()]) {
				uris.set(uri.toString(), uri);
			}
			return checkAll([...uris.values()], signal, progress);
		},
	};

	async function checkAll(
		uris: readonly vscode.Uri[],
		signal: Cancellation,
		progress: (message: string) => void,
	): Promise<FileProblems[]> {
		const patience = startPatience(PATIENCE, signal);
		const results: FileProblems[] = [];
		for (let start = 0; start < uris.length; start += AT_ONCE) {
			const batch = uris.slice(start, start + AT_ONCE);
			progress(`Checked ${start} of ${uris.length} files`);
			const checked = await Promise.allSettled(batch.map(uri => checkFile(uri, patience)));
			for (const [index, outcome] of checked.entries()) {
				const uri = batch[index];
				if (outcome.status === 'fulfilled') {
					results.push(outcome.value);
				} else if (uri && signal.cancelled) {
					throw outcome.reason;
				}
			}
		}
		return results;
	}

	async function checkFile(uri: vscode.Uri, patience: ReturnType<typeof startPatience>): Promise<FileProblems> {
		const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
		const path = paths.show(uri);
		const { signal } = patience.left();
		const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		if (newerText !== undefined) {
			return { path, freshness: 'stale', problems: publishedProblems(uri) };
		}
		if (await typeScript.answersFor(document, patience.left())) {
			if (folder) {
				await typeScriptDiagnostics.catchUp(folder, patience.left());
			}
			const problems = await typeScriptDiagnostics.check(document, patience.left());
			const others = publishedProblems(uri).filter(({ source }) => source !== 'ts');
			return problems
				? { path, freshness: 'fresh', problems: orderProblems([...problems, ...others]) }
				: { path, freshness: 'not_ready', problems: publishedProblems(uri) };
		}
		if (languageServers.knows(document.languageId, 'diagnostics') === false) {
			throw new ToolError(
				'E_NO_LANGUAGE_SERVER',
				`No extension in this window checks ${document.languageId} files, so nothing is known about ${path}.`,
				{ details: { language: document.languageId } },
			);
		}
		await languageServers.start(document.languageId, patience.left());
		const limit = { signal, milliseconds: Math.min(SPEAK_LIMIT, patience.left().milliseconds) };
		const { spoken, result } = await published.settle(document, limit, () => publishedProblems(uri));
		return { path, freshness: spoken ? 'fresh' : 'not_ready', problems: result };
	}

	function publishedProblems(uri: vscode.Uri): Problem[] {
		return orderProblems(vscode.languages.getDiagnostics(uri).map(diagnostic => toProblem(diagnostic, paths)));
	}
}

function filesInTabs(): vscode.Uri[] {
	return vscode.window.tabGroups.all
		.flatMap(group => group.tabs.map(tabUri))
		.filter(uri => uri !== undefined)
		.filter(({ scheme }) => scheme === 'file');
}

function filesWithProblems(): vscode.Uri[] {
	return vscode.languages
		.getDiagnostics()
		.filter(([uri, diagnostics]) => uri.scheme === 'file' && diagnostics.length > 0)
		.map(([uri]) => uri);
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
	try {
		return (await stat(uri.fsPath)).isDirectory();
	} catch {
		return false;
	}
}
