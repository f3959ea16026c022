import type { HierarchySymbol, SymbolCall, Symbols } from '@hawser/core/ports/symbols.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQueries, LanguageQuery } from '../language/language-queries.ts';
import { isTypeScriptLanguage } from '../language/typescript-server.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';
import type { FoundCall } from './found-calls.ts';
import { toHierarchySymbol } from './hierarchy-symbol.ts';
import { callersElsewhere } from './typescript-callers.ts';

export function createCallHierarchy({
	named,
	languageQueries,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
}): Pick<Symbols, 'calls'> {
	const { open, ask, askUpToDate, everywhere } = languageQueries;
	return {
		async calls(path, position, direction, signal) {
			if (named.isOutside(path)) {
				return { freshness: 'fresh', calls: [] };
			}
			const query = await open(path, signal, position);
			const question = async () => {
				const { answer, freshness } = await ask('calls', query, ({ uri }, where) =>
					vscode.commands.executeCommand<vscode.CallHierarchyItem[] | undefined>(
						'vscode.prepareCallHierarchy',
						uri,
						where,
					),
				);
				const calls = direction === 'incoming' ? callersOf : calleesOf;
				const found = answer.map(async item => ({ item, calls: await calls(item, query) }));
				return { answer: await Promise.all(found), freshness };
			};
			const { answer, freshness } = await askUpToDate(query, () =>
				direction === 'incoming'
					? everywhere(query, question, ({ item, calls }) => [item.uri, ...calls.map(({ file }) => file)])
					: question(),
			);
			const [callable] = answer;
			const known = answer.flatMap(({ calls }) => calls);
			const others =
				callable && direction === 'incoming' && isTypeScriptLanguage(query.document.languageId)
					? await callersElsewhere(query, languageQueries, known)
					: [];
			return {
				freshness,
				...(callable && { symbol: toHierarchySymbol(callable.item, named) }),
				calls: mergeCalls([...known, ...others], named),
			};
		},
	};
}

async function callersOf(item: vscode.CallHierarchyItem, { timeLimit }: LanguageQuery): Promise<FoundCall[]> {
	const calls = await resultWithin(
		vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[] | undefined>('vscode.provideIncomingCalls', item),
		timeLimit.left(),
	);
	return (calls ?? []).map(({ from, fromRanges }) => ({ item: from, file: from.uri, ranges: fromRanges }));
}

async function calleesOf(item: vscode.CallHierarchyItem, { timeLimit }: LanguageQuery): Promise<FoundCall[]> {
	const calls = await resultWithin(
		vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[] | undefined>('vscode.provideOutgoingCalls', item),
		timeLimit.left(),
	);
	return (calls ?? []).map(({ to, fromRanges }) => ({ item: to, file: item.uri, ranges: fromRanges }));
}

/** Each function once, in the order of the source: overloads, and several providers, report the same one. */
function mergeCalls(found: readonly FoundCall[], named: NamedFiles): SymbolCall[] {
	const calls = new Map<string, { symbol: HierarchySymbol; sites: Map<string, SymbolCall['sites'][number]> }>();
	for (const { item, file, ranges } of found) {
		const symbol = toHierarchySymbol(item, named);
		const { start } = symbol.range;
		const key = `${symbol.path}\0${start.line}:${start.column}`;
		const call = calls.get(key) ?? { symbol, sites: new Map() };
		calls.set(key, call);
		const path = named.show(file);
		for (const range of ranges.map(toRange)) {
			call.sites.set(`${path}\0${range.start.line}:${range.start.column}`, { path, range });
		}
	}
	return [...calls.values()]
		.map(({ symbol, sites }) => ({ symbol, sites: [...sites.values()].sort(byPlace) }))
		.sort((left, right) => byPlace(left.symbol, right.symbol));
}
