import type { Toolset } from '../../contract/toolset.ts';
import { symbolCalls } from './symbol-calls.ts';
import { symbolDefinition } from './symbol-definition.ts';
import { symbolHover } from './symbol-hover.ts';
import { symbolLanguages } from './symbol-languages.ts';
import { symbolOutline } from './symbol-outline.ts';
import { symbolReferences } from './symbol-references.ts';
import { symbolRename } from './symbol-rename.ts';
import { symbolReplace } from './symbol-replace.ts';
import { symbolSearch } from './symbol-search.ts';
import { symbolTypes } from './symbol-types.ts';

export const symbolToolset: Toolset = {
	thing: 'symbol',
	title: 'Symbols and refactoring',
	onByDefault: true,
	instructions:
		'Symbols: use symbol_search, symbol_definition and symbol_references instead of text search, symbol_outline before reading a long file, symbol_rename instead of search and replace.',
	tools: [
		symbolOutline,
		symbolSearch,
		symbolDefinition,
		symbolReferences,
		symbolHover,
		symbolLanguages,
		symbolCalls,
		symbolTypes,
		symbolRename,
		symbolReplace,
	],
};
