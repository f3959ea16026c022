import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { bounded, scope, settingAddress, settingFields, shortly, toSettingFields } from './describe-setting.ts';
import { withoutSecrets } from './secret-settings.ts';

export const settingSet = defineTool({
	name: 'setting_set',
	title: 'Change a setting',
	searchHint: 'vscode settings change preferences configuration',
	description:
		'Changes or resets a setting in the user, workspace or folder scope. The value is checked first and read back after. Settings that guard the user need their consent.',
	whenToUse: 'Use it instead of editing settings.json.',
	effect: 'lasts',
	needs: ['settings'],
	asksUser: { key: 'setting' },
	timeout: 90_000,

	example: { key: 'editor.tabSize', value: 2 },

	input: z.strictObject({
		...settingAddress,
		value: z.unknown().optional().describe('The new value, as JSON; its own type, not a string of it.'),
		reset: z.boolean().default(false).describe('Remove the value from this scope instead.'),
		scope: scope.default('workspace').describe('Where to write it.'),
	}),

	output: z.object({
		...settingFields,
		before: z.unknown().optional().describe('What this scope had; absent when it had nothing.'),
		overridden: z.boolean().optional().describe('A stronger scope has another value, which counts.'),
	}),

	async run({ value, reset, ...address }, { settings }, caller) {
		if (reset === (value !== undefined)) {
			throw new ToolError('E_INVALID_PARAMS', 'Give "value", or "reset": true.');
		}
		const { before, scope: written, ...facts } = await settings.set({ ...address, value }, caller);
		const overridden = value !== undefined && facts.written[0]?.scope !== written;
		return {
			...toSettingFields(facts),
			...(before !== undefined && { before: bounded(withoutSecrets(address.key, before)) }),
			...(overridden && { overridden }),
		};
	},

	render({ key, value, setIn, before, overridden }) {
		const note = overridden ? ' A stronger scope has its own value, which still counts.' : '';
		const earlier = before === undefined ? 'not set there before' : `${shortly(before)} there before`;
		return [`${key} = ${shortly(value)} (${setIn}; ${earlier})${note}`];
	},
});
