import type { Symbols } from '@hawser/core/ports/symbols.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQueries, LanguageQuery } from '../language/language-queries.ts';
import { isTypeScriptLanguage } from '../language/typescript-server.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { toHierarchySymbol } from './hierarchy-symbol.ts';
import { createTypeScriptTypes } from './typescript-types.ts';

const COMMANDS = { supertypes: 'vscode.provideSupertypes', subtypes: 'vscode.provideSubtypes' } as const;

export function createTypeHierarchy({
	named,
	languageQueries,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
}): Pick<Symbols, 'types'> {
	const typeScriptTypes = createTypeScriptTypes({ named, languageQueries });
	return {
		async types(path, position, direction, signal) {
			if (named.isOutside(path)) {
				return { freshness: 'fresh', types: [] };
			}
			const query = await languageQueries.open(path, signal, position);
			if (isTypeScriptLanguage(query.document.languageId)) {
				return typeScriptTypes[direction](query);
			}
			const { answer, freshness } = await languageQueries.ask('type hierarchies', query, ({ uri }, where) =>
				vscode.commands.executeCommand<vscode.TypeHierarchyItem[] | undefined>(
					'vscode.prepareTypeHierarchy',
					uri,
					where,
				),
			);
			const found = await Promise.all(answer.map(item => step(COMMANDS[direction], item, query)));
			const [type] = answer;
			const types = found.flat().map(item => toHierarchySymbol(item, named));
			return { freshness, ...(type && { symbol: toHierarchySymbol(type, named) }), types: types.sort(byPlace) };
		},
	};
}

async function step(
	command: string,
	item: vscode.TypeHierarchyItem,
	{ timeLimit }: LanguageQuery,
): Promise<vscode.TypeHierarchyItem[]> {
	const items = vscode.commands.executeCommand<vscode.TypeHierarchyItem[] | undefined>(command, item);
	return (await resultWithin(items, timeLimit.left())) ?? [];
}
