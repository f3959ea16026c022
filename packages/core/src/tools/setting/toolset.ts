import type { Toolset } from '../../contract/toolset.ts';
import { settingGet } from './setting-get.ts';
import { settingSet } from './setting-set.ts';

export const settingToolset: Toolset = {
	thing: 'setting',
	title: 'Settings',
	onByDefault: true,
	instructions:
		'Settings: setting_get tells value, origin and what a setting takes; setting_set checks and reads back.',
	tools: [settingGet, settingSet],
};
