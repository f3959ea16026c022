import type {
	Completion,
	DefinitionKind,
	FoundSymbol,
	HierarchySymbol,
	InlayHint,
	LanguageSupport,
	OutlineSymbol,
	SymbolCall,
	Symbols,
} from '../../src/ports/symbols.ts';
import type { Cancellation } from '../../src/ports/values/cancellation.ts';
import type { Freshness } from '../../src/ports/values/freshness.ts';
import type { Place, Position, Range } from '../../src/ports/values/text-position.ts';
import { byPlace } from '../../src/text/by-place.ts';

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
	/** `path:line:column`, with the kind after it for any but the definition: `a.ts:1:1 type`. */
	definitionsAt: Record<string, readonly Place[]> = {};
	hoversAt: Record<string, readonly string[]> = {};
	completionsAt: Record<string, readonly Completion[]> = {};
	hints: Record<string, readonly InlayHint[]> = {};
	hintsOff: string | undefined;
	found: readonly FoundSymbol[] = [];
	limited = false;
	callsAt: Record<string, { symbol: HierarchySymbol; calls: readonly SymbolCall[] }> = {};
	typesAt: Record<string, { symbol: HierarchySymbol; types: readonly HierarchySymbol[] }> = {};
	referencesAt: Record<string, readonly Place[]> = {};
	support: readonly LanguageSupport[] = [];
	freshness: Freshness = 'fresh';

	outline(path: string) {
		return Promise.resolve({ freshness: this.freshness, symbols: this.outlines[path] ?? [] });
	}

	definitions(path: string, position: Position, _signal: Cancellation, kind: DefinitionKind = 'definition') {
		const place = key(path, position) + (kind === 'definition' ? '' : ` ${kind}`);
		return Promise.resolve({ freshness: this.freshness, places: this.definitionsAt[place] ?? [] });
	}

	hover(path: string, position: Position) {
		return Promise.resolve({ freshness: this.freshness, sections: this.hoversAt[key(path, position)] ?? [] });
	}

	completions(path: string, position: Position) {
		const items = this.completionsAt[key(path, position)] ?? [];
		return Promise.resolve({ freshness: this.freshness, path, items });
	}

	inlayHints(path: string, { from, to = Infinity }: { from: number; to: number | undefined }) {
		const hints = (this.hints[path] ?? []).filter(({ line }) => line >= from && line <= to);
		const off = this.hintsOff;
		return Promise.resolve({ freshness: this.freshness, path, hints, ...(off !== undefined && { switchedOff: off }) });
	}

	search() {
		return Promise.resolve({ freshness: this.freshness, symbols: this.found, limited: this.limited });
	}

	languages() {
		return Promise.resolve(this.support);
	}

	calls(path: string, position: Position) {
		return Promise.resolve({ freshness: this.freshness, ...(this.callsAt[key(path, position)] ?? { calls: [] }) });
	}

	types(path: string, position: Position) {
		return Promise.resolve({ freshness: this.freshness, ...(this.typesAt[key(path, position)] ?? { types: [] }) });
	}

	references(path: string, position: Position) {
		const places = (this.referencesAt[key(path, position)] ?? []).toSorted(byPlace);
		return Promise.resolve({ freshness: this.freshness, places });
	}
}

function key(path: string, { line, column }: Position): string {
	return `${path}:${line}:${column}`;
}
