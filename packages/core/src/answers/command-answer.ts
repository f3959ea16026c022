import { z } from 'zod';
import { ToolError } from '../errors/tool-error.ts';
import type { TerminalCommand } from '../ports/terminals.ts';
import { type ExcerptOptions, excerpt } from '../text/output-excerpt.ts';

/** The part of the budget that the head of the answer takes. */
const FACTS_SIZE = 1000;
/** Characters of the output in the message of an error; its details have more. */
const PRINTED_SHOWN = 600;

export const outputLines = {
	head: z.int().positive().max(10_000).optional().describe('Only this many lines from the start of the output.'),
	tail: z.int().positive().max(10_000).optional().describe('Only this many lines from its end.'),
};

export const terminalName = z.string().min(1).describe('Id or name of the terminal.');

export const commandAnswer = z.object({
	terminal: z.string().describe('Id; terminal_read, terminal_send and terminal_stop take it.'),
	command: z.string(),
	cwd: z.string().optional(),
	running: z.boolean(),
	exitCode: z.int().optional().describe('Absent while it runs.'),
	unfinished: z.literal(true).optional().describe('It was waited for and still runs.'),
	waitingForInput: z.literal(true).optional().describe('It seems to wait for an answer: see terminal_send.'),
	output: z.string(),
	outputUnknown: z.string().optional().describe('Why the output is missing or not whole.'),
	totalLines: z.int(),
	shownLines: z.int().optional().describe('Lines in output, where not all are.'),
	truncated: z.literal(true).optional(),
	file: z.string().optional().describe('Has the whole output.'),
	milliseconds: z.int(),
});

export type CommandAnswer = z.infer<typeof commandAnswer>;

/** The command as it is now, within the budget; a longer output goes to a file. */
export async function answerOf(
	command: TerminalCommand,
	{ awaited = false, ...options }: Omit<ExcerptOptions, 'budget'> & { awaited?: boolean },
	budget: number,
): Promise<CommandAnswer> {
	const state = command.state();
	const part = excerpt(state.output, { ...options, budget: budget - FACTS_SIZE - state.command.length });
	if (state.closed) {
		const printed = part.output.trimEnd().slice(-PRINTED_SHOWN);
		const words = 'The terminal was closed before the command had ended.';
		throw new ToolError('E_TERMINAL_CLOSED', printed === '' ? words : `${words} It had printed:\n${printed}`, {
			details: { output: part.output, command: state.command },
		});
	}
	const complete = part.shownLines === undefined && state.droppedLines === 0;
	if (!state.running) {
		command.delivered();
	}
	return {
		terminal: state.terminal,
		command: state.command,
		...(state.cwd !== undefined && { cwd: state.cwd }),
		running: state.running,
		...(state.exitCode !== undefined && { exitCode: state.exitCode }),
		...(awaited && state.running && { unfinished: true as const }),
		...(state.waitingForInput && { waitingForInput: true as const }),
		...part,
		...(state.outputUnknown !== undefined && { outputUnknown: state.outputUnknown }),
		totalLines: part.totalLines + state.droppedLines,
		...(!complete && { file: await command.saveOutput() }),
		milliseconds: state.milliseconds,
	};
}

export function renderCommand(answer: CommandAnswer): readonly [string] {
	const { terminal, running, exitCode, waitingForInput, output, outputUnknown } = answer;
	const { totalLines, shownLines, file, milliseconds } = answer;
	const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
	const ended = exitCode === undefined ? 'ended, exit code unknown' : `exit code ${exitCode}`;
	const head = `${running ? `still running after ${seconds}` : `${ended}, ${seconds}`} (terminal ${terminal})`;
	const notes = [
		outputUnknown !== undefined && `(${outputUnknown})`,
		shownLines !== undefined && `(${shownLines} of ${totalLines} lines.${file === undefined ? '' : ` All: ${file}`})`,
		waitingForInput && '(It seems to wait for input: answer with terminal_send, or end it with terminal_stop.)',
		running && !waitingForInput && '(Read on with terminal_read; end it with terminal_stop.)',
	];
	const body =
		output === '' ? (outputUnknown === undefined ? '(no output)' : '(output unknown)') : output.replace(/\n$/, '');
	return [[head, body, ...notes.filter(note => typeof note === 'string')].join('\n')];
}
