import { type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageServers } from '../language/language-servers.ts';
import { isBuiltin, serverExtensions } from '../language/server-extensions.ts';
import { judgeSilence } from './judge-silence.ts';
import type { LinterWords } from './linter-words.ts';
import { allAnswer } from './server-voices.ts';

/**
 * TypeScript answers in the first second of a window; a linter beside it is still starting then, and its silence would be taken for
 * "no problems". Which of the extensions for a language is a linter, nobody says.
 */
export interface LinterStart {
	/** Waits until linters have spoken of the document, or surely have nothing to say; false when that is not known. */
	ready(document: vscode.TextDocument, left: () => TimeLimit): Promise<boolean>;
}

/** Linters start within some seconds. */
const SILENCE = 3000;
/** Times as long as it takes to answer a question, a server may take to start. */
const SLOW_TIMES = 5;
/** Where nobody has spoken of so many files, there is no linter. */
const ENOUGH_FILES = 3;

export function createLinterStart({
	languageServers,
	linterWords,
}: {
	languageServers: LanguageServers;
	linterWords: LinterWords;
}): LinterStart {
	/** By language, the files of which nobody has spoken. */
	const silent = new Map<string, Set<string>>();
	return {
		async ready(document, left) {
			const { languageId, uri } = document;
			if (!linterWords.knows(languageId) && mayHaveLinter(languageId)) {
				await languageServers.start(languageId, left());
				const verdict = await judgeSilence({
					...{ silence: SILENCE, times: SLOW_TIMES, left },
					untilSpoken: timeLimit =>
						until(vscode.languages.onDidChangeDiagnostics, () => linterWords.knows(languageId), timeLimit),
					answers: () => allAnswer(uri, left()),
				});
				if (verdict === 'silent') {
					silent.set(languageId, (silent.get(languageId) ?? new Set()).add(uri.toString()));
				}
				return verdict === 'spoke' ? linterWords.settle(document, left()) : verdict === 'silent';
			}
			return linterWords.settle(document, left());
		},
	};

	function mayHaveLinter(languageId: string): boolean {
		return (
			(silent.get(languageId)?.size ?? 0) < ENOUGH_FILES &&
			serverExtensions(languageId).some(extension => !isBuiltin(extension))
		);
	}
}
