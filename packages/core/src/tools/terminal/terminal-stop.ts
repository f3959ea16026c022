import { z } from 'zod';
import { terminalName } from '../../answers/command-answer.ts';
import { defineTool } from '../../contract/tool.ts';

export const terminalStop = defineTool({
	name: 'terminal_stop',
	title: 'Stop a command',
	searchHint: 'kill interrupt ctrl-c stop server terminal',
	description: 'Ends what runs in a terminal of ours.',
	whenToUse: 'Use it for servers, watchers and commands that hang. Use kill where an interrupt did not help.',
	effect: 'steers',
	needs: ['terminals'],

	example: { terminal: '1' },

	input: z.strictObject({
		terminal: terminalName,
		action: z
			.enum(['interrupt', 'kill', 'close'])
			.default('interrupt')
			.describe('interrupt: Ctrl+C. kill: Ctrl+C, then by force. close: closes the terminal.'),
	}),

	output: z.object({
		terminal: z.string(),
		stopped: z.boolean().describe('False: it runs on; try kill.'),
		exitCode: z.int().optional(),
		closed: z.literal(true).optional(),
	}),

	async run({ terminal, action }, { terminals }, { signal }) {
		const { id, running, exitCode } = await terminals.stop(terminal, action, signal);
		return {
			terminal: id,
			stopped: !running,
			...(exitCode !== undefined && { exitCode }),
			...(action === 'close' && { closed: true as const }),
		};
	},

	render({ terminal, stopped, exitCode, closed }) {
		if (closed) {
			return [`Terminal ${terminal} is closed.`];
		}
		const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
		return [stopped ? `Stopped${code} (terminal ${terminal}).` : `It still runs (terminal ${terminal}); use kill.`];
	},
});
