import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';

const MAX_WAIT = 60_000;

export const utilWait = defineTool({
	name: 'util_wait',
	title: 'Wait',
	searchHint: 'sleep delay pause seconds',
	description: 'Waits for a number of milliseconds.',
	whenToUse:
		'Use it only where no other tool waits for what you need: most tools wait by themselves until their answer is true.',
	effect: 'reads',
	needs: ['pauses'],
	listed: false,
	timeout: MAX_WAIT + 5_000,

	example: { milliseconds: 500 },

	input: z.strictObject({
		milliseconds: z.int().nonnegative().max(MAX_WAIT).describe(`How long; ${MAX_WAIT} at most.`),
	}),

	output: z.object({ waited: z.int().describe('Milliseconds.') }),

	async run({ milliseconds }, { pauses }, { signal }) {
		await pauses.wait(milliseconds, signal);
		return { waited: milliseconds };
	},

	render: ({ waited }) => [`Waited ${waited} ms.`],
});
