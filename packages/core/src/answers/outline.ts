import type { OutlineSymbol } from '../ports/symbols.ts';
import type { Position, Range } from '../ports/values/text-position.ts';

export function contains({ start, end }: Range, { line, column }: Position): boolean {
	const afterStart = line > start.line || (line === start.line && column >= start.column);
	const beforeEnd = line < end.line || (line === end.line && column <= end.column);
	return afterStart && beforeEnd;
}

/** The symbols around a position, outermost first. */
export function enclosingSymbols(symbols: readonly OutlineSymbol[], position: Position): readonly OutlineSymbol[] {
	const around = symbols.find(symbol => contains(symbol.range, position));
	return around ? [around, ...enclosingSymbols(around.children, position)] : [];
}

/** Every symbol with the names of those it lies in, such as `Cart.total`. */
export function flattenOutline(symbols: readonly OutlineSymbol[], container = ''): readonly NamedSymbol[] {
	return symbols.flatMap(symbol => {
		const qualifiedName = container === '' ? symbol.name : `${container}.${symbol.name}`;
		return [{ qualifiedName, symbol }, ...flattenOutline(symbol.children, qualifiedName)];
	});
}

export interface NamedSymbol {
	qualifiedName: string;
	symbol: OutlineSymbol;
}
