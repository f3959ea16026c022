import type { Cancellation } from './cancellation.ts';
import type { Freshness } from './freshness.ts';
import type { Place, Position, Range } from './text-position.ts';

export interface OutlineSymbol {
	name: string;
	/** VS Code's word in lower case: class, method, function, variable … */
	kind: string;
	/** What the language server adds to the name, such as a signature. */
	detail?: string;
	/** The whole declaration. */
	range: Range;
	/** The name alone. */
	nameRange: Range;
	children: readonly OutlineSymbol[];
}

export interface Symbols {
	outline(path: string, signal: Cancellation): Promise<{ freshness: Freshness; symbols: readonly OutlineSymbol[] }>;
	/** Where the symbol at this position is defined. */
	definitions(
		path: string,
		position: Position,
		signal: Cancellation,
	): Promise<{ freshness: Freshness; places: readonly Place[] }>;
	/** Every reference, the declaration included; complete even when the window was opened a second ago. */
	references(
		path: string,
		position: Position,
		signal: Cancellation,
	): Promise<{ freshness: Freshness; places: readonly Place[] }>;
}
