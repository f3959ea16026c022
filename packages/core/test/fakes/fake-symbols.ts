import type { Freshness } from '../../src/ports/freshness.ts';
import type { OutlineSymbol, Symbols } from '../../src/ports/symbols.ts';
import type { Place, Position, Range } from '../../src/ports/text-position.ts';

export function range(line: number, column: number, endLine = line, endColumn = column): Range {
	return { start: { line, column }, end: { line: endLine, column: endColumn } };
}

export function symbol(
	name: string,
	kind: string,
	line: number,
	endLine: number,
	children: readonly OutlineSymbol[] = [],
): OutlineSymbol {
	return { name, kind, range: range(line, 1, endLine, 1), nameRange: range(line, 5), children };
}

/** Answers by position: `path:line:column` of the question. */
export class FakeSymbols implements Symbols {
	outlines: Record<string, readonly OutlineSymbol[]> = {};
	definitionsAt: Record<string, readonly Place[]> = {};
	referencesAt: Record<string, readonly Place[]> = {};
	freshness: Freshness = 'fresh';

	outline(path: string) {
		return Promise.resolve({ freshness: this.freshness, symbols: this.outlines[path] ?? [] });
	}

	definitions(path: string, position: Position) {
		return Promise.resolve({ freshness: this.freshness, places: this.definitionsAt[key(path, position)] ?? [] });
	}

	references(path: string, position: Position) {
		return Promise.resolve({ freshness: this.freshness, places: this.referencesAt[key(path, position)] ?? [] });
	}
}

function key(path: string, { line, column }: Position): string {
	return `${path}:${line}:${column}`;
}
