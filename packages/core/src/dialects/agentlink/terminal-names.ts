import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';

const number = z.coerce.number().int();
const withoutEffect = unlisted(z.unknown().optional().describe('Accepted, without effect.'));

const output = {
	output_head: number.positive().optional().describe('Lines from the start of the output.'),
	output_tail: number.positive().optional().describe('Lines from its end.'),
};

function linesOf({
	output_head: head,
	output_tail: tail,
}: {
	output_head?: number | undefined;
	output_tail?: number | undefined;
}) {
	return { ...(head !== undefined && { head }), ...(tail !== undefined && { tail }) };
}

const SECOND = 1000;

export const terminalNames: readonly OtherName[] = [
	defineOtherName({
		name: 'execute_command',
		title: 'Run a command',
		description: 'Run a command in a terminal that the user can watch, and get its output and exit code.',
		tools: ['terminal_run'],
		input: z.strictObject({
			command: z.string().min(1).describe('Command line.'),
			cwd: z.string().min(1).optional().describe('Folder to run it in.'),
			terminal_id: z.string().min(1).optional().describe('A terminal of an earlier command.'),
			background: z.boolean().default(false).describe('Answer at once and let it run.'),
			timeout: z.coerce.number().positive().optional().describe('Seconds to wait for its end.'),
			env: z.record(z.string(), z.string()).optional().describe('More environment variables.'),
			...output,
			...{ terminal_name: withoutEffect, split_from: withoutEffect, force: withoutEffect },
			...{ force_reason: withoutEffect, reason: withoutEffect },
		}),
		translate: ({ command, cwd, terminal_id: terminal, background, timeout, env, ...rest }) => ({
			tool: 'terminal_run',
			input: {
				...{ command, background, ...linesOf(rest) },
				...(cwd !== undefined && { cwd }),
				...(env !== undefined && { env }),
				...(terminal !== undefined && { terminal }),
				...(timeout !== undefined && { timeout: Math.ceil(timeout * SECOND) }),
			},
		}),
	}),
	defineOtherName({
		name: 'get_terminal_output',
		title: 'Output of a terminal',
		description: 'Get the output of the running or last command of a terminal, or end it.',
		tools: ['terminal_read', 'terminal_stop'],
		input: z.strictObject({
			terminal_id: z.string().min(1).describe('The terminal, as execute_command gave it.'),
			wait_seconds: z.coerce.number().positive().max(600).optional().describe('Wait for more output first.'),
			kill: z.boolean().default(false).describe('End the command.'),
			output_grep: z.string().min(1).optional().describe('Only lines that match this regular expression.'),
			...output,
		}),
		translate: ({ terminal_id: terminal, wait_seconds: seconds, kill, output_grep: grep, ...rest }) =>
			kill
				? { tool: 'terminal_stop', input: { terminal, action: 'kill' } }
				: {
						tool: 'terminal_read',
						input: {
							...{ terminal, ...linesOf(rest) },
							...(seconds !== undefined && { wait: Math.ceil(seconds * SECOND) }),
							...(grep !== undefined && { grep }),
						},
					},
	}),
	defineOtherName({
		name: 'close_terminals',
		title: 'Close a terminal',
		description: 'Close a terminal that a command was run in.',
		tools: ['terminal_stop'],
		input: z.strictObject({ names: z.array(z.string().min(1)).describe('The name or id of one terminal.') }),
		translate({ names: [name, ...more] }) {
			if (name === undefined || more.length > 0) {
				throw new ToolError('E_INVALID_PARAMS', 'Give "names" with one terminal: each is closed by a call of its own.');
			}
			return { tool: 'terminal_stop', input: { terminal: name, action: 'close' } };
		},
	}),
];
