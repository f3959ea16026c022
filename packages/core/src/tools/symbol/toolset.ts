import type { Toolset } from '../../contract/toolset.ts';
import { symbolOutline } from './symbol-outline.ts';
import { symbolReferences } from './symbol-references.ts';

export const symbolToolset: Toolset = {
	thing: 'symbol',
	title: 'Symbols and refactoring',
	onByDefault: true,
	instructions: 'Symbols: use symbol_outline before reading a long file, symbol_references instead of text search.',
	tools: [symbolOutline, symbolReferences],
};
