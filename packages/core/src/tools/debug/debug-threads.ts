import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { session, toSession } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf } from '../../text/plural.ts';
import { sessionId } from './shared-parameters.ts';

export const debugThreads = defineTool({
	name: 'debug_threads',
	title: 'Threads',
	searchHint: 'threads processes workers debugger',
	description: 'Lists the threads of every session, or of one, and which of them are stopped.',
	whenToUse:
		'Use it in programs with several threads or processes; some debuggers show a worker as a session of its own.',
	effect: 'reads',
	needs: ['debugger'],
	requires: ['debug_start'],
	narrowBy: ['sessionId'],

	example: {},
	input: z.strictObject({ sessionId: sessionId.describe('Session from debug_status; all unless given.') }),
	output: z.object({
		total: z.int(),
		threads: z.array(z.object({ session, id: z.int(), name: z.string(), stopped: z.boolean() })),
		truncated: z.literal(true).optional(),
	}),
	async run({ sessionId }, ports, { signal, budget }) {
		const answer = await ports.debugger.threads(sessionId, signal);
		const all = answer.flatMap(({ session, threads }) =>
			threads.map(thread => ({ session: toSession(session), ...thread })),
		);
		const shown = takeWhileFits(all, budget - 200, thread => JSON.stringify(thread).length + 1);
		return { total: all.length, threads: [...shown], ...(shown.length < all.length && { truncated: true as const }) };
	},
	render({ total, threads, truncated }) {
		const rows = threads.map(
			({ session, id, name, stopped }) =>
				`${id}  ${name}  ${stopped ? 'stopped' : 'running'}  (${session.name}, ${session.id})`,
		);
		return [[countOf(total, 'thread'), ...rows, ...(truncated ? ['(More: narrow with sessionId.)'] : [])].join('\n')];
	},
});
