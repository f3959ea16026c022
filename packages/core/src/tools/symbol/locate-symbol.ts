import { z } from 'zod';
import { combineFreshness } from '../../answers/combine-freshness.ts';
import { flattenOutline, type NamedSymbol } from '../../answers/outline.ts';
import { column, line, path } from '../../contract/parameters.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Freshness } from '../../ports/values/freshness.ts';
import type { Position } from '../../ports/values/text-position.ts';
import { replaceBetween } from '../../text/linear-text.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { notReadyYet } from './not-ready-yet.ts';
import { placeKey } from './place-source.ts';

/** Every symbol tool takes the symbol in the same way: by name, because agents cannot count columns, or by place. */
export const symbolAddress = {
	path: path.describe('A file that declares or mentions the symbol.'),
	symbol: z.string().min(1).optional().describe('Its name, such as total or Cart.total.'),
	line: line.optional().describe('1-based line; needed only if the name is not unique, or with column.'),
	column: column.optional().describe('1-based column, instead of the name.'),
};

export interface SymbolAddress {
	path: string;
	symbol?: string | undefined;
	line?: number | undefined;
	column?: number | undefined;
}

export interface LocatedSymbol {
	name: string;
	kind?: string;
	position: Position;
}

type Needed = Pick<Ports, 'symbols' | 'documents'>;

/** More mentions than this are not each asked for their definition; the first ones decide. */
const MENTIONS_ASKED = 20;

export async function locateSymbol(
	address: SymbolAddress,
	ports: Needed,
	signal: Cancellation,
): Promise<LocatedSymbol> {
	const { path, symbol, line, column } = address;
	if (symbol === undefined) {
		if (line === undefined || column === undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'Say which symbol: give its name in "symbol", or "line" and "column".');
		}
		const [text = ''] = await ports.documents.lines(path, [line], signal);
		const name = wordAt(text, column);
		if (name === undefined) {
			throw new ToolError('E_SYMBOL_NOT_FOUND', `There is no name at ${path}:${line}:${column}.`, {
				hint: `Line ${line} reads: ${text.trim() || '(empty)'}`,
			});
		}
		return { name, position: { line, column } };
	}
	const { symbols, freshness } = await ports.symbols.outline(path, signal);
	const declared = flattenOutline(symbols);
	const matches = matchDeclarations(declared, symbol, line);
	const [match, ...others] = matches;
	if (match && (others.length === 0 || (await areOne(matches, path, ports, signal)))) {
		return { name: match.qualifiedName, kind: match.symbol.kind, position: match.symbol.nameRange.start };
	}
	if (match) {
		throw ambiguous(symbol, path, matches.map(describeDeclaration));
	}
	return locateMention(address, symbol, { declared, freshness }, ports, signal);
}

function matchDeclarations(declared: readonly NamedSymbol[], wanted: string, line?: number): readonly NamedSymbol[] {
	const onLine = declared.filter(
		({ symbol: { range } }) => line === undefined || (range.start.line <= line && line <= range.end.line),
	);
	const exact = onLine.filter(({ qualifiedName }) => bareName(qualifiedName) === wanted || qualifiedName === wanted);
	const bySuffix = onLine.filter(({ qualifiedName }) => bareName(qualifiedName).endsWith(`.${wanted}`));
	const found = exact.length > 0 ? exact : bySuffix;
	// With a line inside several of them, such as a method inside a class of the same name, the innermost is meant.
	return line === undefined || found.length < 2
		? found
		: found.filter(({ symbol }) => symbol.nameRange.start.line === line);
}

/** Overloads of one function, or parts of one interface: where they are one symbol, each is a reference to the others. */
async function areOne(
	matches: readonly NamedSymbol[],
	path: string,
	ports: Needed,
	signal: Cancellation,
): Promise<boolean> {
	const [first, ...others] = matches;
	if (first === undefined || others.some(({ qualifiedName }) => qualifiedName !== first.qualifiedName)) {
		return false;
	}
	const { places } = await ports.symbols.references(path, first.symbol.nameRange.start, signal);
	const starts = new Set(places.map(({ range: { start } }) => `${start.line}:${start.column}`));
	return others.every(({ symbol: { nameRange } }) => starts.has(`${nameRange.start.line}:${nameRange.start.column}`));
}

/** Some servers put the signature into the name: `add(int, int)`. */
function bareName(qualifiedName: string): string {
	const withoutParameters = replaceBetween(qualifiedName, '(', ')', () => '');
	return replaceBetween(withoutParameters, '<', '>', () => '');
}

function describeDeclaration({ qualifiedName, symbol }: NamedSymbol) {
	return { name: qualifiedName, kind: symbol.kind, line: symbol.nameRange.start.line };
}

/** The file does not declare the name, but may use it: an import, a local variable, a member of another type. */
async function locateMention(
	{ path, line }: SymbolAddress,
	symbol: string,
	outline: { declared: readonly NamedSymbol[]; freshness: Freshness },
	ports: Needed,
	signal: Cancellation,
): Promise<LocatedSymbol> {
	const states = [outline.freshness];
	const name = symbol.split('.').at(-1) ?? symbol;
	const { text } = await ports.documents.read(path, signal);
	const mentions = findWord(text, name).filter(position => line === undefined || position.line === line);
	const byDefinition = new Map<string, Position>();
	for (const position of mentions.slice(0, MENTIONS_ASKED)) {
		const { places, freshness } = await ports.symbols.definitions(path, position, signal);
		states.push(freshness);
		const [first] = places;
		if (first) {
			const key = placeKey(first);
			byDefinition.set(key, byDefinition.get(key) ?? position);
		}
	}
	const [found, ...others] = byDefinition.entries();
	if (!found && mentions.length > 0 && combineFreshness(states) === 'not_ready') {
		throw notReadyYet(`what ${symbol} is in ${path}`);
	}
	if (!found) {
		const nearest = nearestName(
			symbol,
			outline.declared.map(({ qualifiedName }) => qualifiedName),
		);
		throw new ToolError('E_SYMBOL_NOT_FOUND', `${path} has no symbol "${symbol}".`, {
			...(nearest !== undefined && { hint: `Did you mean ${nearest}? symbol_outline lists the names in this file.` }),
		});
	}
	if (others.length > 0) {
		const candidates = [...byDefinition].map(([definition, position]) => ({ line: position.line, definition }));
		throw ambiguous(symbol, path, candidates);
	}
	return { name, position: found[1] };
}

function ambiguous(symbol: string, path: string, candidates: readonly { line: number }[]): ToolError {
	const lines = candidates.map(candidate => candidate.line).join(', ');
	return new ToolError(
		'E_AMBIGUOUS_SYMBOL',
		`${candidates.length} symbols in ${path} match "${symbol}": lines ${lines}.`,
		{
			details: { candidates },
		},
	);
}

const WORD = /[\p{ID_Continue}$]+/gu;

function findWord(text: string, word: string): readonly Position[] {
	return text
		.split('\n')
		.flatMap((content, index) =>
			[...content.matchAll(WORD)]
				.filter(match => match[0] === word)
				.map(match => ({ line: index + 1, column: match.index + 1 })),
		);
}

function wordAt(text: string, column: number): string | undefined {
	const offset = column - 1;
	return [...text.matchAll(WORD)].find(match => match.index <= offset && offset <= match.index + match[0].length)?.[0];
}
