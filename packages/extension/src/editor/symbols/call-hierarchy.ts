import type { CallDirection, HierarchySymbol, SymbolCall, Symbols } from '@hawser/core/ports/symbols.ts';
import { byPlace } from '@hawser/core/text/by-place.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { UnloadedQuestions, UnloadedScripts } from '../typescript/unloaded-scripts.ts';
import { callersAfterReferences } from './callers-after-references.ts';
import type { AnsweredCalls, FoundCall } from './found-calls.ts';
import { toHierarchySymbol } from './hierarchy-symbol.ts';
import { callersElsewhere } from './typescript-callers.ts';

export function createCallHierarchy({
	named,
	languageQueries,
	typeScript,
	unloadedScripts,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
	typeScript: TypeScriptServer;
	unloadedScripts: UnloadedScripts;
}): Pick<Symbols, 'calls'> {
	const { open, ask, askUpToDate, everywhere } = languageQueries;
	return {
		async calls(path, position, direction, signal) {
			if (named.isOutside(path)) {
				return { freshness: 'fresh', calls: [] };
			}
			const query = await open(path, signal, position);
			const byTypeScript = await typeScript.answersFor(query.document, query.timeLimit.left());
			const { answer, freshness } = await askUpToDate(query, () => {
				if (direction === 'outgoing') {
					return askCalls(query, direction);
				}
				return byTypeScript
					? everywhere(query, () => askCalls(query, direction), toLocations, withCallersIn)
					: callersAfterReferences(query, () => askCalls(query, direction), languageQueries);
			});
			const [callable] = answer;
			const known = answer.flatMap(({ calls }) => calls);
			const others =
				callable && direction === 'incoming' && byTypeScript
					? await callersElsewhere(query, languageQueries, unloadedScripts, known)
					: [];
			return {
				freshness,
				...(callable && { symbol: toHierarchySymbol(callable.item, named) }),
				calls: mergeCalls([...known, ...others], named),
			};
		},
	};

	async function askCalls(query: LanguageQuery, direction: CallDirection): Promise<LanguageAnswer<AnsweredCalls>> {
		const { answer, freshness } = await ask('calls', query, ({ uri }, where) =>
			vscode.commands.executeCommand<vscode.CallHierarchyItem[] | undefined>('vscode.prepareCallHierarchy', uri, where),
		);
		const calls = direction === 'incoming' ? callersOf : calleesOf;
		const found = await Promise.all(answer.map(async item => ({ item, calls: await calls(item, query) })));
		const inTime = found.every(({ calls: given }) => given !== undefined);
		return {
			answer: found.map(({ item, calls: given = [] }) => ({ item, calls: given })),
			freshness: inTime ? freshness : 'not_ready',
		};
	}
}

/** Adds the callers in scripts of projects that are not loaded. */
async function withCallersIn(
	unloaded: UnloadedQuestions,
	[first, ...others]: readonly AnsweredCalls[],
): Promise<readonly AnsweredCalls[] | undefined> {
	const callers = await unloaded.callers();
	return callers && first && [{ ...first, calls: [...first.calls, ...callers] }, ...others];
}

function toLocations({ item, calls }: AnsweredCalls): vscode.Location[] {
	const callers = calls.flatMap(({ file, ranges }) => ranges.map(range => new vscode.Location(file, range)));
	return [new vscode.Location(item.uri, item.selectionRange), ...callers];
}

/** Undefined when the server does not answer in time. */
async function callersOf(
	item: vscode.CallHierarchyItem,
	{ timeLimit }: LanguageQuery,
): Promise<FoundCall[] | undefined> {
	const given = await resultWithin(
		Promise.resolve(
			vscode.commands.executeCommand<vscode.CallHierarchyIncomingCall[] | undefined>(
				'vscode.provideIncomingCalls',
				item,
			),
		).then(calls => calls ?? [], notAnswered),
		timeLimit.left(),
	);
	return given?.map(({ from, fromRanges }) => ({ item: from, file: from.uri, ranges: fromRanges }));
}

/** Undefined when the server does not answer in time. */
async function calleesOf(
	item: vscode.CallHierarchyItem,
	{ timeLimit }: LanguageQuery,
): Promise<FoundCall[] | undefined> {
	const given = await resultWithin(
		Promise.resolve(
			vscode.commands.executeCommand<vscode.CallHierarchyOutgoingCall[] | undefined>(
				'vscode.provideOutgoingCalls',
				item,
			),
		).then(calls => calls ?? [], notAnswered),
		timeLimit.left(),
	);
	return given?.map(({ to, fromRanges }) => ({ item: to, file: item.uri, ranges: fromRanges }));
}

/** A server whose files have changed under it fails instead of answering; that is no answer, and no defect of ours. */
function notAnswered(): undefined {
	return undefined;
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
