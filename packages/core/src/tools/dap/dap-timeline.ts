import { z } from 'zod';
import { droppedOf, totalOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import type { RecordKind } from '../../ports/recordings.ts';
import { countOf } from '../../text/plural.ts';
import { entryShape, renderEntry, toEntryShape } from './entry-shape.ts';
import { openRecording, pageOf, renderNotes, renderRun, runFacts, toRunFacts } from './open-recording.ts';
import { alone, EVENT_TYPES, eventTypes, offset, pageFacts, sessionId } from './shared-parameters.ts';

const MILESTONES: readonly RecordKind[] = [
	'started',
	'process',
	'stopped',
	'exception',
	'exited',
	'terminated',
	'failed',
	'ended',
];

const moment = entryShape.extend({
	count: z.int().optional().describe('How many of the same kind in a row it stands for.'),
	until: z.int().optional().describe('When the last of them was.'),
});
type Moment = z.output<typeof moment>;

export const dapTimeline = defineTool({
	name: 'dap_timeline',
	title: 'Timeline of a debug session',
	searchHint: 'events history order of debug session',
	description: 'Lists what happened in a debugged program in order: stops, exceptions, output, exits.',
	whenToUse: 'Use it to see what came right before a failure.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	timeout: 20_000,
	narrowBy: ['granularity', 'eventTypes', 'window', 'limit'],

	example: { granularity: 'milestones' },
	input: z.strictObject({
		sessionId,
		alone,
		eventTypes: eventTypes.describe('All but requests unless given.'),
		window: z.number().positive().optional().describe('Only the last so many milliseconds.'),
		granularity: z
			.enum(['all', 'summary', 'milestones'])
			.default('all')
			.describe('summary: the same kind in a row is one; milestones: no output, threads, steps.'),
		fromEnd: z.boolean().default(false).describe('Begin with the newest page.'),
		limit: z.int().positive().max(1000).default(100).describe('Events in one answer.'),
		offset,
	}),
	output: z.object({ session: runFacts, ...pageFacts, events: z.array(moment) }),

	run({ eventTypes: types, window, granularity, fromEnd, limit, offset: skip, ...which }, ports, { budget }) {
		const { run, start, counts, entries } = openRecording(ports.recordings, which);
		const asked = types ?? EVENT_TYPES.filter(type => type !== 'request');
		const wanted = granularity === 'milestones' ? asked.filter(type => MILESTONES.includes(type)) : asked;
		const last = entries.at(-1)?.time ?? 0;
		const matching = entries.filter(
			({ kind, category, time }) =>
				wanted.includes(kind) && category !== 'telemetry' && (window === undefined || time >= last - window),
		);
		const moments = matching.map(entry => toEntryShape(entry, start));
		const told = granularity === 'summary' ? joinAlike(moments) : moments;
		const ordered = fromEnd ? told.toReversed() : told;
		const { shown, ...more } = pageOf(ordered, { offset: skip, limit, budget });
		const dropped = droppedOf(counts, wanted);
		return Promise.resolve({
			session: toRunFacts(run),
			total: totalOf(counts, wanted),
			matched: matching.length,
			...(dropped > 0 && { dropped }),
			events: fromEnd ? shown.toReversed() : shown,
			...more,
		});
	},

	render({ session, total, matched, events, ...notes }) {
		const head = `${renderRun(session)}\n${countOf(matched, 'event')}${matched === total ? '' : ` (${total} recorded)`}`;
		const rows = events.map(({ count, until, ...event }) =>
			count === undefined ? renderEntry(event) : `${renderEntry(event)}  (${count} until +${until ?? event.at} ms)`,
		);
		return [[head, ...rows, ...renderNotes(notes)].join('\n')];
	},
});

/** Events of one kind in a row become one, which shows the first of them. */
function joinAlike(moments: readonly Moment[]): Moment[] {
	const joined: Moment[] = [];
	for (const next of moments) {
		const last = joined.at(-1);
		if (last?.type === next.type && last.category === next.category && last.reason === next.reason) {
			last.count = (last.count ?? 1) + 1;
			last.until = next.at;
		} else {
			joined.push({ ...next });
		}
	}
	return joined;
}
