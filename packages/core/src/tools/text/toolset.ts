import type { Toolset } from '../../contract/toolset.ts';
import { textReplace } from './text-replace.ts';
import { textSearch } from './text-search.ts';

export const textToolset: Toolset = {
	thing: 'text',
	title: 'Text search',
	onByDefault: true,
	instructions: 'Text: text_search searches all files and unsaved edits at the speed of ripgrep.',
	tools: [textSearch, textReplace],
};
