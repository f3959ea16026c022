import { isRecord } from '@hawser/core/data/plain-data.ts';
import { escapeGlob } from '@hawser/core/text/glob.ts';
import * as vscode from 'vscode';
import { createFileLanguages, type FileLanguages } from './file-languages.ts';
import { contributedLanguages, servedLanguages, serverExtensions } from './server-extensions.ts';

/** Tells the language of files that nobody has opened, from what the installed extensions contribute and the user's own associations. */
export interface LanguageFiles {
	/** The language that VS Code would open the file in; undefined for a name that no extension knows. */
	languageOf(file: string): string | undefined;
	/** Globs of the files in these languages. */
	globsOf(languages: ReadonlySet<string>): readonly string[];
	/** The languages that share a server with this one: a C header is mentioned in C++, a type in a component. */
	servedWith(languageId: string): ReadonlySet<string>;
}

/** Languages of data and prose. A server for code may check them too, but no symbol of code is referred to there. */
const NOT_CODE: ReadonlySet<string> = new Set(
	'json jsonc jsonl markdown yaml dockercompose html css scss less xml toml ini properties plaintext log diff git-commit ignore'.split(
		' ',
	),
);

interface Rules {
	languageOf: FileLanguages;
	globs: ReadonlyMap<string, readonly string[]>;
}

export function createLanguageFiles(): LanguageFiles & vscode.Disposable {
	let known: Rules | undefined;
	const forget = () => {
		known = undefined;
	};
	const subscriptions = vscode.Disposable.from(
		vscode.extensions.onDidChange(forget),
		vscode.workspace.onDidChangeConfiguration(event => {
			if (event.affectsConfiguration('files.associations')) {
				forget();
			}
		}),
	);
	const rules = () => (known ??= readRules());
	return {
		languageOf: file => rules().languageOf(file),
		globsOf: languages => [...languages].flatMap(language => rules().globs.get(language) ?? []),
		servedWith(languageId) {
			const served = serverExtensions(languageId).flatMap(servedLanguages);
			const code = NOT_CODE.has(languageId) ? [] : served.filter(language => !NOT_CODE.has(language));
			return new Set([languageId, ...code]);
		},
		dispose() {
			subscriptions.dispose();
		},
	};
}

function readRules(): Rules {
	const manifests = vscode.extensions.all.map(({ packageJSON }): unknown => packageJSON);
	const associations: unknown = vscode.workspace.getConfiguration('files').get('associations');
	const globs = new Map<string, string[]>();
	const add = (language: string, glob: string) => globs.set(language, [...(globs.get(language) ?? []), glob]);
	for (const { id, extensions, filenames } of manifests.flatMap(contributedLanguages)) {
		extensions.forEach(extension => add(id, `**/*${escapeGlob(extension)}`));
		filenames.forEach(name => add(id, `**/${escapeGlob(name)}`));
	}
	for (const [pattern, language] of isRecord(associations) ? Object.entries(associations) : []) {
		if (typeof language === 'string') {
			add(language, pattern.startsWith('**/') || pattern.startsWith('/') ? pattern : `**/${pattern}`);
		}
	}
	return { languageOf: createFileLanguages(manifests, associations), globs };
}
