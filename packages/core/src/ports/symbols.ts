import type { Cancellation } from './values/cancellation.ts';
import type { Freshness } from './values/freshness.ts';
import type { Place, Position, Range } from './values/text-position.ts';

export interface OutlineSymbol {
	name: string;
	/** VS Code's word in lower case: class, method, function, variable … */
	kind: string;
	/** The language server's addition to the name, such as a signature. */
	detail?: string;
	/** The whole declaration. */
	range: Range;
	/** The name alone. */
	nameRange: Range;
	children: readonly OutlineSymbol[];
}

/** The target of a search from a name: its definition or mere declaration, its type, or its implementations. */
export type DefinitionKind = 'definition' | 'declaration' | 'type' | 'implementation';

export interface FoundSymbol extends Place {
	name: string;
	kind: string;
	/** The class, module or file it lies in, as the language server says. */
	container?: string;
}

/** A function, class or other symbol with a place in a hierarchy. Its range is that of the name. */
export interface HierarchySymbol extends Place {
	name: string;
	kind: string;
}

export interface SymbolCall {
	symbol: HierarchySymbol;
	/** The places of the calls: in its own file for a caller, otherwise in the file of the caller. */
	sites: readonly Place[];
}

export type CallDirection = 'incoming' | 'outgoing';
export type TypeDirection = 'supertypes' | 'subtypes';

/** A language that files of the workspace are in, and who serves it. */
export interface LanguageSupport {
	language: string;
	files: number;
	/** As far as can be known: servers do not say what they have loaded. */
	state: 'no_server' | 'not_started' | 'loading' | 'ready';
	servers: readonly { extension: string; active: boolean }[];
	/** The kinds of questions that were answered in this window. */
	answered: readonly string[];
}

export interface Completion {
	name: string;
	/** VS Code's word in lower case: method, property, keyword … */
	kind: string;
	detail?: string;
}

export interface InlayHint {
	line: number;
	column: number;
	text: string;
	kind?: 'type' | 'parameter';
}

interface Answer {
	freshness: Freshness;
}

/** Places come sorted by path, then from top to bottom. */
export interface Symbols {
	outline(path: string, signal: Cancellation): Promise<Answer & { symbols: readonly OutlineSymbol[] }>;
	/** Finds where the symbol at this position is defined; or declared, implemented, or its type defined. */
	definitions(
		path: string,
		position: Position,
		signal: Cancellation,
		kind?: DefinitionKind,
	): Promise<Answer & { places: readonly Place[] }>;
	/**
	 * Every reference, the declaration included; complete even when the window was opened a second ago. With `page` the last
	 * complete answer is given again, if nothing has changed since.
	 */
	references(
		path: string,
		position: Position,
		signal: Cancellation,
		options?: { page?: boolean },
	): Promise<Answer & { places: readonly Place[]; doubtfulFiles?: number }>;
	/** Gives the hover at this position as Markdown, one text per provider and section. */
	hover(path: string, position: Position, signal: Cancellation): Promise<Answer & { sections: readonly string[] }>;
	/** What can be written at this position, the best first; words of the text alone do not count. */
	completions(
		path: string,
		position: Position,
		signal: Cancellation,
	): Promise<Answer & { path: string; items: readonly Completion[] }>;
	/** From top to bottom. `switchedOff` names the settings where they keep the language server from giving any. */
	inlayHints(
		path: string,
		lines: { from: number; to: number | undefined },
		signal: Cancellation,
	): Promise<Answer & { path: string; hints: readonly InlayHint[]; switchedOff?: string }>;
	/** Symbols of the workspace whose name is like the query; `limited` when the language server gave only its first ones. */
	search(query: string, signal: Cancellation): Promise<Answer & { symbols: readonly FoundSymbol[]; limited: boolean }>;
	/** The languages of the workspace, those with the most files first. */
	languages(signal: Cancellation): Promise<readonly LanguageSupport[]>;
	/** One step: who calls the symbol, or whom it calls. Without `symbol` when nothing there can be called. */
	calls(
		path: string,
		position: Position,
		direction: CallDirection,
		signal: Cancellation,
	): Promise<Answer & { symbol?: HierarchySymbol; calls: readonly SymbolCall[] }>;
	/** One step up or down. Without `symbol` when there is no type. */
	types(
		path: string,
		position: Position,
		direction: TypeDirection,
		signal: Cancellation,
	): Promise<Answer & { symbol?: HierarchySymbol; types: readonly HierarchySymbol[] }>;
}
