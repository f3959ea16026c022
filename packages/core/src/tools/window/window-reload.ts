import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';

export const windowReload = defineTool({
	name: 'window_reload',
	title: 'Reload the window',
	searchHint: 'restart vscode extension host stuck language server',
	description:
		'Reloads this VS Code window with its extensions and says when it is back. Unsaved edits survive; debug sessions end.',
	whenToUse: 'Use it when an extension or a language server is stuck, or was installed or changed.',
	effect: 'runs',
	needs: ['windows'],
	reloadsWindow: true,
	listed: false,
	aliases: ['util_restart_vscode'],

	example: {},

	input: z.strictObject({}),

	output: z.object({
		reloading: z.literal(true),
		windowId: z.string().describe('The id that the window had; it gets a new one.'),
		since: z.string().describe('When the window that is reloaded had started.'),
		back: z
			.object({ windowId: z.string(), took: z.int().describe('Milliseconds.') })
			.optional()
			.describe('The window as it is now. Absent over HTTP, where the answer comes before the reload.'),
	}),

	run(_input, { windows }) {
		const { id, since } = windows.status();
		windows.reload();
		return Promise.resolve({ reloading: true as const, windowId: id, since });
	},

	render({ windowId }) {
		return [
			`The window is reloading. It is back when window_status answers with another id than ${windowId}; until then calls fail.`,
		];
	},
});
