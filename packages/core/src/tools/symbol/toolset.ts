import type { Toolset } from '../../contract/toolset.ts';
import { symbolOutline } from './symbol-outline.ts';
import { symbolReferences } from './symbol-references.ts';
import { symbolRename } from './symbol-rename.ts';
import { symbolReplace } from './symbol-replace.ts';

export const symbolToolset: Toolset = {
	thing: 'symbol',
	title: 'Symbols and refactoring',
	onByDefault: true,
	instructions:
		'Symbols: use symbol_outline before reading a long file, symbol_references instead of text search, symbol_rename instead of search and replace.',
	tools: [symbolOutline, symbolReferences, symbolRename, symbolReplace],
};
