import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { requireRun } from '../../answers/recorded-run.ts';
import { session } from '../../answers/run-answer.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { plural } from '../../text/plural.ts';
import { sessionId } from './shared-parameters.ts';

const LISTED = 50;
const counted = z.record(z.string(), z.int());

export const debugTracker = defineTool({
	name: 'debug_tracker',
	title: 'Debug session tracker',
	searchHint: 'debug adapter capabilities breakpoint does not bind debugger',
	description:
		'Tells what is known of a debug session, running or ended: what its debugger can do, what became of each breakpoint, threads, exact counts of messages and events.',
	whenToUse: 'Use it to find out why a breakpoint does not bind, or what a debugger supports.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['sessionId'],

	example: {},
	input: z.strictObject({
		sessionId: sessionId.describe('Any recorded session; the busiest of the latest run unless given.'),
	}),
	output: z.object({
		session: session.extend({ type: z.string(), parent: z.string().optional(), exitCode: z.int().optional() }),
		related: z.array(session).describe('Other sessions of the same run.'),
		capabilities: z.array(z.string()),
		exceptionFilters: z.array(z.string()),
		threads: z.array(z.object({ id: z.int(), name: z.string() })),
		breakpoints: z.array(
			z.object({
				path: z.string().optional(),
				line: z.int().optional().describe('As asked for.'),
				functionName: z.string().optional(),
				verified: z.boolean(),
				boundLine: z.int().optional(),
				message: z.string().optional(),
			}),
		),
		breakpointsTotal: z.int(),
		messages: z.object({ sent: z.int(), received: z.int() }),
		events: counted,
		requests: counted,
		recorded: counted.describe('Entries in the recording, by type.'),
		dropped: counted.optional().describe('Of these, the oldest, which are no longer kept.'),
	}),

	run({ sessionId: id }, ports, { budget }) {
		const all = ports.recordings.sessions();
		const { root } = requireRun(all, { sessionId: id, alone: true });
		const tracked = ports.recordings.tracked(root.id);
		if (!tracked) {
			throw new ToolError('E_SESSION_NOT_FOUND', `The recording of ${root.name} is gone.`);
		}
		const related = requireRun(all, { sessionId: root.id }).sessions.filter(other => other.id !== root.id);
		const breakpoints = takeWhileFits(tracked.breakpoints, budget / 3, bound => JSON.stringify(bound).length + 1);
		return Promise.resolve({
			session: {
				...identityOf(root),
				type: root.type,
				...(root.parent !== undefined && { parent: root.parent }),
				...(root.exitCode !== undefined && { exitCode: root.exitCode }),
			},
			related: related.slice(-10).map(identityOf),
			capabilities: tracked.capabilities.slice(0, LISTED),
			exceptionFilters: tracked.exceptionFilters.slice(0, LISTED),
			threads: tracked.threads.slice(0, LISTED),
			breakpoints: breakpoints.map(bound => ({
				...bound,
				...(bound.message !== undefined && { message: bound.message.slice(0, 300) }),
			})),
			breakpointsTotal: tracked.breakpoints.length,
			messages: tracked.messages,
			events: mostFrequent(tracked.events),
			requests: mostFrequent(tracked.requests),
			recorded: { ...root.counts.kinds },
			...(Object.keys(root.counts.dropped).length > 0 && { dropped: { ...root.counts.dropped } }),
		});
	},

	render({ session: about, related, messages, breakpoints, breakpointsTotal, threads, ...lists }) {
		const { capabilities, exceptionFilters, events, requests, recorded, dropped } = lists;
		const code = about.exitCode === undefined ? '' : ` with exit code ${about.exitCode}`;
		const list = (counts: Record<string, number>) =>
			Object.entries(counts)
				.map(([name, count]) => `${name} ${count}`)
				.join(', ') || 'none';
		return [
			[
				`${about.name} (${about.type}, ${about.id}): ${about.state}${code}`,
				...related.map(({ id, name, state }) => `  in the same run: ${name} (${id}): ${state}`),
				`Messages: ${messages.sent} sent, ${messages.received} received`,
				`Events: ${list(events)}`,
				`Requests: ${list(requests)}`,
				`Recorded: ${list(recorded)}${dropped ? `; no longer kept: ${list(dropped)}` : ''}`,
				`Threads: ${threads.map(({ id, name }) => `${id} ${name}`.trim()).join(', ') || 'none'}`,
				`Exception filters: ${exceptionFilters.join(', ') || 'none'}`,
				plural(breakpointsTotal, 'breakpoint'),
				...breakpoints.map(
					({ path, line, functionName, verified, boundLine, message }) =>
						`  ${functionName ?? `${path ?? ''}:${line ?? ''}`}: ${verified ? `bound to line ${boundLine ?? line ?? ''}` : 'not bound'}${message === undefined ? '' : `, ${message}`}`,
				),
				`Capabilities: ${capabilities.join(', ') || 'none'}`,
			].join('\n'),
		];
	},
});

function identityOf({ id, name, state }: { id: string; name: string; state: string }) {
	return { id, name, state };
}

function mostFrequent(counts: Readonly<Record<string, number>>): Record<string, number> {
	const sorted = Object.entries(counts).toSorted(([, left], [, right]) => right - left);
	return Object.fromEntries(sorted.slice(0, LISTED));
}
