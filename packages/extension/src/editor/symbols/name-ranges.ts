import type { OutlineSymbol } from '@hawser/core/ports/symbols.ts';
import type { Range } from '@hawser/core/ports/values/text-position.ts';
import * as vscode from 'vscode';
import { toRange } from '../shared/positions.ts';

const MAX_SEARCH_TIME = 2000;

/**
 * Corrects the place of the names. Where a server does not tell it, VS Code gives the whole declaration instead: TypeScript
 * tells only one of several overloads, and the others would begin at `export`.
 */
export function withNamePlaces(symbols: readonly OutlineSymbol[], document: vscode.TextDocument): OutlineSymbol[] {
	return symbols.map(symbol => ({
		...symbol,
		nameRange: isUnknown(symbol) ? (findName(symbol, document) ?? symbol.nameRange) : symbol.nameRange,
		children: withNamePlaces(symbol.children, document),
	}));
}

function isUnknown({ range, nameRange }: OutlineSymbol): boolean {
	return (
		range.start.line === nameRange.start.line &&
		range.start.column === nameRange.start.column &&
		range.end.line === nameRange.end.line &&
		range.end.column === nameRange.end.column
	);
}

function findName({ name, range: { start, end } }: OutlineSymbol, document: vscode.TextDocument): Range | undefined {
	const from = new vscode.Position(start.line - 1, start.column - 1);
	const text = document.getText(new vscode.Range(from, new vscode.Position(end.line - 1, end.column - 1)));
	const isPart = (character: string | undefined) => character !== undefined && /[\p{ID_Continue}$]/u.test(character);
	for (let at = text.indexOf(name); at !== -1 && at < MAX_SEARCH_TIME; at = text.indexOf(name, at + 1)) {
		if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) {
			const offset = document.offsetAt(from) + at;
			return toRange(new vscode.Range(document.positionAt(offset), document.positionAt(offset + name.length)));
		}
	}
	return undefined;
}
