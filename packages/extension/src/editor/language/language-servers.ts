import { isRecord } from '@hawser/core/data/plain-data.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
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
	| 'calls'
	| 'type hierarchies'
	| 'diagnostics'
	| RefactoringQuestion;

const TYPESCRIPT: readonly LanguageQuestion[] = [
	'outline',
	'definitions',
	'type definitions',
	'implementations',
	'references',
	'hovers',
	'calls',
	'diagnostics',
];
const STYLES: readonly LanguageQuestion[] = ['outline', 'definitions', 'references', 'hovers', 'diagnostics'];

/**
 * The questions that the servers shipped with VS Code answer, from their capabilities: an empty answer from these is true.
 * For other languages vscode does not say whether a provider is registered: it answers [] or undefined in both cases.
 */
const SHIPPED: Record<string, readonly LanguageQuestion[]> = {
	typescript: TYPESCRIPT,
	typescriptreact: TYPESCRIPT,
	javascript: TYPESCRIPT,
	javascriptreact: TYPESCRIPT,
	json: ['outline', 'hovers', 'diagnostics'],
	jsonc: ['outline', 'hovers', 'diagnostics'],
	css: STYLES,
	scss: STYLES,
	less: STYLES,
	html: ['outline', 'definitions', 'references', 'hovers', 'diagnostics'],
	markdown: ['outline', 'definitions', 'references', 'hovers', 'diagnostics'],
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

/** Built-in extensions that wake for a language but are no language server. */
const NOT_SERVERS: ReadonlySet<string> = new Set(['vscode.emmet', 'vscode.npm', 'vscode.extension-editing']);

export interface LanguageServers {
	/** Starts the extensions for the language, and says whether there are any. */
	start(languageId: string, timeLimit: TimeLimit): Promise<boolean>;
	/** True: an empty answer means "none". False: nobody answers. Undefined: not known. */
	knows(languageId: string, question: LanguageQuestion): boolean | undefined;
	/** A server gave an answer, so there is one. */
	learn(languageId: string, question: LanguageQuestion): void;
}

export function createLanguageServers(): LanguageServers {
	const answered = new Set<string>();
	return {
		async start(languageId, timeLimit) {
			const extensions = extensionsFor(languageId);
			const sleeping = extensions.filter(({ isActive }) => !isActive);
			if (sleeping.length > 0) {
				await resultWithin(Promise.allSettled(sleeping.map(extension => extension.activate())), timeLimit);
			}
			return extensions.length > 0;
		},
		knows(languageId, question) {
			if (answered.has(`${languageId} ${question}`) || isShipped(languageId, question)) {
				return true;
			}
			return languageId in SHIPPED || extensionsFor(languageId).length === 0 ? false : undefined;
		},
		learn(languageId, question) {
			answered.add(`${languageId} ${question}`);
		},
	};
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

/** Extensions with code that VS Code wakes for the language, be it named in their events or contributed by them. */
function extensionsFor(languageId: string): vscode.Extension<unknown>[] {
	return vscode.extensions.all.filter(({ id, packageJSON }) => {
		const manifest: unknown = packageJSON;
		if (!isRecord(manifest) || !('main' in manifest || 'browser' in manifest) || NOT_SERVERS.has(id)) {
			return false;
		}
		const events = strings(manifest['activationEvents']);
		return events.includes(`onLanguage:${languageId}`) || contributedLanguages(manifest).includes(languageId);
	});
}

function contributedLanguages(manifest: Record<string, unknown>): string[] {
	const contributes = manifest['contributes'];
	const languages: unknown = isRecord(contributes) ? contributes['languages'] : undefined;
	return Array.isArray(languages) ? languages.filter(isRecord).map(language => String(language['id'])) : [];
}

function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : [];
}
