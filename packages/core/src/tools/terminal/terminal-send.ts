import { z } from 'zod';
import { answerOf, commandAnswer, renderCommand, terminalName } from '../../answers/command-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';

/** The characters that the keys send to a program. */
const KEYS = {
	enter: '\r',
	tab: '\t',
	space: ' ',
	escape: '\u001b',
	backspace: '\u007f',
	up: '\u001b[A',
	down: '\u001b[B',
	right: '\u001b[C',
	left: '\u001b[D',
	'ctrl+c': '\u0003',
	'ctrl+d': '\u0004',
	'ctrl+z': '\u001a',
} as const;

const KEY_NAMES = [
	...(['enter', 'tab', 'space', 'escape', 'backspace', 'up', 'down', 'right', 'left'] as const),
	...(['ctrl+c', 'ctrl+d', 'ctrl+z'] as const),
] as const satisfies readonly (keyof typeof KEYS)[];

const DEFAULT_WAIT = 5000;
const MAX_WAIT = 600_000;

export const terminalSend = defineTool({
	name: 'terminal_send',
	title: 'Send input to a program',
	searchHint: 'type input keys answer prompt stdin terminal',
	description:
		'Types text or keys into a terminal in which a command of terminal_run runs, and gives its output after that.',
	whenToUse: 'Use it when a command waits for input.',
	effect: 'runs',
	commandLine: { command: 'text', isInput: true },
	needs: ['terminals'],
	plainText: true,
	budget: 30_000,
	timeout: MAX_WAIT + 60_000,

	example: { terminal: '1', text: 'yes' },

	input: z.strictObject({
		terminal: terminalName,
		text: z.string().max(100_000).optional().describe('Text to type, followed by Enter.'),
		enter: z.boolean().default(true).describe('Whether Enter follows the text.'),
		keys: z
			.array(z.enum(KEY_NAMES))
			.max(100)
			.optional()
			.describe('Keys to press after it, such as ["down", "enter"]; ctrl+d ends the input.'),
		wait: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(DEFAULT_WAIT)
			.describe('Milliseconds to wait for what follows; 5000 unless given.'),
	}),

	output: commandAnswer,

	async run({ terminal, text, enter, keys = [], wait }, { terminals }, call) {
		if (text === undefined && keys.length === 0) {
			throw new ToolError('E_INVALID_PARAMS', 'Give "text" or "keys".');
		}
		const typed = text === undefined ? '' : text.replaceAll(/\r?\n/g, '\r') + (enter ? '\r' : '');
		const command = await terminals.send(terminal, typed + keys.map(key => KEYS[key]).join(''));
		await command.pause(wait, call.signal);
		return answerOf(command, {}, call.budget);
	},

	render: renderCommand,
});
