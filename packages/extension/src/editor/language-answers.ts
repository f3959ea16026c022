import type * as vscode from 'vscode';
import type { LanguageQuestion, LanguageServers } from './language-servers.ts';
import type { TypeScriptServer } from './typescript-server.ts';
import { delay, type startPatience, within } from './until.ts';

interface Question<T> {
	document: vscode.TextDocument;
	question: LanguageQuestion;
	ask: () => PromiseLike<readonly T[] | undefined>;
}

interface Answer<T> {
	answer: readonly T[];
	/** The server had loaded what it needs. */
	complete: boolean;
	/** There is no server for this question. */
	nobody: boolean;
}

interface Dependencies {
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	patience: ReturnType<typeof startPatience>;
}

export async function askWhenReady<T>(question: Question<T>, dependencies: Dependencies): Promise<Answer<T>> {
	const { document } = question;
	const { typeScript, patience } = dependencies;
	return (await typeScript.answersFor(document, patience.left()))
		? askTypeScript(question, dependencies)
		: askOther(question, dependencies);
}

/**
 * VS Code runs two TypeScript servers, and while the project loads it lets the second answer, which knows only the files
 * that are open: 0 to 2 of 5 references in a window opened a second ago. A server answers in the order of the questions, so a
 * question put to the first server just before ours tells who answered: is it still open when ours is answered, then the
 * other server was asked, and it is worth asking again. When the project is loaded this costs no extra time.
 */
async function askTypeScript<T>(
	{ document, question, ask }: Question<T>,
	{ typeScript, patience }: Dependencies,
): Promise<Answer<T>> {
	let answer: readonly T[] = [];
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const load = { done: false };
		const loading = typeScript.request('syntacticDiagnosticsSync', document.uri, patience.left()).then(
			body => {
				load.done = body !== undefined;
			},
			() => undefined,
		);
		answer = (await within(ask(), patience.left())) ?? [];
		// The outline needs no project: the second server always gives it, from the text of the one file.
		if (load.done || (question === 'outline' && answer.length > 0)) {
			return { answer, complete: true, nobody: false };
		}
		await loading;
	}
	return { answer, complete: false, nobody: false };
}

const ATTEMPTS = 4;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 800;

/** Servers that load in the background answer more and more: two equal answers in a row are taken as the whole. */
async function askOther<T>(
	{ document, question, ask }: Question<T>,
	{ languageServers, patience }: Dependencies,
): Promise<Answer<T>> {
	const { languageId } = document;
	if (languageServers.knows(languageId, question) === false) {
		return { answer: [], complete: true, nobody: true };
	}
	await languageServers.start(languageId, patience.left());
	let previous: string | undefined;
	let answer: readonly T[] = [];
	for (let pause = FIRST_PAUSE; patience.left().milliseconds > 0; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
		answer = (await within(ask(), patience.left())) ?? [];
		if (answer.length > 0 && languageServers.knows(languageId, question) === true) {
			return { answer, complete: true, nobody: false };
		}
		const shape = JSON.stringify(answer);
		if (shape === previous) {
			if (answer.length > 0) {
				languageServers.learn(languageId, question);
			}
			return {
				answer,
				complete: true,
				nobody: answer.length === 0 && languageServers.knows(languageId, question) !== true,
			};
		}
		previous = shape;
		await delay(pause, patience.left().signal);
	}
	return { answer, complete: false, nobody: false };
}
