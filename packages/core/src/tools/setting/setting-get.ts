import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { asOfScope, scope, settingAddress, settingFields, shortly, show, toSettingFields } from './describe-setting.ts';

const DESCRIPTION_SHOWN = 500;
const ALLOWED_SHOWN = 50;

export const settingGet = defineTool({
	name: 'setting_get',
	title: 'Read a setting',
	searchHint: 'vscode settings preferences configuration value',
	description:
		'Reads a setting of VS Code or an extension: its value, where it is set, its default, its type and the values it takes.',
	whenToUse: 'Use it before setting_set, and to learn how the editor formats, saves or checks.',
	effect: 'reads',
	needs: ['settings'],

	example: { key: 'editor.tabSize' },

	input: z.strictObject({
		...settingAddress,
		scope: scope.optional().describe('The value as it is in this scope, without stronger ones.'),
	}),

	output: z.object({
		...settingFields,
		description: z.string().optional(),
		type: z.string().optional(),
		allowed: z.array(z.unknown()).optional(),
		minimum: z.number().optional(),
		maximum: z.number().optional(),
		pattern: z.string().optional(),
		deprecated: z.string().optional(),
		scopes: z.array(z.string()).describe('Where it can be set.'),
		perLanguage: z.boolean(),
	}),

	async run({ scope: upTo, ...address }, { settings }, { signal }) {
		const facts = asOfScope(await settings.get(address, signal), upTo);
		const { scopes, description, allowed, ...schema } = facts.schema;
		return {
			...toSettingFields(facts),
			...schema,
			...(description !== undefined && { description: description.slice(0, DESCRIPTION_SHOWN) }),
			...(allowed && { allowed: allowed.slice(0, ALLOWED_SHOWN) }),
			scopes: [...scopes],
		};
	},

	render(setting) {
		const { key, value, setIn, written, type, allowed, minimum, maximum, pattern, scopes, perLanguage } = setting;
		const range = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`].filter(
			Boolean,
		);
		const takes = [
			type,
			allowed && `one of ${allowed.map(show).join(', ')}`,
			range.join(' '),
			pattern && `matching ${pattern}`,
		].filter(Boolean);
		return [
			[
				`${key} = ${show(value)} (${setIn})`,
				...written
					.slice(1)
					.map(place => `  ${place.scope}${place.language ? ` for ${place.language}` : ''}: ${shortly(place.value)}`),
				...(setting.description === undefined ? [] : [setting.description]),
				`Takes: ${takes.join('; ') || 'anything'}. Can be set in: ${scopes.join(', ') || 'nowhere'}${perLanguage ? ', also per language' : ''}.`,
				...(setting.deprecated === undefined ? [] : [`Deprecated: ${setting.deprecated}`]),
			].join('\n'),
		];
	},
});
