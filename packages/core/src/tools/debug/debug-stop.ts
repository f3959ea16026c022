import { z } from 'zod';
import { session, toSession } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';

export const debugStop = defineTool({
	name: 'debug_stop',
	title: 'Stop debugging',
	searchHint: 'end terminate debugger session',
	description: 'Ends debug sessions and the programs they launched; all of them unless one is named.',
	whenToUse: 'Use it when you are done debugging.',
	effect: 'steers',
	needs: ['debugger'],
	requires: ['debug_start'],

	example: {},
	input: z.strictObject({
		sessionId: z.string().min(1).optional().describe('Session from debug_status; all unless given.'),
	}),
	output: z.object({ stopped: z.array(session), stoppedCount: z.int() }),
	async run({ sessionId }, ports, { signal }) {
		const stopped = await ports.debugger.stop(sessionId, signal);
		return { stopped: stopped.slice(0, 50).map(toSession), stoppedCount: stopped.length };
	},
	render: ({ stopped }) => [`Ended: ${stopped.map(({ name }) => name).join(', ')}`],
});
