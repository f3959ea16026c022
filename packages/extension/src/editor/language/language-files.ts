import * as path from 'node:path';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { escapeGlob } from '@hawser/core/text/glob.ts';
import * as vscode from 'vscode';
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

interface NameRules {
	/** Language by file extension, in lower case and with its dots. */
	byExtension: ReadonlyMap<string, string>;
	byName: ReadonlyMap<string, string>;
}

export function createLanguageFiles(): LanguageFiles & vscode.Disposable {
	let known: NameRules | undefined;
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
		languageOf(file) {
			const { byExtension, byName } = rules();
			const name = path.basename(file).toLowerCase();
			return byName.get(name) ?? longestExtension(name, byExtension);
		},
		globsOf(languages) {
			const { byExtension, byName } = rules();
			const names = (map: ReadonlyMap<string, string>) =>
				[...map].filter(([, language]) => languages.has(language)).map(([name]) => escapeGlob(name));
			return [...names(byExtension).map(extension => `**/*${extension}`), ...names(byName).map(name => `**/${name}`)];
		},
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

function longestExtension(name: string, byExtension: ReadonlyMap<string, string>): string | undefined {
	for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
		const language = byExtension.get(name.slice(dot));
		if (language !== undefined) {
			return language;
		}
	}
	return undefined;
}

function readRules(): NameRules {
	const byExtension = new Map<string, string>();
	const byName = new Map<string, string>();
	for (const { packageJSON } of vscode.extensions.all) {
		for (const { id, extensions, filenames } of contributedLanguages(packageJSON)) {
			for (const extension of extensions) {
				byExtension.set(extension.toLowerCase(), id);
			}
			for (const name of filenames) {
				byName.set(name.toLowerCase(), id);
			}
		}
	}
	const associations: unknown = vscode.workspace.getConfiguration('files').get('associations');
	for (const [pattern, language] of isRecord(associations) ? Object.entries(associations) : []) {
		const [, extension] = /^(?:\*\*\/)?\*(\.[^*?[\]{}/]+)$/.exec(pattern) ?? [];
		if (typeof language === 'string' && extension !== undefined) {
			byExtension.set(extension.toLowerCase(), language);
		} else if (typeof language === 'string' && !/[*?[\]{}/]/.test(pattern)) {
			byName.set(pattern.toLowerCase(), language);
		}
	}
	return { byExtension, byName };
}
