import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import type { TerminalFacts } from '../../ports/terminals.ts';
import { plural } from '../../text/plural.ts';

const COMMAND_SHOWN = 200;

export const terminalList = defineTool({
	name: 'terminal_list',
	title: 'List terminals',
	searchHint: 'open terminals which servers run',
	description: "Lists the window's terminals with what runs or last ran in each.",
	whenToUse: 'Use it to find a terminal to read, or a server that runs already.',
	effect: 'reads',
	needs: ['terminals'],

	example: {},

	input: z.strictObject({}),

	output: z.object({
		total: z.int(),
		terminals: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				ours: z.boolean().describe("False: the user's, which can only be read."),
				shell: z.string().optional(),
				shellIntegration: z.boolean(),
				cwd: z.string().optional(),
				command: z.string().optional(),
				running: z.boolean(),
				exitCode: z.int().optional(),
				waitingForInput: z.boolean().optional(),
			}),
		),
		truncated: z.literal(true).optional(),
	}),

	run(_, { terminals }, { budget }) {
		const all = terminals.list().map(shorten);
		const shown = takeWhileFits(all, budget - 200, facts => JSON.stringify(facts).length + 1);
		const answer = { total: all.length, terminals: [...shown] };
		return Promise.resolve(shown.length < all.length ? { ...answer, truncated: true as const } : answer);
	},

	render({ total, terminals }) {
		const rows = terminals.map(({ id, name, ours, command, running, exitCode, waitingForInput }) => {
			const state = running ? (waitingForInput ? 'waits for input' : 'running') : ended(exitCode);
			const owner = ours ? '' : " (the user's)";
			return `${id}  ${name}${owner}: ${command === undefined ? 'nothing seen yet' : `${state}: ${command}`}`;
		});
		return [[total === 0 ? 'No terminals.' : `${plural(total, 'terminal')}:`, ...rows].join('\n')];
	},
});

function shorten(facts: TerminalFacts): TerminalFacts {
	const { command } = facts;
	return command !== undefined && command.length > COMMAND_SHOWN
		? { ...facts, command: `${command.slice(0, COMMAND_SHOWN)}…` }
		: facts;
}

function ended(exitCode: number | undefined): string {
	return exitCode === undefined ? 'ended' : `exit code ${exitCode}`;
}
