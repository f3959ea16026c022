import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import { codeMentions, type TextPlace } from '../mentions/code-mentions.ts';
import type { NameQuery } from '../mentions/name-query.ts';
import { isCut, type WordMentions } from '../mentions/word-mentions.ts';
import { isDeclaredApart, mayDeclare, mayDefine, nameAround } from '../shared/declaration-text.ts';
import type { LanguageFiles } from './language-files.ts';

/** Finds files by the names that they seem to declare. Only their outlines tell whether they really do. */
export interface DeclaringFiles {
	/** By path, the names that match and that the file may declare; undefined when there are too many to tell. */
	matching(
		query: NameQuery,
		languages: ReadonlySet<string>,
		signal: Cancellation,
	): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined>;
	/** The files that may declare exactly this name; in languages where that is not the same, those that may define it. */
	defining(name: string, languages: ReadonlySet<string>, signal: Cancellation): Promise<readonly string[]>;
}

export function createDeclaringFiles({
	languageFiles,
	wordMentions,
}: {
	languageFiles: LanguageFiles;
	wordMentions: WordMentions;
}): DeclaringFiles {
	return {
		async matching(query, languages, signal) {
			const found = new Map<string, ReadonlySet<string>>();
			const mentions = await wordMentions.findNames(query, languageFiles.globsOf(languages), signal);
			if (mentions === undefined) {
				return undefined;
			}
			for (const [path, places] of mentions) {
				const names = new Set<string>();
				await eachInCode(path, places, ({ line, place, language }) => {
					const { name, start } = nameAround(line, place.character);
					if (query.matches(name) && mayDeclare(line, start, name, language)) {
						names.add(name);
					}
				});
				if (isCut(places)) {
					// Of more places than are looked at, one may declare it.
					names.add(query.name);
				}
				if (names.size > 0) {
					found.set(path, names);
				}
			}
			return found;
		},
		async defining(name, languages, signal) {
			const found = new Set<string>();
			const mentions = await wordMentions.find(name, languageFiles.globsOf(languages), signal);
			for (const [path, places] of mentions) {
				await eachInCode(path, places, ({ line, place, language, text, offset }) => {
					const may = isDeclaredApart(language)
						? mayDefine(text, offset, name, language)
						: mayDeclare(line, place.character, name, language);
					if (may) {
						found.add(path);
					}
				});
				if (isCut(places)) {
					found.add(path);
				}
			}
			return [...found];
		},
	};

	async function eachInCode(
		path: string,
		places: readonly TextPlace[],
		look: (mention: { line: string; place: TextPlace; language: string; text: string; offset: number }) => void,
	): Promise<void> {
		const text = await serverText(vscode.Uri.file(path));
		const language = languageFiles.languageOf(path) ?? '';
		const lines = text.split('\n');
		let number = 0;
		let start = 0;
		// Mentions come from top to bottom, so that the text is gone through once.
		for (const place of codeMentions(text, places, language)) {
			for (; number < place.line; number++) {
				start += (lines[number]?.length ?? 0) + 1;
			}
			look({ line: lines[place.line] ?? '', place, language, text, offset: start + place.character });
		}
	}
}
