import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { Freshness } from '@hawser/core/ports/values/freshness.ts';
import type { Position } from '@hawser/core/ports/values/text-position.ts';
import { cellAddress } from '@hawser/core/text/notebook-text.ts';
import { startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import { positionIn } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptEvents } from '../typescript/typescript-events.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { isScript, type UnloadedQuestions, type UnloadedScripts } from '../typescript/unloaded-scripts.ts';
import type { DeclarationCheck } from './declaration-check.ts';
import { definitionsAt } from './definitions-at.ts';
import { askWhenReady } from './language-answers.ts';
import type { LanguageFiles } from './language-files.ts';
import type { LanguageAnswer, LanguageQuery } from './language-query.ts';
import type { LanguageQuestion, LanguageServers } from './language-servers.ts';
import type { ReferenceCandidates } from './reference-candidates.ts';
import type { ReferenceChecks } from './reference-check.ts';
import { untilFound } from './until-found.ts';
import { untilWhole } from './until-whole.ts';

/** A tool has 60 s. All its questions together have less, so that an unfinished answer is reported as `not_ready` and not as a timeout. */
const TOOL_LIMIT = 50_000;
const CALL_LIMIT = 30_000;
/** The outline comes before the question proper; both together stay below the time of the tool. */
const OUTLINE_LIMIT = 20_000;
/** VS Code loads a file that changed on disk within a second, a busy machine later; an answer before that is about the old text. */
const RELOAD_LIMIT = 8000;

/** Asks language servers so that the answer is correct: about the newest text, and once the project is loaded. */
export interface LanguageQueries {
	open(path: string, signal: Cancellation, position?: Position): Promise<LanguageQuery>;
	/** Puts the question when the server is ready; E_NO_LANGUAGE_SERVER when nobody answers it. */
	ask<T>(
		question: LanguageQuestion,
		query: LanguageQuery,
		put: (document: vscode.TextDocument, where?: vscode.Position) => PromiseLike<readonly T[] | undefined>,
	): Promise<LanguageAnswer<T>>;
	/** Asks, and meanwhile looks on disk for changes that TypeScript cannot know yet; if there are any, it asks again. */
	askUpToDate<T extends { freshness: Freshness }>(query: LanguageQuery, question: () => Promise<T>): Promise<T>;
	/**
	 * Asks for all places of a symbol until they are all there: the files that mention the name and are not in the answer are
	 * brought to the server's attention, and it is asked again. An answer that stays in doubt is `not_ready`. `inUnloaded` adds to an answer
	 * of TypeScript what is found in projects that it has not loaded; where it cannot, they are loaded.
	 */
	everywhere<T>(
		query: LanguageQuery,
		question: () => Promise<LanguageAnswer<T>>,
		placesOf: (answer: T) => readonly vscode.Location[],
		inUnloaded: (ask: UnloadedQuestions, answer: readonly T[]) => Promise<readonly T[] | undefined>,
	): Promise<LanguageAnswer<T>>;
	/** Asks about the name at the position until the server has read what declares it; an empty answer that it may still complete is `not_ready`. */
	untilFound<T>(
		query: LanguageQuery,
		question: () => Promise<LanguageAnswer<T>>,
		placesOf?: (answer: T) => readonly vscode.Location[],
	): Promise<LanguageAnswer<T>>;
}

export function createLanguageQueries({
	paths,
	freshDocuments,
	languageServers,
	typeScript,
	typeScriptEvents,
	referenceCandidates,
	referenceChecks,
	declarationCheck,
	languageFiles,
	openNotebooks,
	unloadedScripts,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	referenceCandidates: ReferenceCandidates;
	referenceChecks: ReferenceChecks;
	declarationCheck: DeclarationCheck;
	languageFiles: LanguageFiles;
	openNotebooks: Pick<OpenNotebooks, 'isNotebook' | 'cell'>;
	unloadedScripts: UnloadedScripts;
}): LanguageQueries {
	const loadedFor = new WeakMap<vscode.TextDocument, { time: number; generation: number }>();
	/** When a tool asked its first question; each call of a tool has a signal of its own. */
	const begun = new WeakMap<Cancellation, number>();
	return {
		async open(path, signal, position) {
			const start = begun.get(signal) ?? Date.now();
			begun.set(signal, start);
			const inTool = (most: number) => Math.max(0, Math.min(most, start + TOOL_LIMIT - Date.now()));
			const cell = await openNotebooks.cell(path, signal);
			const uri = cell ? cell.uri : await paths.resolve(path);
			if (!cell && openNotebooks.isNotebook(uri)) {
				throw aboutCells(paths.show(uri));
			}
			const fresh = await freshDocuments.open(uri, { milliseconds: inTool(RELOAD_LIMIT), signal });
			const where = position && positionIn(fresh.document, position, paths.show(uri));
			return {
				...fresh,
				...(where && { where }),
				timeLimit: startTimeLimit(inTool(where ? CALL_LIMIT : OUTLINE_LIMIT), signal),
			};
		},
		async ask<T>(
			question: LanguageQuestion,
			{ document, newerText, where, timeLimit }: LanguageQuery,
			put: (document: vscode.TextDocument, where?: vscode.Position) => PromiseLike<readonly T[] | undefined>,
		) {
			const { answer, complete, nobody } = await askWhenReady<T>(
				{
					...{ document, question, checked: CHECKED.has(question) },
					ask: elsewhere => put(document, elsewhere ?? where),
					askIn: put,
				},
				{ languageServers, typeScript, timeLimit, loadedFor },
			);
			if (nobody) {
				throw nobodyAnswers(question, document);
			}
			const answered = complete ? 'fresh' : 'not_ready';
			return { answer, freshness: newerText === undefined ? answered : 'stale' };
		},
		async askUpToDate({ document, timeLimit }, question) {
			if (!(await typeScript.answersFor(document, timeLimit.left()))) {
				return question();
			}
			const [answer, state] = await Promise.all([question(), typeScriptEvents.deliver(timeLimit.left())]);
			if (state === 'current') {
				return answer;
			}
			const again = await question();
			// The server still believes an older text of a document that is open.
			return state === 'behind' ? { ...again, freshness: combineFreshness([again.freshness, 'stale']) } : again;
		},
		async everywhere(query, question, placesOf, inUnloaded) {
			const { document, timeLimit } = query;
			if (await typeScript.answersFor(document, timeLimit.left())) {
				return inProjects(query, question, placesOf, inUnloaded);
			}
			const isShipped = languageServers.isShipped(document.languageId);
			const check = isShipped ? undefined : referenceChecks.start(query);
			if (check) {
				return untilWhole({ query, question, placesOf, check, languageServers });
			}
			const answer = await question();
			// An operator, say: no name to look for, so nothing but the server's rest tells that it knows all.
			const isKnown = isShipped || answer.answer.length === 0 || languageServers.isSettled(document.languageId);
			return isKnown ? answer : { ...answer, freshness: combineFreshness([answer.freshness, 'not_ready']) };
		},
		async untilFound(query, question, placesOf = () => []) {
			const { document, timeLimit } = query;
			return languageServers.isShipped(document.languageId) || (await typeScript.answersFor(document, timeLimit.left()))
				? question()
				: untilFound({ query, question, placesOf, declarationCheck, languageFiles, languageServers });
		},
	};

	/**
	 * TypeScript says which files it has loaded. The others that mention the name are asked about by themselves, or brought in and the question
	 * is put again.
	 */
	async function inProjects<T>(
		{ document, where, timeLimit }: LanguageQuery,
		question: () => Promise<LanguageAnswer<T>>,
		placesOf: (answer: T) => readonly vscode.Location[],
		inUnloaded: (ask: UnloadedQuestions, answer: readonly T[]) => Promise<readonly T[] | undefined>,
	): Promise<LanguageAnswer<T>> {
		const range = where && document.getWordRangeAtPosition(where);
		const word = range && document.getText(range);
		const mentions = word ? referenceCandidates.lookFor(word, timeLimit.left()) : undefined;
		mentions?.catch(() => undefined);
		const first = await question();
		if (!word || mentions === undefined || first.answer.length === 0) {
			return first;
		}
		const answered = new Set(first.answer.flatMap(placesOf).map(({ uri }) => uri.toString()));
		const found = await mentions.catch(unlessCancelled);
		if (found === undefined) {
			// Without ripgrep nobody knows who else may mention the word.
			return { ...first, freshness: 'not_ready' };
		}
		const declaring = await declaringFiles(document, range.start, timeLimit.left());
		const { files: outside, byImports } = await referenceCandidates.notLoaded(
			word,
			found,
			answered,
			declaring,
			timeLimit.left(),
		);
		if (outside.length === 0) {
			referenceCandidates.settle(word);
			return first;
		}
		const at = { uri: document.uri, position: range.start };
		const scripts = byImports && isScript(document.uri) ? outside.filter(isScript) : [];
		const others = outside.filter(uri => !scripts.includes(uri));
		const loaded = await withLoaded(others, first, question, timeLimit.left());
		const added =
			scripts.length === 0
				? loaded.answer
				: await inUnloaded(unloadedScripts.about(at, scripts, timeLimit.left()), loaded.answer);
		if (added === undefined) {
			return withLoaded(outside, first, question, timeLimit.left());
		}
		return { ...loaded, answer: added };
	}

	async function withLoaded<T>(
		files: readonly vscode.Uri[],
		before: LanguageAnswer<T>,
		question: () => Promise<LanguageAnswer<T>>,
		timeLimit: TimeLimit,
	): Promise<LanguageAnswer<T>> {
		if (files.length === 0) {
			return before;
		}
		const { state, doubtful } = await referenceCandidates.load(files, timeLimit);
		const answer = await question();
		return state === 'too_many'
			? { ...answer, freshness: 'not_ready', ...(doubtful > 0 && { doubtfulFiles: doubtful }) }
			: answer;
	}
}

/** None when one of them is no source of the workspace, so that nothing is concluded from who imports it. */
async function declaringFiles(
	{ uri }: vscode.TextDocument,
	position: vscode.Position,
	timeLimit: TimeLimit,
): Promise<string[]> {
	const definitions = (await definitionsAt(uri, position, timeLimit)) ?? [];
	return definitions.map(location => location.uri.fsPath);
}

/** Questions whose answers are checked against the text of the project. */
const CHECKED: ReadonlySet<LanguageQuestion> = new Set(['references', 'renames']);

function unlessCancelled(error: unknown): undefined {
	if (isToolError(error) && error.code === 'E_CANCELLED') {
		throw error;
	}
}

export function nobodyAnswers(question: LanguageQuestion, { languageId }: vscode.TextDocument): ToolError {
	return new ToolError(
		'E_NO_LANGUAGE_SERVER',
		`No extension in this window answers for ${question} in ${languageId} files.`,
		{ details: { language: languageId } },
	);
}

/** A server would be asked about the file as text, which for an .ipynb is JSON, and find nothing of the code in it. */
function aboutCells(path: string): ToolError {
	return new ToolError(
		'E_NO_LANGUAGE_SERVER',
		`${path} is a notebook, and its cells are documents of their own: say which one you mean.`,
		{ hint: `Give ${cellAddress(path, 2)} for its second cell; notebook_read numbers them.` },
	);
}
