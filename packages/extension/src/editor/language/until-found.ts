import { delay, limited } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import { isAnnounced, isDeclaredApart } from '../shared/declaration-text.ts';
import { answerShape } from './answer-shape.ts';
import type { DeclarationCheck } from './declaration-check.ts';
import type { LanguageFiles } from './language-files.ts';
import type { LanguageAnswer, LanguageQuery } from './language-query.ts';
import type { LanguageServers } from './language-servers.ts';

const FIRST_PAUSE = 150;
const MAX_PAUSE = 1200;
const BRING_IN_LIMIT = 8000;
/** A server that has been shown the declaration for this long and is still silent does not see the connection. */
const NO_PROGRESS = 6000;
/** One that has come to rest, or has an answer, needs no more than to read the files that were opened. */
const NO_PROGRESS_AT_REST = 1500;

/**
 * A server that has not read the declaring file yet says "none" of a name, exactly as if there was none; and clangd gives the prototype
 * until it has read the source with the definition. So the files that seem to declare the name are opened, and it is asked again. An
 * answer that stays empty, although the project declares the name, counts only once the server has come to rest.
 */
export async function untilFound<T>({
	query: { document, where, timeLimit },
	question,
	placesOf,
	declarationCheck,
	languageFiles,
	languageServers,
}: {
	query: LanguageQuery;
	question: () => Promise<LanguageAnswer<T>>;
	placesOf: (answer: T) => readonly vscode.Location[];
	declarationCheck: DeclarationCheck;
	languageFiles: LanguageFiles;
	languageServers: LanguageServers;
}): Promise<LanguageAnswer<T>> {
	const { languageId } = document;
	let answer = await question();
	const range = where && document.getWordRangeAtPosition(where);
	const name = range && document.getText(range);
	if (!name || (await isEnough(answer))) {
		return answer;
	}
	const languages = languageFiles.servedWith(languageId);
	const known = new Set([document.uri.fsPath, ...answer.answer.flatMap(placesOf).map(({ uri }) => uri.fsPath)]);
	const declaring = await declarationCheck.bringIn(name, known, languages, limited(timeLimit.left(), BRING_IN_LIMIT));
	if (declaring === 0) {
		return answer;
	}
	const start = Date.now();
	for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
		const before = answerShape(answer.answer);
		answer = await question();
		if (await isEnough(answer)) {
			return answer;
		}
		if (answerShape(answer.answer) !== before) {
			languageServers.noteGrowth(languageId);
		}
		const atRest = answer.answer.length > 0 || languageServers.isSettled(languageId);
		const patience = atRest ? NO_PROGRESS_AT_REST : NO_PROGRESS;
		if (Date.now() - start > patience || timeLimit.left().milliseconds <= pause) {
			return atRest ? answer : { ...answer, freshness: 'not_ready' };
		}
		await delay(pause, timeLimit.left().signal);
	}

	async function isEnough({ answer: given }: LanguageAnswer<T>): Promise<boolean> {
		if (given.length === 0 || !isDeclaredApart(languageId)) {
			return given.length > 0;
		}
		const announced = await Promise.all(given.flatMap(placesOf).map(isOnlyAnnounced));
		return announced.length === 0 || announced.includes(false);
	}
}

async function isOnlyAnnounced({ uri, range: { start } }: vscode.Location): Promise<boolean> {
	const text = await serverText(uri).catch(() => '');
	const lines = text.split('\n');
	const offset = lines.slice(0, start.line).reduce((sum, line) => sum + line.length + 1, 0) + start.character;
	return isAnnounced(text, offset);
}
