import type { Toolset } from '../../contract/toolset.ts';
import { docsGet } from './docs-get.ts';
import { docsList } from './docs-list.ts';

export const docsToolset: Toolset = {
	thing: 'docs',
	title: 'Guides',
	onByDefault: true,
	instructions:
		'Docs: worked examples of debugging, tests, editing and more; read one before a workflow that is new to you.',
	tools: [docsList, docsGet],
};
