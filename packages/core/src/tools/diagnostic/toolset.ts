import type { Toolset } from '../../contract/toolset.ts';
import { diagnosticList } from './diagnostic-list.ts';

export const diagnosticToolset: Toolset = {
	thing: 'diagnostic',
	title: 'Diagnostics',
	onByDefault: true,
	instructions: 'Diagnostics: diagnostic_list after each edit; trust "no problems" only with freshness "fresh".',
	tools: [diagnosticList],
};
