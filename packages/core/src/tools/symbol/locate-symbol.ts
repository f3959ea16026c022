import { z } from 'zod';
import { combineFreshness } from '../../answers/combine-freshness.ts';
import { flattenOutline, type NamedSymbol } from '../../answers/outline.ts';
import { column, line, path } from '../../contract/parameters.ts';
import { isToolError, ToolError } from '../../errors/tool-error.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { Freshness } from '../../ports/values/freshness.ts';
import type { Position } from '../../ports/values/text-position.ts';
import { replaceBetween } from '../../text/linear-text.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { summarize } from '../../text/summarize.ts';
import { notReadyYet } from './not-ready-yet.ts';
import { placeKey } from './place-source.ts';

/** Every symbol tool takes the symbol in the same way: by name, because agents cannot count columns, or by place. */
export const symbolAddress = {
	path: path.optional().describe('A file that declares or mentions it; not needed for a name that is unique.'),
	symbol: z.string().min(1).optional().describe('Its name, such as total or Cart.total.'),
	line: line.optional().describe('1-based line, for what is declared there or if the name is not unique.'),
	column: column.optional().describe('1-based column, instead of the name.'),
};

/** What finding the symbol takes; a tool adds what it needs itself. */
export const LOCATING = ['symbols', 'documents', 'files'] as const satisfies readonly (keyof Ports)[];

export interface SymbolAddress {
	path?: string | undefined;
	symbol?: string | undefined;
	line?: number | undefined;
	column?: number | undefined;
}

export interface LocatedSymbol {
	name: string;
	kind?: string;
	/** The file of the position; the one that was asked about, unless that was found by the name or the end of its path. */
	path: string;
	position: Position;
}

interface FileAddress extends SymbolAddress {
	path: string;
}

type Needed = Pick<Ports, (typeof LOCATING)[number]>;

/** More mentions than this are not each asked for their definition; the first ones decide. */
const MENTIONS_ASKED = 20;
/** Files that are looked into for a name alone: where more declare it, it is not unique anyway. */
const FILES_ASKED = 8;

/** Finds the symbol that a call means: in the file it names, in the one whose path ends so, or in the whole workspace. */
export async function locateSymbol(
	address: SymbolAddress,
	ports: Needed,
	signal: Cancellation,
): Promise<LocatedSymbol> {
	const { path, symbol } = address;
	if (path === undefined) {
		if (symbol === undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'Say which symbol: give its name in "symbol", or "path" and "line".');
		}
		return locateByName(symbol, ports, signal);
	}
	try {
		return await locateInFile({ ...address, path }, ports, signal);
	} catch (error) {
		const found =
			isToolError(error) && error.code === 'E_FILE_NOT_FOUND' ? await fileEndingIn(path, ports, signal) : [];
		const [only] = found;
		if (only === undefined || found.length > 1) {
			throw error;
		}
		return locateInFile({ ...address, path: only }, ports, signal);
	}
}

async function fileEndingIn(path: string, { files }: Needed, signal: Cancellation): Promise<readonly string[]> {
	const end = `/${path.replaceAll('\\', '/').replace(/^\.?\//, '')}`;
	const all = await files.all({ include: [], exclude: [], ignored: false }, signal);
	return all.filter(file => `/${file}`.endsWith(end));
}

/** A name that the workspace declares once needs no file. */
async function locateByName(symbol: string, ports: Needed, signal: Cancellation): Promise<LocatedSymbol> {
	const name = symbol.split('.').at(-1) ?? symbol;
	const { symbols, freshness, limited } = await ports.symbols.search(name, signal);
	const paths = [...new Set(symbols.filter(found => bareName(found.name) === name).map(({ path }) => path))];
	if (freshness !== 'fresh') {
		throw notReadyYet(`whether "${symbol}" is the name of one symbol only; give "path"`);
	}
	const declared: { path: string; declaration: NamedSymbol }[] = [];
	for (const path of paths.slice(0, FILES_ASKED)) {
		const outline = await ports.symbols.outline(path, signal);
		const matches = matchDeclarations(flattenOutline(outline.symbols), symbol);
		const one = matches.length > 1 && (await areOne(matches, path, ports, signal));
		declared.push(...(one ? matches.slice(0, 1) : matches).map(declaration => ({ path, declaration })));
	}
	const [only] = declared;
	if (only === undefined) {
		throw notDeclared(symbol, symbols, limited);
	}
	if (declared.length > 1 || paths.length > FILES_ASKED) {
		const candidates = declared.map(({ path, declaration }) => ({ path, ...describeDeclaration(declaration) }));
		throw ambiguous(symbol, 'the workspace', candidates, 'Call again with the path of the one you mean.');
	}
	return toLocated(only.path, only.declaration);
}

function notDeclared(symbol: string, near: readonly { name: string; path: string }[], limited: boolean): ToolError {
	const nearest = nearestName(
		symbol,
		near.map(({ name }) => name),
	);
	const where = near.find(({ name }) => name === nearest)?.path;
	return new ToolError('E_SYMBOL_NOT_FOUND', `No file of the workspace declares "${symbol}".`, {
		hint:
			nearest === undefined || where === undefined
				? `Give "path" of a file that mentions it${limited ? ', or a name that fewer symbols have' : ''}.`
				: `Did you mean ${nearest} in ${where}? Otherwise give "path" of a file that mentions it.`,
	});
}

async function locateInFile(address: FileAddress, ports: Needed, signal: Cancellation): Promise<LocatedSymbol> {
	const { path, symbol, line, column } = address;
	if (symbol === undefined) {
		if (line === undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'Say which symbol: give its name in "symbol", or its "line".');
		}
		if (column === undefined) {
			return locateOnLine(path, line, ports, signal);
		}
		const [text = ''] = await ports.documents.lines(path, [line], signal);
		const name = wordAt(text, column);
		if (name === undefined) {
			throw new ToolError('E_SYMBOL_NOT_FOUND', `There is no name at ${path}:${line}:${column}.`, {
				hint: `Line ${line} reads: ${text.trim() || '(empty)'}`,
			});
		}
		return { name, path, position: { line, column } };
	}
	const { symbols, freshness } = await ports.symbols.outline(path, signal);
	const declared = flattenOutline(symbols);
	const matches = matchDeclarations(declared, symbol, line);
	const [match, ...others] = matches;
	if (match && (others.length === 0 || (await areOne(matches, path, ports, signal)))) {
		return toLocated(path, match);
	}
	if (match) {
		throw ambiguous(symbol, path, matches.map(describeDeclaration));
	}
	return locateMention(address, symbol, { declared, freshness }, ports, signal);
}

/** The symbol that is declared on a line. */
async function locateOnLine(path: string, line: number, ports: Needed, signal: Cancellation): Promise<LocatedSymbol> {
	const { symbols } = await ports.symbols.outline(path, signal);
	const declared = flattenOutline(symbols).filter(({ symbol: { nameRange } }) => nameRange.start.line === line);
	const [first, ...others] = declared;
	if (first && others.every(({ qualifiedName }) => qualifiedName.startsWith(`${first.qualifiedName}.`))) {
		return toLocated(path, first);
	}
	if (first) {
		throw ambiguous('', `line ${line} of ${path}`, declared.map(describeDeclaration));
	}
	const [text = ''] = await ports.documents.lines(path, [line], signal);
	throw new ToolError('E_SYMBOL_NOT_FOUND', `Line ${line} of ${path} declares no symbol.`, {
		hint: `Give the name in "symbol". The line reads: ${text.trim() || '(empty)'}`,
	});
}

function toLocated(path: string, { qualifiedName, symbol }: NamedSymbol): LocatedSymbol {
	return { name: qualifiedName, kind: symbol.kind, path, position: symbol.nameRange.start };
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
	{ path, line }: FileAddress,
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
	return { name, path, position: found[1] };
}

interface Candidate {
	line: number;
	name?: string;
	kind?: string;
	path?: string;
	definition?: string;
}

/** The candidates stand in the text too: not every client shows the details of an error. */
function ambiguous(symbol: string, where: string, candidates: readonly Candidate[], hint?: string): ToolError {
	const named = candidates.map(({ path, line, kind, name, definition }) => {
		const what = [kind, name].filter(Boolean).join(' ');
		const place = path === undefined ? `line ${line}` : `${path}:${line}`;
		return `${place}${what && ` ${what}`}${definition === undefined ? '' : ` (of ${definition})`}`;
	});
	const match = symbol === '' ? '' : ` "${symbol}"`;
	return new ToolError('E_AMBIGUOUS_SYMBOL', `Several symbols in ${where} match${match}: ${summarize(named)}.`, {
		...(hint !== undefined && { hint }),
		details: { candidates },
	});
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
