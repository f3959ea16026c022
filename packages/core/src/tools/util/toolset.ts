import type { Toolset } from '../../contract/toolset.ts';
import { utilWait } from './util-wait.ts';

export const utilToolset: Toolset = {
	thing: 'util',
	title: 'Odds and ends',
	onByDefault: true,
	instructions: 'Util: tools wait by themselves for what they answer; util_wait is for the rest.',
	tools: [utilWait],
};
