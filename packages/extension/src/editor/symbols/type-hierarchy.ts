import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import type { Symbols } from '@hawser/core/ports/symbols.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageQuery } from '../language/language-query.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { toHierarchySymbol } from './hierarchy-symbol.ts';
import { referencesFirst } from './reference-locations.ts';
import { createTypeScriptTypes } from './typescript-types.ts';

const COMMANDS = { supertypes: 'vscode.provideSupertypes', subtypes: 'vscode.provideSubtypes' } as const;

export function createTypeHierarchy({
	named,
	languageQueries,
	typeScript,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
	typeScript: TypeScriptServer;
}): Pick<Symbols, 'types'> {
	const typeScriptTypes = createTypeScriptTypes({ named, languageQueries });
	return {
		async types(path, position, direction, signal) {
			if (named.isOutside(path)) {
				return { freshness: 'fresh', types: [] };
			}
			const query = await languageQueries.open(path, signal, position);
			if (await typeScript.answersFor(query.document, query.timeLimit.left())) {
				return typeScriptTypes[direction](query);
			}
			const references = direction === 'subtypes' ? await referencesFirst(query, languageQueries) : undefined;
			const { answer, freshness } = await languageQueries.ask('type hierarchies', query, ({ uri }, where) =>
				vscode.commands.executeCommand<vscode.TypeHierarchyItem[] | undefined>(
					'vscode.prepareTypeHierarchy',
					uri,
					where,
				),
			);
			const found = await Promise.all(answer.map(item => step(COMMANDS[direction], item, query)));
			const [type] = answer;
			const types = found.flatMap(items => items ?? []).map(item => toHierarchySymbol(item, named));
			const inTime = found.every(items => items !== undefined);
			return {
				freshness: combineFreshness([
					inTime ? freshness : 'not_ready',
					...(direction === 'subtypes' ? [references?.freshness ?? 'not_ready'] : []),
				]),
				...(type && { symbol: toHierarchySymbol(type, named) }),
				types: types.sort(byPlace),
			};
		},
	};
}

/** Undefined when the server does not answer in time. */
async function step(
	command: string,
	item: vscode.TypeHierarchyItem,
	{ timeLimit }: LanguageQuery,
): Promise<vscode.TypeHierarchyItem[] | undefined> {
	const items = vscode.commands.executeCommand<vscode.TypeHierarchyItem[] | undefined>(command, item);
	return resultWithin(
		Promise.resolve(items).then(given => given ?? []),
		timeLimit.left(),
	);
}
