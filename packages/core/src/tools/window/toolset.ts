import type { Toolset } from '../../contract/toolset.ts';
import { windowList } from './window-list.ts';
import { windowReload } from './window-reload.ts';
import { windowStatus } from './window-status.ts';

export const windowToolset: Toolset = {
	thing: 'window',
	title: 'Windows',
	onByDefault: true,
	instructions: 'Windows: window_status tells which project answers; pass projectRoot to reach another one.',
	tools: [windowList, windowStatus, windowReload],
};
