import { z } from 'zod';
import { answerOf, commandAnswer, outputLines, renderCommand, terminalName } from '../../answers/command-answer.ts';
import { defineTool } from '../../contract/tool.ts';

const MAX_WAIT = 60 * 60_000;

export const terminalRead = defineTool({
	name: 'terminal_read',
	title: 'Read a terminal',
	searchHint: 'terminal output of running command server logs',
	description:
		"Gives the output of a terminal's running or last command: whether it runs, its exit code, whether it waits for input. Also of the user's terminals, where the shell has VS Code's shell integration.",
	whenToUse: 'Use it after terminal_run with background or a time-out; to see what the user ran.',
	effect: 'reads',
	needs: ['terminals'],
	plainText: true,
	budget: 30_000,
	narrowBy: ['head', 'tail', 'grep'],
	timeout: MAX_WAIT + 120_000,

	example: { tail: 20 },

	input: z.strictObject({
		terminal: terminalName.optional().describe('Id or name; that of the last terminal_run unless given.'),
		wait: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.optional()
			.describe('Milliseconds to wait for its end, or until it wants input.'),
		grep: z.string().min(1).optional().describe('Only lines with this text.'),
		...outputLines,
	}),

	output: commandAnswer,

	async run({ terminal, wait, ...part }, { terminals }, call) {
		const command = terminals.command(terminal);
		if (wait !== undefined) {
			await command.settle(wait, call.signal);
		}
		return answerOf(command, part, call.budget);
	},

	render: renderCommand,
});
