import { z } from 'zod';
import { renderRunAnswer, session, stopAnswer, toRunAnswer, toSession } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import { isToolError } from '../../errors/tool-error.ts';
import type { Debugger, Stop } from '../../ports/debugger.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { countOf, plural } from '../../text/plural.ts';

export const debugStatus = defineTool({
	name: 'debug_status',
	title: 'Debugger status',
	searchHint: 'debugger session state running paused stopped',
	description:
		'Tells what is being debugged: every session and its state, and where the program stands if it is stopped.',
	whenToUse:
		'Use it to find out how things are before acting; it changes nothing and never fails for want of a session.',
	effect: 'reads',
	needs: ['debugger', 'breakpoints'],

	example: {},
	input: z.strictObject({}),
	output: z.object({
		isActive: z.boolean(),
		isPaused: z.boolean(),
		sessions: z.array(
			session.extend({ type: z.string(), parent: z.string().optional(), stopReason: z.string().optional() }),
		),
		breakpoints: z.int(),
		stop: z
			.object({ ...stopAnswer, session })
			.optional()
			.describe('Where the session that stopped last stands.'),
	}),
	async run(_input, ports, call) {
		const areStopped = () => ports.debugger.sessions().some(({ state }) => state === 'stopped');
		const stopped = areStopped() ? await currentStop(ports.debugger, call.signal) : undefined;
		const answer = stopped && toRunAnswer({ event: 'stopped', stop: stopped }, call);
		const sessions = ports.debugger.sessions();
		const isPaused = areStopped();
		const { event: _, ...stop } = answer ?? { event: undefined, session: undefined };
		return {
			isActive: sessions.length > 0,
			isPaused,
			sessions: sessions.slice(0, 50).map(({ parent, stopReason, ...rest }) => ({
				...toSession(rest),
				type: rest.type,
				...(parent !== undefined && { parent }),
				...(stopReason !== undefined && { stopReason }),
			})),
			breakpoints: ports.breakpoints.list().length,
			...(stop.session && { stop: { ...stop, session: stop.session } }),
		};
	},
	render({ sessions, breakpoints, stop }) {
		const lines = sessions.map(
			({ name, type, id, state, parent, stopReason }) =>
				`${parent === undefined ? '' : '  '}${name} (${type}, ${id}): ${state}${stopReason === undefined ? '' : `, ${stopReason}`}`,
		);
		const head = sessions.length === 0 ? 'Nothing is being debugged.' : `${plural(sessions.length, 'session')}.`;
		const where = stop ? [renderRunAnswer({ event: 'stopped', ...stop })] : [];
		return [[`${head} ${countOf(breakpoints, 'breakpoint')} set.`, ...lines, ...where].join('\n')];
	},
});

/** Undefined when the program has run on or ended while it was asked. */
async function currentStop(debugging: Debugger, signal: Cancellation): Promise<Stop | undefined> {
	try {
		return await debugging.current({}, signal);
	} catch (error) {
		if (isToolError(error) && ['E_NOT_STOPPED', 'E_NO_SESSION', 'E_STALE_REFERENCE'].includes(error.code)) {
			return undefined;
		}
		throw error;
	}
}
