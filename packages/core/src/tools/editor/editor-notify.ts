import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';

export const editorNotify = defineTool({
	name: 'editor_notify',
	title: 'Notify the user',
	searchHint: 'message notification toast alert user',
	description: 'Shows a message to the user in VS Code and returns at once.',
	whenToUse: 'Use it when something needs their attention while they are not reading your conversation.',
	effect: 'shows',
	needs: ['editor'],
	listed: false,

	example: { message: 'The tests pass.' },

	input: z.strictObject({
		message: z.string().trim().min(1).max(1000).describe('Plain text; links are not made clickable.'),
		kind: z.enum(['info', 'warning', 'error']).default('info').describe('How urgent it looks; info unless given.'),
	}),

	output: z.object({ shown: z.literal(true) }),

	run({ message, kind }, { editor }) {
		editor.notify(message, kind);
		return Promise.resolve({ shown: true as const });
	},

	render() {
		return ['Shown. Whether the user has read it is not known.'];
	},
});
