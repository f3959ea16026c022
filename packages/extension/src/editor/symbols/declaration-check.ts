import { replaceBetween } from '@hawser/core/text/linear-text.ts';
import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { serverText } from '../documents/sources.ts';
import { codeMentions } from '../language/code-mentions.ts';
import { definitionsAt } from '../language/definitions-at.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { WordMentions } from '../language/word-mentions.ts';

/** Checks what a server says to be all symbols of a name against the text of the project, as long as it may still be indexing. */
export interface DeclarationCheck {
	/**
	 * The files that declare the name, or may do so, and are not in the answer. Each is opened and asked for its outline, for
	 * which no server needs an index.
	 */
	missing(
		name: string,
		answered: ReadonlySet<string>,
		languages: ReadonlySet<string>,
		timeLimit: TimeLimit,
	): Promise<readonly string[]>;
}

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

const AT_ONCE = 4;
const OUTLINE_LIMIT = 5000;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** Words that open a declaration in one language or another. */
const KEYWORD =
	/\b(?:def|class|func|fun|fn|function|struct|enum|union|interface|trait|type|typedef|module|namespace|const|let|var|val|define|record|object|protocol|sub|proc|macro_rules)\b/;
/** What stands before and after a name that is declared without such a word: types, and then parameters or a value. */
const TYPES_BEFORE = /^[\p{ID_Continue}\s*&:<>,[\]~$@]*$/u;
const DECLARED_AFTER = /^\s*(?:[({=:;,]|$)/;

export function createDeclarationCheck({
	languageFiles,
	wordMentions,
	freshDocuments,
}: {
	languageFiles: LanguageFiles;
	wordMentions: WordMentions;
	freshDocuments: FreshDocuments;
}): DeclarationCheck {
	return {
		async missing(name, answered, languages, timeLimit) {
			if (!NAME.test(name)) {
				return [];
			}
			const end = Date.now() + timeLimit.milliseconds;
			const mentions = await wordMentions.find(name, languageFiles.globsOf(languages), timeLimit.signal);
			const waiting: string[] = [];
			for (const [path, places] of mentions) {
				if (!answered.has(path)) {
					const text = await serverText(vscode.Uri.file(path));
					const lines = text.split('\n');
					const inCode = codeMentions(text, places, languageFiles.languageOf(path) ?? '');
					if (inCode.some(({ line, character }) => mayDeclare(lines[line] ?? '', character, name))) {
						waiting.push(path);
					}
				}
			}
			const missing: string[] = [];
			const work = async () => {
				for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
					const left = { signal: timeLimit.signal, milliseconds: end - Date.now() };
					if (left.milliseconds <= 0 || (await declares(path, name, answered, left)) !== false) {
						missing.push(path);
					}
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, work));
			return missing;
		},
	};

	/** Undefined when the server does not say. */
	async function declares(
		path: string,
		name: string,
		answered: ReadonlySet<string>,
		timeLimit: TimeLimit,
	): Promise<boolean | undefined> {
		const uri = vscode.Uri.file(path);
		try {
			await freshDocuments.open(uri, timeLimit);
		} catch {
			return false;
		}
		const outline = await resultWithin(
			vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			limited(timeLimit, OUTLINE_LIMIT),
		);
		if (outline === undefined || outline.length === 0) {
			return undefined;
		}
		for (const place of placesOf(outline, name)) {
			// A header only announces what another file defines, and servers list the definition.
			const definitions = await definitionsAt(uri, place, timeLimit);
			if (!definitions?.some(({ uri: { fsPath } }) => fsPath !== path && answered.has(fsPath))) {
				return true;
			}
		}
		return false;
	}
}

export function mayDeclare(line: string, character: number, name: string): boolean {
	const before = line.slice(0, character);
	return (
		KEYWORD.test(before) || (TYPES_BEFORE.test(before) && DECLARED_AFTER.test(line.slice(character + name.length)))
	);
}

function placesOf(symbols: readonly FileSymbol[], name: string): vscode.Position[] {
	return symbols.flatMap(symbol => [
		...(bareName(symbol.name) === name
			? ['selectionRange' in symbol ? symbol.selectionRange.start : symbol.location.range.start]
			: []),
		...('children' in symbol ? placesOf(symbol.children, name) : []),
	]);
}

/** Some servers put the signature into the name, or the class before it. */
export function bareName(name: string): string {
	const withoutParameters = replaceBetween(name, '(', ')', () => '').trim();
	return withoutParameters.split(/::|[.#]/).at(-1) ?? withoutParameters;
}
