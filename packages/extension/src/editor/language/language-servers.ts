import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { hasGeneralExtensions, isBuiltin, serverExtensions } from './server-extensions.ts';
import type { Witness } from './server-witness.ts';
import { type RefactoringQuestion, SHIPPED_REFACTORINGS } from './shipped-refactorings.ts';

/** Questions that may have no one to answer them. */
export type LanguageQuestion =
	| 'outline'
	| 'definitions'
	| 'declarations'
	| 'type definitions'
	| 'implementations'
	| 'references'
	| 'hovers'
	| 'completions'
	| 'inlay hints'
	| 'calls'
	| 'type hierarchies'
	| 'searches'
	| 'diagnostics'
	| RefactoringQuestion;

const TYPESCRIPT: readonly LanguageQuestion[] = [
	'outline',
	'definitions',
	'type definitions',
	'implementations',
	'references',
	'hovers',
	'completions',
	'inlay hints',
	'calls',
	'diagnostics',
];
const STYLES: readonly LanguageQuestion[] = [
	'outline',
	'definitions',
	'references',
	'hovers',
	'completions',
	'diagnostics',
];

/**
 * The questions that the servers shipped with VS Code answer, from their capabilities: an empty answer from these is true.
 * For other languages vscode does not say whether a provider is registered: it answers [] or undefined in both cases.
 */
const SHIPPED: Record<string, readonly LanguageQuestion[]> = {
	typescript: TYPESCRIPT,
	typescriptreact: TYPESCRIPT,
	javascript: TYPESCRIPT,
	javascriptreact: TYPESCRIPT,
	json: ['outline', 'hovers', 'completions', 'diagnostics'],
	jsonc: ['outline', 'hovers', 'completions', 'diagnostics'],
	css: STYLES,
	scss: STYLES,
	less: STYLES,
	html: ['outline', 'definitions', 'references', 'hovers', 'completions', 'diagnostics'],
	markdown: ['outline', 'definitions', 'references', 'hovers', 'completions', 'diagnostics'],
};

const SHIPPED_BY: Record<string, string> = {
	json: 'vscode.json-language-features',
	jsonc: 'vscode.json-language-features',
	css: 'vscode.css-language-features',
	scss: 'vscode.css-language-features',
	less: 'vscode.css-language-features',
	html: 'vscode.html-language-features',
	markdown: 'vscode.markdown-language-features',
};

export interface LanguageServers {
	/** Starts the extensions for the language, and says whether there are any. */
	start(languageId: string, timeLimit: TimeLimit): Promise<boolean>;
	/** True: an empty answer means "none". False: nobody answers. Undefined: not known. */
	knows(languageId: string, question: LanguageQuestion): boolean | undefined;
	/** A server gave an answer, so there is one; the witness puts the same question again. */
	learn(languageId: string, question: LanguageQuestion, witness?: Witness): void;
	/** False when a server that has answered before no longer does: it has crashed, and what it had read is gone with it. */
	stillAnswers(languageId: string, question: LanguageQuestion, timeLimit: TimeLimit): Promise<boolean>;
	/**
	 * Whether a question of another kind, which was answered before, is answered now. An outline says nothing here: it needs no project.
	 * Undefined when there is no such question.
	 */
	answersOther(languageId: string, question: LanguageQuestion, timeLimit: TimeLimit): Promise<boolean | undefined>;
	/** Nobody answered this kind of question for as long as silence is given, though all had been read. */
	noteSilence(languageId: string, question: LanguageQuestion): void;
	/** True when such a silence was noted and no answer has come since: to wait as long once more would tell nothing new. */
	wasSilent(languageId: string, question: LanguageQuestion): boolean;
	/** The questions that a server has answered in this window. */
	answered(languageId: string): readonly LanguageQuestion[];
	/** True where an extension of VS Code's own answers about one file at a time, so that nothing is left to load. */
	isShipped(languageId: string): boolean;
	/** An answer differed from the one before: the server was still reading the project. */
	noteGrowth(languageId: string): void;
	/** True when the server has answered for a while and its answers no longer change. */
	isSettled(languageId: string): boolean;
	/** True when there is an extension for the language that has not answered anything yet: on a busy machine it may be starting still. */
	mayBeStarting(languageId: string): boolean;
	/** Milliseconds of silence after which nobody is taken to answer: long where an extension names the language. */
	silenceLimit(languageId: string): number;
}

/** A server that may be starting is asked for this long before its silence counts. */
const SILENCE = 8000;
/** Where no extension names the language, one that is active anyway would answer by then. */
const SHORT_SILENCE = 800;
/** A server that has not answered by then has failed to start, or there is none in the extension. */
const START_LIMIT = 60_000;
const SETTLED_AFTER = 20_000;
const GROWTH_PAUSE = 10_000;
/** What is answered from the project, and not from one file, nor from a part of an index. */
const OF_THE_PROJECT: ReadonlySet<LanguageQuestion> = new Set([
	...(['definitions', 'declarations', 'type definitions', 'implementations'] as const),
	...(['references', 'calls', 'type hierarchies', 'renames'] as const),
]);
/** An outline needs no project: gopls gave it 40 s before it could rename anything. Whoever gives nothing else is awaited this much longer. */
const OUTLINE_ONLY = 60_000;

export function createLanguageServers(): LanguageServers {
	const answered = new Map<string, Set<LanguageQuestion>>();
	const firstAnswers = new Map<string, number>();
	const firstOutlines = new Map<string, number>();
	const startedAt = new Map<string, number>();
	const growths = new Map<string, number>();
	const witnesses = new Map<string, Witness>();
	const silences = new Set<string>();
	return {
		async start(languageId, timeLimit) {
			const extensions = serverExtensions(languageId);
			if (!startedAt.has(languageId)) {
				startedAt.set(languageId, Date.now());
			}
			const sleeping = extensions.filter(({ isActive }) => !isActive);
			if (sleeping.length > 0) {
				await resultWithin(Promise.allSettled(sleeping.map(extension => extension.activate())), timeLimit);
			}
			return extensions.length > 0;
		},
		knows(languageId, question) {
			if (answered.get(languageId)?.has(question) || isShipped(languageId, question)) {
				return true;
			}
			const others = serverExtensions(languageId).some(extension => !isBuiltin(extension));
			// Silence about problems takes seconds to prove, and who checks a language most often names it.
			const perhaps = question !== 'diagnostics' && !(languageId in SHIPPED) && hasGeneralExtensions();
			return others || perhaps ? undefined : false;
		},
		learn(languageId, question, witness) {
			if (witness) {
				witnesses.set(`${languageId} ${question}`, witness);
			}
			answered.set(languageId, (answered.get(languageId) ?? new Set()).add(question));
			silences.delete(`${languageId} ${question}`);
			const first = OF_THE_PROJECT.has(question) ? firstAnswers : firstOutlines;
			if (!first.has(languageId)) {
				first.set(languageId, Date.now());
			}
		},
		async stillAnswers(languageId, question, timeLimit) {
			const own = await witnesses.get(`${languageId} ${question}`)?.testify(timeLimit);
			// An outline needs no project: it speaks for another question only where that cannot speak for itself.
			const said = own ?? (await witnesses.get(`${languageId} outline`)?.testify(timeLimit));
			const silent = said === false;
			if (silent) {
				firstAnswers.set(languageId, Date.now());
				growths.set(languageId, Date.now());
			}
			return !silent;
		},
		async answersOther(languageId, question, timeLimit) {
			const others = [...(answered.get(languageId) ?? [])].filter(other => other !== question && other !== 'outline');
			for (const other of others) {
				const said = await witnesses.get(`${languageId} ${other}`)?.testify(timeLimit);
				if (said !== undefined) {
					return said;
				}
			}
			return undefined;
		},
		noteSilence(languageId, question) {
			silences.add(`${languageId} ${question}`);
		},
		wasSilent: (languageId, question) => silences.has(`${languageId} ${question}`),
		answered(languageId) {
			return [...(answered.get(languageId) ?? [])];
		},
		isShipped: isShippedLanguage,
		noteGrowth(languageId) {
			growths.set(languageId, Date.now());
		},
		isSettled(languageId) {
			const first = firstAnswers.get(languageId) ?? (firstOutlines.get(languageId) ?? Date.now()) + OUTLINE_ONLY;
			return Date.now() - first > SETTLED_AFTER && Date.now() - (growths.get(languageId) ?? 0) > GROWTH_PAUSE;
		},
		mayBeStarting(languageId) {
			const isForeign = serverExtensions(languageId).some(extension => !isBuiltin(extension));
			const started = startedAt.get(languageId) ?? 0;
			return isForeign && !answered.has(languageId) && Date.now() - started < START_LIMIT;
		},
		silenceLimit(languageId) {
			return serverExtensions(languageId).length > 0 ? SILENCE : SHORT_SILENCE;
		},
	};
}

/** True where an extension of VS Code's own answers about one file at a time. */
export function isShippedLanguage(languageId: string): boolean {
	return languageId in SHIPPED_BY;
}

function isShipped(languageId: string, question: LanguageQuestion): boolean {
	const extension = SHIPPED_BY[languageId];
	const present = extension === undefined || vscode.extensions.getExtension(extension) !== undefined;
	const shipped: readonly LanguageQuestion[] = [
		...(SHIPPED[languageId] ?? []),
		...(SHIPPED_REFACTORINGS[languageId] ?? []),
	];
	return present && shipped.includes(question);
}
