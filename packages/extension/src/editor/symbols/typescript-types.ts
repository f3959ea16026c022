import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import type { HierarchySymbol, Symbols } from '@hawser/core/ports/symbols.ts';
import type { Freshness } from '@hawser/core/ports/values/freshness.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageQuery } from '../language/language-query.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { readTypeHead, type TypeHead, typeHeadAround } from './class-heads.ts';
import { type Target, targetUri } from './locations.ts';
import { referenceLocations } from './reference-locations.ts';

type Step = (query: LanguageQuery) => ReturnType<Symbols['types']>;

/** A class or interface where it is declared. */
interface DeclaredType {
	uri: vscode.Uri;
	text: string;
	head: TypeHead;
}

/**
 * TypeScript has no type hierarchy. But it knows where each name is defined and every place that refers to it: the names
 * after `extends` and `implements` are the supertypes, and who refers to a type there is a subtype.
 */
export function createTypeScriptTypes({
	named,
	languageQueries,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
}): Record<'supertypes' | 'subtypes', Step> {
	const { ask, askUpToDate } = languageQueries;
	return {
		async supertypes(query) {
			const { own, freshness } = await ownTypes(query);
			const found = await Promise.all(own.map(type => supertypesOf(type, query)));
			const types = found.flatMap(step => step.types);
			return toAnswer(own, types, combineFreshness([freshness, ...found.flatMap(step => step.states)]));
		},
		async subtypes(query) {
			const { own, freshness } = await ownTypes(query);
			if (own.length === 0) {
				return { freshness, types: [] };
			}
			const references = await askUpToDate(query, () => referenceLocations(query, languageQueries));
			return toAnswer(own, await subtypesAmong(references.answer), combineFreshness([freshness, references.freshness]));
		},
	};

	/** The types that the name stands for; an interface that is declared in parts has several. */
	async function ownTypes(query: LanguageQuery) {
		const { answer, freshness } = await askUpToDate(query, () => lookUp(query));
		return { own: await declaredTypes(answer), freshness };
	}

	function lookUp(query: LanguageQuery) {
		return ask('definitions', query, ({ uri }, where) =>
			vscode.commands.executeCommand<Target[] | undefined>('vscode.executeDefinitionProvider', uri, where),
		);
	}

	async function supertypesOf(
		{ uri, text, head }: DeclaredType,
		{ timeLimit }: LanguageQuery,
	): Promise<{ types: DeclaredType[]; states: Freshness[] }> {
		if (head.parents.length === 0) {
			return { types: [], states: [] };
		}
		// The question is put in the file of the declaration, which the server has to have open.
		const document = await vscode.workspace.openTextDocument(uri);
		const found = await Promise.all(
			head.parents.map(async ({ offset }) => {
				const { answer, freshness } = await lookUp({ document, where: positionAt(text, offset), timeLimit });
				return { types: await declaredTypes(answer), freshness };
			}),
		);
		return { types: found.flatMap(({ types }) => types), states: found.map(({ freshness }) => freshness) };
	}

	function toAnswer(
		[first]: readonly DeclaredType[],
		types: readonly DeclaredType[],
		freshness: Freshness,
	): Awaited<ReturnType<Step>> {
		const each = new Map(types.map(type => [`${type.uri.toString()} ${type.head.nameOffset}`, type]));
		return {
			freshness,
			...(first && { symbol: toSymbol(first) }),
			types: [...each.values()].map(toSymbol).sort(byPlace),
		};
	}

	function toSymbol({ uri, text, head }: DeclaredType): HierarchySymbol {
		const { line, character } = positionAt(text, head.nameOffset);
		const start = { line: line + 1, column: character + 1 };
		const end = { line: start.line, column: start.column + head.name.length };
		return { name: head.name || '(anonymous class)', kind: head.kind, path: named.show(uri), range: { start, end } };
	}
}

async function declaredTypes(targets: readonly Target[]): Promise<DeclaredType[]> {
	const found = await Promise.all(
		targets.map(async target => {
			const uri = targetUri(target);
			const { start } = 'targetUri' in target ? (target.targetSelectionRange ?? target.targetRange) : target.range;
			const text = await serverText(uri);
			const nameOffset = offsetAt(text, start);
			const keyword = /\b(?:class|interface)\s+$/.exec(text.slice(Math.max(0, nameOffset - 100), nameOffset));
			const head = keyword && readTypeHead(text, nameOffset - keyword[0].length);
			return head?.nameOffset === nameOffset ? [{ uri, text, head }] : [];
		}),
	);
	return found.flat();
}

async function subtypesAmong(references: readonly vscode.Location[]): Promise<DeclaredType[]> {
	const texts = new Map<string, Promise<string>>();
	const found = await Promise.all(
		references.map(async ({ uri, range }) => {
			const key = uri.toString();
			const reading = texts.get(key) ?? serverText(uri);
			texts.set(key, reading);
			const text = await reading;
			const offset = offsetAt(text, range.start);
			const head = typeHeadAround(text, offset);
			return head?.parents.some(name => name.offset === offset) ? [{ uri, text, head }] : [];
		}),
	);
	return found.flat();
}

function offsetAt(text: string, { line, character }: vscode.Position): number {
	let start = 0;
	for (let passed = 0; passed < line; passed++) {
		const end = text.indexOf('\n', start);
		if (end === -1) {
			return text.length;
		}
		start = end + 1;
	}
	return start + character;
}

function positionAt(text: string, offset: number): vscode.Position {
	const before = text.slice(0, offset);
	const lineStart = before.lastIndexOf('\n') + 1;
	return new vscode.Position(before.split('\n').length - 1, offset - lineStart);
}
