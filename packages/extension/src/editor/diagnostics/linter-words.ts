import { type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';

/**
 * What linters say of scripts. TypeScript answers when it is asked; a linter beside it speaks by itself, a moment after the text has
 * changed, and until then its problems are those of the text before.
 */
export interface LinterWords extends vscode.Disposable {
	/** True when a linter has spoken of a script in this language. */
	knows(languageId: string): boolean;
	/** Waits for the linters, where there are any. False when their problems may be of an older text. */
	settle(document: vscode.TextDocument, timeLimit: TimeLimit): Promise<boolean>;
}

/** How long a linter is given until it is known how long it takes. */
const FIRST_PATIENCE = 1500;
const MAX_PATIENCE = 5000;
/** Times as long as any change has taken it before. */
const TIMES_AS_LONG = 3;
/** What TypeScript has found must arrive in time, with or without the linter. */
const RESERVE = 300;

interface Known {
	own: string;
	others: string;
	spokenAt: number;
}

const NOTHING: Known = { own: '', others: '', spokenAt: 0 };

export function createLinterWords(): LinterWords {
	/** By language, the longest that a linter has taken; those without one are not in it. */
	const longest = new Map<string, number>();
	const changedAt = new Map<string, number>();
	const known = new Map<string, Known>();
	/** Files that are or were in a tab: of these TypeScript publishes problems by itself. */
	const inTabs = new Set(allTabs().map(tab => tabUri(tab)?.toString()));
	const subscriptions = vscode.Disposable.from(
		vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach(listen)),
		vscode.workspace.onDidOpenTextDocument(document => changed(document)),
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0) {
				changed(document);
			}
		}),
		vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.forEach(tab => inTabs.add(tabUri(tab)?.toString()))),
		vscode.workspace.onDidCloseTextDocument(({ uri }) => {
			changedAt.delete(uri.toString());
			known.delete(uri.toString());
		}),
	);
	return {
		dispose() {
			subscriptions.dispose();
		},
		knows: languageId => longest.has(languageId),
		async settle({ languageId, uri }, { milliseconds, signal }) {
			const took = longest.get(languageId);
			const since = changedAt.get(uri.toString());
			const patience = Math.min(MAX_PATIENCE, Math.max(FIRST_PATIENCE, TIMES_AS_LONG * (took ?? 0)));
			if (took === undefined || since === undefined || Date.now() > since + MAX_PATIENCE) {
				return true;
			}
			const hasSpoken = () => (known.get(uri.toString())?.spokenAt ?? 0) > since;
			const left = Math.min(since + patience - Date.now(), milliseconds - RESERVE);
			const spoke = await until(vscode.languages.onDidChangeDiagnostics, hasSpoken, {
				...{ milliseconds: Math.max(0, left), signal },
			});
			// Many say nothing of a file that stays clean.
			return spoke || othersOf(uri).length === 0;
		},
	};

	function changed({ languageId, uri }: vscode.TextDocument): void {
		if (isTypeScriptLanguage(languageId)) {
			changedAt.set(uri.toString(), Date.now());
		}
	}

	function listen(uri: vscode.Uri): void {
		const languageId = findDocument(uri)?.languageId;
		if (languageId === undefined || !isTypeScriptLanguage(languageId)) {
			return;
		}
		const key = uri.toString();
		const before = known.get(key) ?? NOTHING;
		const others = shapeOf(othersOf(uri));
		const own = shapeOf(vscode.languages.getDiagnostics(uri).filter(isTypeScripts));
		const isInTab = inTabs.has(key);
		// VS Code does not say who has spoken: it was not TypeScript alone when what TypeScript says is as before.
		const isLinter = !isInTab || others !== before.others || own === before.own;
		known.set(key, { own, others, spokenAt: isLinter ? Date.now() : before.spokenAt });
		const since = changedAt.get(key);
		const isFirst = since !== undefined && before.spokenAt <= since;
		const took = isLinter && isFirst && longest.has(languageId) ? Math.min(MAX_PATIENCE, Date.now() - since) : 0;
		if (others !== '' || took > 0 || !isInTab) {
			longest.set(languageId, Math.max(longest.get(languageId) ?? 0, took));
		}
	}
}

function othersOf(uri: vscode.Uri): vscode.Diagnostic[] {
	return vscode.languages.getDiagnostics(uri).filter(diagnostic => !isTypeScripts(diagnostic));
}

function isTypeScripts({ source }: vscode.Diagnostic): boolean {
	return source === 'ts';
}

function shapeOf(diagnostics: readonly vscode.Diagnostic[]): string {
	return diagnostics
		.map(({ message, range: { start, end } }) =>
			[start.line, start.character, end.line, end.character, message].join(' '),
		)
		.join('\n');
}
