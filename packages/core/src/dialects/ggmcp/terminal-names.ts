import { z } from 'zod';
import { defineOtherName, type OtherName, type TranslationView } from '../../contract/dialect.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';

const command = z.string().min(1).describe('The shell command to execute.');

export const terminalNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_terminal_text',
		title: 'Text of the terminal',
		description: 'Retrieve the current text content from the first active terminal in the IDE.',
		tools: ['terminal_read'],
		input: z.strictObject({}),
		translate: (_, view) => ({ tool: 'terminal_read', input: activeTerminal(view) }),
	}),
	defineOtherName({
		name: 'execute_terminal_command',
		title: 'Run a command in the terminal',
		description: "Execute a specified shell command in the IDE's integrated terminal.",
		tools: ['terminal_run'],
		input: z.strictObject({ command }),
		translate: input => ({ tool: 'terminal_run', input }),
	}),
	defineOtherName({
		name: 'execute_command_with_output',
		title: 'Run a command with its output',
		description: "Execute a specified shell command and capture its output using VS Code's Shell Integration API.",
		tools: ['terminal_run'],
		input: z.strictObject({
			command,
			cwd: unlisted(z.string().min(1).optional().describe('Folder to run it in.')),
			timeout: unlisted(z.int().positive().optional().describe('Milliseconds to wait for its end.')),
		}),
		translate: input => ({ tool: 'terminal_run', input }),
	}),
	defineOtherName({
		name: 'get_command_output',
		title: 'Output of the last command',
		description: 'Get the output from the last command executed with execute_command_with_output.',
		tools: ['terminal_read'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'terminal_read', input: {} }),
	}),
	defineOtherName({
		name: 'wait',
		title: 'Wait',
		description: 'Wait for a specified number of milliseconds.',
		tools: ['util_wait'],
		input: z.strictObject({
			milliseconds: z.number().nonnegative().describe('The duration to wait in milliseconds.'),
		}),
		translate: ({ milliseconds }) => ({ tool: 'util_wait', input: { milliseconds: Math.round(milliseconds) } }),
	}),
];

/** The one that ran the last command of an agent; where there was none, the first in which the user ran something. */
function activeTerminal({ terminals }: TranslationView): { terminal?: string } {
	const used = terminals.list().filter(terminal => terminal.command !== undefined);
	const [first] = used;
	return first === undefined || used.some(({ ours }) => ours) ? {} : { terminal: first.id };
}
