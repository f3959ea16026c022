import { delay, resultWithin, type startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { answerShape } from './answer-shape.ts';
import type { LanguageQuestion, LanguageServers } from './language-servers.ts';
import { createWitness } from './server-witness.ts';

interface Question<T> {
	document: vscode.TextDocument;
	question: LanguageQuestion;
	/** Asks at this position instead of the one asked about, if given. */
	ask: (elsewhere?: vscode.Position) => PromiseLike<readonly T[] | undefined>;
	/** Asks about another document. */
	askIn?: (document: vscode.TextDocument, where: vscode.Position) => PromiseLike<readonly T[] | undefined>;
	/** The caller checks by other means that an answer is whole, so that the first one that is not empty will do. */
	checked?: boolean;
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
	timeLimit: ReturnType<typeof startTimeLimit>;
	/** The documents whose project was loaded, with the time and the load generation at which that was noticed. */
	loadedFor: WeakMap<vscode.TextDocument, { time: number; generation: number }>;
}

export async function askWhenReady<T>(question: Question<T>, dependencies: Dependencies): Promise<Answer<T>> {
	const { document } = question;
	const { typeScript, timeLimit } = dependencies;
	return (await typeScript.answersFor(document, timeLimit.left()))
		? askTypeScript(question, dependencies)
		: askOther(question, dependencies);
}

/** While the project is loaded TypeScript answers this in a few milliseconds. */
const QUICK = 300;
/** The proof holds for this long, unless the answer is slow: a restarted server needs longer than `QUICK`. */
const STILL_LOADED = 2000;
const ATTEMPTS = 5;

/**
 * VS Code runs two TypeScript servers, and while the project loads it lets the second answer, which knows only the files
 * that are open: 0 to 2 of 5 references in a window opened a second ago. So the first server, which cannot answer before the
 * project is loaded, is asked for the file's syntax errors, and the question is put when that is answered. Where the
 * project was loaded for this document and nothing has happened since that could start another load, both are asked at once:
 * then the first answer only proves that the server has not been restarted meanwhile, and costs no time.
 */
async function askTypeScript<T>(
	{ document, question, ask }: Question<T>,
	{ typeScript, timeLimit, loadedFor }: Dependencies,
): Promise<Answer<T>> {
	let answer: readonly T[] = [];
	for (let attempt = 0; attempt < ATTEMPTS && timeLimit.left().milliseconds > 0; attempt++) {
		const generation = typeScript.loadGeneration;
		const known = loadedFor.get(document);
		const wasLoaded = known?.generation === generation;
		if (wasLoaded && Date.now() - known.time < STILL_LOADED) {
			const start = Date.now();
			const given = await answerWithin(ask(), timeLimit.left());
			answer = given ?? answer;
			if (given && typeScript.loadGeneration === generation && Date.now() - start < QUICK) {
				return { answer, complete: true, nobody: false };
			}
		}
		const load = { done: false, quick: false };
		const start = Date.now();
		const loading = typeScript.request('syntacticDiagnosticsSync', document.uri, timeLimit.left()).then(
			body => {
				load.done = body !== undefined;
				load.quick = Date.now() - start < QUICK;
			},
			() => undefined,
		);
		// The outline needs no project: the second server always gives it, from the text of the one file.
		const atOnce = wasLoaded || (question === 'outline' && attempt === 0);
		if (!atOnce) {
			await loading;
		}
		const given = await answerWithin(ask(), timeLimit.left());
		if (given === undefined) {
			// Silence is no answer, least of all an empty one.
			break;
		}
		answer = given;
		if (question === 'outline' && answer.length > 0) {
			return { answer, complete: true, nobody: false };
		}
		const certain = load.done && (!atOnce || load.quick);
		await loading;
		if (load.done && typeScript.loadGeneration === generation) {
			loadedFor.set(document, { generation, time: Date.now() });
			if (certain) {
				return { answer, complete: true, nobody: false };
			}
		}
	}
	return { answer, complete: false, nobody: false };
}

const FIRST_PAUSE = 100;
const MAX_PAUSE = 800;
/** How often a server that answers about this file is asked before its silence about this question counts. */
const ENOUGH = 3;
const ROUNDS_OF_SILENCE = 2;
/** Other documents that are asked about. */
const OTHERS = 3;

/** Servers that load in the background answer more and more: two equal answers in a row are taken as the whole. */
async function askOther<T>(question: Question<T>, dependencies: Dependencies): Promise<Answer<T>> {
	const { languageServers, timeLimit } = dependencies;
	const { languageId } = question.document;
	const knows = () => languageServers.knows(languageId, question.question);
	if (knows() === false) {
		return { answer: [], complete: true, nobody: true };
	}
	await languageServers.start(languageId, timeLimit.left());
	const start = Date.now();
	let previous: string | undefined;
	let answer: readonly T[] = [];
	let equal = 0;
	for (let pause = FIRST_PAUSE; timeLimit.left().milliseconds > 0; pause = Math.min(pause * 2, MAX_PAUSE)) {
		const given = await answerWithin(question.ask(), timeLimit.left());
		if (given === undefined) {
			break;
		}
		answer = given;
		const shape = answerShape(answer);
		equal = shape === previous ? equal + 1 : 0;
		if (previous !== undefined && equal === 0) {
			languageServers.noteGrowth(languageId);
		}
		const whole = equal > 0 || question.checked === true || languageServers.isShipped(languageId);
		if (answer.length > 0 && (whole || languageServers.isSettled(languageId))) {
			languageServers.learn(languageId, question.question, createWitness(question.document.uri, question.ask));
			return { answer, complete: true, nobody: false };
		}
		if (answer.length === 0 && equal > 0) {
			const elsewhere = knows()
				? await answersYet(question, dependencies)
				: await answersElsewhere(question, dependencies);
			if (elsewhere === 'answers') {
				return { answer, complete: true, nobody: false };
			}
			// The server speaks about this file, but not about this question: never, or not before it has loaded the project.
			const mayLoad = !languageServers.isShipped(languageId) && !languageServers.isSettled(languageId);
			const isThere = elsewhere === 'silent' || languageServers.answered(languageId).length > 0;
			const isLoading = isThere && mayLoad;
			const saysNothing = elsewhere === 'silent' || languageServers.wasSilent(languageId, question.question);
			if (
				(saysNothing && !isLoading && equal >= ENOUGH) ||
				Date.now() - start > languageServers.silenceLimit(languageId)
			) {
				const nobody =
					!isLoading && !languageServers.mayBeStarting(languageId) && (await isSilentNow(question, dependencies));
				if (nobody) {
					languageServers.noteSilence(languageId, question.question);
				}
				return { answer, complete: false, nobody };
			}
		}
		previous = shape;
		await delay(pause, timeLimit.left().signal);
	}
	return { answer, complete: false, nobody: false };
}

/** A server that is known to answer this kind of question has none here, unless it has crashed: then it may come back. */
async function answersYet<T>(
	{ document: { languageId }, question }: Question<T>,
	{ languageServers, timeLimit }: Dependencies,
): Promise<'answers' | 'unknown'> {
	return (await languageServers.stillAnswers(languageId, question, timeLimit.left())) ? 'answers' : 'unknown';
}

/**
 * A server that is kept busy by edits and opened files gives up what it was asked, which VS Code passes on as "nothing". So its silence
 * counts only while it answers something else.
 */
async function isSilentNow<T>(question: Question<T>, dependencies: Dependencies): Promise<boolean> {
	const { languageServers, timeLimit } = dependencies;
	for (let round = 0; round < ROUNDS_OF_SILENCE; round++) {
		const isAwake = await languageServers.answersOther(
			question.document.languageId,
			question.question,
			timeLimit.left(),
		);
		if (isAwake === undefined) {
			// It never answered anything that could tell.
			return true;
		}
		const given = isAwake ? await answerWithin(question.ask(), timeLimit.left()) : undefined;
		if (given?.length !== 0 || (await answersElsewhere(question, dependencies)) === 'answers') {
			return false;
		}
	}
	return !(await answersInOthers(question, dependencies));
}

/** A file may be special: of what stands in a file of procedural macros, rust-analyzer knows no calls. */
async function answersInOthers<T>(question: Question<T>, dependencies: Dependencies): Promise<boolean> {
	const { document, askIn } = question;
	const others = vscode.workspace.textDocuments.filter(
		({ languageId, uri, isClosed }) =>
			languageId === document.languageId && uri.toString() !== document.uri.toString() && !isClosed,
	);
	for (const other of askIn ? others.slice(0, OTHERS) : []) {
		const ask = (where = new vscode.Position(0, 0)) => askIn?.(other, where) ?? Promise.resolve(undefined);
		if ((await answersElsewhere({ ...question, document: other, ask }, dependencies)) === 'answers') {
			return true;
		}
	}
	return false;
}

/** The answer, with undefined for "nothing" turned into an empty one; undefined when none came in time. */
async function answerWithin<T>(
	asked: PromiseLike<readonly T[] | undefined>,
	timeLimit: TimeLimit,
): Promise<readonly T[] | undefined> {
	const outcome = await resultWithin(
		Promise.resolve(asked).then(answer => ({ answer })),
		timeLimit,
	);
	return outcome === undefined ? undefined : (outcome.answer ?? []);
}

const SAMPLE = 3;
/** Kinds of symbols that have an answer to the question wherever there is a provider for it. */
const KINDS: Partial<Record<LanguageQuestion, readonly vscode.SymbolKind[]>> = {
	calls: [vscode.SymbolKind.Function, vscode.SymbolKind.Method, vscode.SymbolKind.Constructor],
	'type hierarchies': [vscode.SymbolKind.Class, vscode.SymbolKind.Interface, vscode.SymbolKind.Struct],
};
/** Questions that a provider answers at every symbol of these kinds. To others, most symbols have no answer. */
const ALWAYS_ANSWERED: ReadonlySet<LanguageQuestion> = new Set([
	'references',
	'hovers',
	'calls',
	'type hierarchies',
	'renames',
]);

/**
 * vscode does not tell "no provider" from "found nothing". But whoever answers this kind of question at all has an answer
 * where a symbol of the same file is declared. `silent`: the server knows the file's symbols and answers at none of them.
 */
async function answersElsewhere<T>(
	{ document, question, ask }: Question<T>,
	{ languageServers, timeLimit }: Dependencies,
): Promise<'answers' | 'silent' | 'unknown'> {
	if (question === 'outline') {
		return 'unknown';
	}
	const outline = await resultWithin(
		vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', document.uri),
		timeLimit.left(),
	);
	const kinds = KINDS[question];
	const symbols = flatten(outline ?? []).filter(({ kind }) => kinds === undefined || kinds.includes(kind));
	for (const symbol of symbols.slice(0, SAMPLE)) {
		const { start } = 'selectionRange' in symbol ? symbol.selectionRange : symbol.location.range;
		const given = await answerWithin(ask(start), timeLimit.left());
		if (given === undefined) {
			return 'unknown';
		}
		if (given.length > 0) {
			languageServers.learn(
				document.languageId,
				question,
				createWitness(document.uri, () => ask(start)),
			);
			return 'answers';
		}
	}
	return symbols.length > 0 && ALWAYS_ANSWERED.has(question) ? 'silent' : 'unknown';
}

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

function flatten(symbols: readonly FileSymbol[]): FileSymbol[] {
	return symbols.flatMap(symbol => [symbol, ...('children' in symbol ? flatten(symbol.children) : [])]);
}
