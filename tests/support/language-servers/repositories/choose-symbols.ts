import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../repository/pick.ts';
import type { LanguageGround, SymbolKind } from './language-grounds.ts';

/** A place as editors show it, counted from 1. */
export interface TextPlace {
	path: string;
	line: number;
	column: number;
}

export interface RepositorySymbol extends TextPlace {
	name: string;
	kind: SymbolKind;
	/** Files that contain the name as a word. */
	spread: number;
	/** A mention in another file, as far as there is one. */
	use: TextPlace;
	/** Other files that mention it. */
	users: readonly string[];
}

const COUNT = 9;
const SEED = 20_260_801;
/** Generated and bundled files are not what anybody asks about. */
const MAX_SIZE = 400_000;
const LEFT_OUT = new Set(['.git', 'node_modules', 'vendor']);
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\s*(?:define|include))|"""|'''|--)/;

/** Symbols of all kinds, some that one file mentions and some that hundreds do: the same in each run on the same commit. */
export function chooseSymbols(
	folder: string,
	{ files, declarations, oneNamespace }: LanguageGround,
): readonly RepositorySymbol[] {
	const texts = new Map(
		globSync('**/*', { cwd: folder, exclude: name => LEFT_OUT.has(name) })
			.map(path => path.replaceAll('\\', '/'))
			.filter(path => files.test(path) && statSync(join(folder, path)).size < MAX_SIZE)
			.sort()
			.map(path => [path, readFileSync(join(folder, path), 'utf8').split(/\r?\n/)] as const),
	);
	const mentioning = new Map<string, string[]>();
	for (const [path, lines] of texts) {
		for (const word of new Set(lines.join('\n').match(/\w{4,}/g))) {
			mentioning.set(word, [...(mentioning.get(word) ?? []), path]);
		}
	}
	const found = [...texts].flatMap(([path, lines]) =>
		lines.flatMap((text, index) =>
			(['function', 'method', 'class'] as const).flatMap(kind => {
				const match = declarations[kind].map(pattern => new RegExp(pattern, 'd').exec(text)).find(Boolean);
				const name = match?.[1];
				const users = name === undefined ? undefined : mentioning.get(name)?.filter(file => file !== path);
				if (name === undefined || users === undefined || users.length === 0) {
					return [];
				}
				const column = (match?.indices?.[1]?.[0] ?? 0) + 1;
				return [{ name, kind, path, line: index + 1, column, users, spread: users.length + 1 }];
			}),
		),
	);
	const byName = Map.groupBy(found, ({ name }) => name);
	const certain = found.filter(({ name }) => !oneNamespace || byName.get(name)?.length === 1);
	return pick(certain, COUNT, SEED, ({ kind, spread }) => `${spreadOf(spread)} ${kind}`).flatMap(symbol => {
		const use = symbol.users.map(path => mentionIn(path, texts.get(path) ?? [], symbol.name)).find(Boolean);
		return use ? [{ ...symbol, use }] : [];
	});
}

function spreadOf(files: number): string {
	return files <= 3 ? 'c few' : files <= 25 ? 'b some' : 'a many';
}

function mentionIn(path: string, lines: readonly string[], name: string): TextPlace | undefined {
	const word = new RegExp(`\\b${name}\\b`);
	const index = lines.findIndex(text => !COMMENT.test(text) && word.test(text));
	return index === -1 ? undefined : { path, line: index + 1, column: (lines[index] ?? '').search(word) + 1 };
}
