import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import { delay } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import { mayDeclare } from '../shared/declaration-text.ts';
import type { AnsweredCalls } from './found-calls.ts';
import { referencesFirst } from './reference-locations.ts';

const FIRST_PAUSE = 200;
const MAX_PAUSE = 1600;
/** References that are looked at: where many are no calls, the others most often are none either. */
const MAX_REFERENCES = 50;
const CALL = /^\s*(?:::)?(?:<[^()<>]*>\s*)?\(/;

/**
 * Asks for callers once all references are known. A server that fails, because a file has changed under it, comes from VS Code as one that
 * has found none; so where references read like calls and no caller is found, it is asked again, and in the end not believed.
 */
export async function callersAfterReferences(
	query: LanguageQuery,
	question: () => Promise<LanguageAnswer<AnsweredCalls>>,
	languageQueries: LanguageQueries,
): Promise<LanguageAnswer<AnsweredCalls>> {
	const references = await referencesFirst(query, languageQueries);
	const freshness = references?.freshness ?? 'not_ready';
	const isCalled = await readsLikeCalled(references?.answer ?? [], query.document.languageId);
	for (let pause = FIRST_PAUSE; ; pause *= 2) {
		const answer = await question();
		const found = answer.answer.length === 0 || answer.answer.some(({ calls }) => calls.length > 0);
		if (found || !isCalled) {
			return { ...answer, freshness: combineFreshness([answer.freshness, freshness]) };
		}
		if (pause > MAX_PAUSE || query.timeLimit.left().milliseconds <= pause) {
			return { ...answer, freshness: 'not_ready' };
		}
		await delay(pause, query.timeLimit.left().signal);
	}
}

async function readsLikeCalled(references: readonly vscode.Location[], languageId: string): Promise<boolean> {
	for (const { uri, range } of references.slice(0, MAX_REFERENCES)) {
		const lines = (await serverText(uri)).split('\n');
		const line = lines[range.start.line] ?? '';
		const name = line.slice(range.start.character, range.isSingleLine ? range.end.character : undefined);
		const after = line.slice(range.start.character + name.length);
		if (CALL.test(after) && !mayDeclare(line, range.start.character, name, languageId)) {
			return true;
		}
	}
	return false;
}
