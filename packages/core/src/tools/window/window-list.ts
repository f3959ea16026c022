import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { countOf } from '../../text/plural.ts';

export const windowList = defineTool({
	name: 'window_list',
	title: 'List windows',
	searchHint: 'windows projects workspaces open vscode instances',
	description: 'Lists the VS Code windows of this user that Hawser can reach: folders, port, editor and version.',
	whenToUse: 'Use it to find the projectRoot of another project, or to see why a call reached the wrong window.',
	effect: 'reads',
	needs: ['windows'],

	example: {},

	input: z.strictObject({}),

	output: z.object({
		windows: z.array(
			z.object({
				id: z.string(),
				folders: z.array(z.string()).readonly(),
				workspaceFile: z.string().optional(),
				port: z.int(),
				app: z.string(),
				version: z.string().describe('Version of Hawser.'),
				remote: z.string().optional(),
				focused: z.boolean(),
				since: z.string(),
				current: z.boolean().describe('This window answered the call.'),
			}),
		),
	}),

	async run(_input, { windows }, { signal }) {
		return { windows: [...(await windows.list(signal))] };
	},

	render({ windows }) {
		const lines = windows.map(({ folders, port, app, remote, focused, current }) => {
			const marks = [current && 'this window', focused && 'focused', remote].filter(Boolean).join(', ');
			return `${folders.join(', ') || '(no folder)'}  port ${port}  ${app}${marks && `  (${marks})`}`;
		});
		return [`${countOf(windows.length, 'window')}:\n${lines.join('\n')}`];
	},
});
