import type { Toolset } from '../../contract/toolset.ts';
import { breakpointClearFile } from './breakpoint-clear-file.ts';
import { breakpointClearProject } from './breakpoint-clear-project.ts';
import { breakpointList } from './breakpoint-list.ts';
import { breakpointRemove } from './breakpoint-remove.ts';
import { breakpointSet } from './breakpoint-set.ts';
import { breakpointToggle } from './breakpoint-toggle.ts';

export const breakpointToolset: Toolset = {
	thing: 'breakpoint',
	title: 'Breakpoints',
	onByDefault: true,
	instructions: 'Breakpoints: breakpoint_set says whether it bound; "no_session" means that no program runs yet.',
	tools: [
		breakpointSet,
		breakpointRemove,
		breakpointList,
		breakpointClearFile,
		breakpointClearProject,
		breakpointToggle,
	],
};
