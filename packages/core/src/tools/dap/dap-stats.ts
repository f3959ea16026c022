import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { type RecordedRun, requireRun, sumCounts, totalOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import type { RecordCounts, RecordedSession, Tally } from '../../ports/recordings.ts';
import { plural, tally } from '../../text/plural.ts';
import { EVENT_TYPES, sessionId } from './shared-parameters.ts';

const BAR = 20;

export const dapStats = defineTool({
	name: 'dap_stats',
	title: 'Statistics of debug sessions',
	searchHint: 'count events output exceptions',
	description: 'Counts events, output, stops and exceptions of all recorded sessions, or of one run, by group. Exact.',
	whenToUse: 'Use it to see where output and exceptions come from, or which sessions there are (groupBy session).',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['sessionId', 'groupBy'],

	example: {},
	input: z.strictObject({
		sessionId: sessionId.describe('Any session of a run; all that is recorded unless given.'),
		groupBy: z
			.enum(['category', 'source', 'hour', 'session'])
			.default('category')
			.describe('category: kind of output; source: file that printed, stopped or threw; hour: in UTC.'),
		includeCharts: z.boolean().default(true).describe('A bar of text for each group.'),
	}),
	output: z.object({
		sessions: z.int(),
		groupBy: z.string(),
		events: z.int().describe('Requests are not counted.'),
		total: z.int().describe('Groups.'),
		groups: z.array(
			z.object({
				name: z.string(),
				sessionId: z.string().optional(),
				state: z.string().optional(),
				events: z.int(),
				outputs: z.int(),
				stops: z.int(),
				exceptions: z.int(),
				bar: z.string().optional(),
			}),
		),
		truncated: z.literal(true).optional(),
	}),

	run({ sessionId: id, groupBy, includeCharts }, ports, { budget }) {
		const all = ports.recordings.sessions();
		const latest: RecordedRun = requireRun(all, { sessionId: id });
		const sessions = id === undefined ? all : latest.sessions;
		const counts = sumCounts(sessions.map(session => session.counts));
		const groups = groupBy === 'session' ? sessions.map(bySession) : tallied(counts, groupBy);
		const most = Math.max(1, ...groups.map(({ events }) => events));
		const rows = groups.map(group => ({
			...group,
			...(includeCharts && { bar: '█'.repeat(Math.ceil((group.events / most) * BAR)) }),
		}));
		const shown = takeWhileFits(rows, budget - 400, row => JSON.stringify(row).length + 1);
		return Promise.resolve({
			sessions: sessions.length,
			groupBy,
			events: totalOf(
				counts,
				EVENT_TYPES.filter(type => type !== 'request'),
			),
			total: rows.length,
			groups: [...shown],
			...(shown.length < rows.length && { truncated: true as const }),
		});
	},

	render({ sessions, groupBy, events, total, groups, truncated }) {
		const head = `${plural(events, 'event')} in ${plural(sessions, 'session')}, by ${groupBy}`;
		const rows = groups.map(({ name, sessionId: id, state, events: own, outputs, stops, exceptions, bar }) => {
			const kinds = tally([
				[outputs, 'output'],
				[stops, 'stop'],
				[exceptions, 'exception'],
			]);
			return [
				...(bar === undefined ? [] : [bar.padEnd(BAR)]),
				`${name}${id === undefined ? '' : ` (${id}, ${state ?? ''})`}: ${plural(own, 'event')}${kinds === '' ? '' : ` (${kinds})`}`,
			].join('  ');
		});
		return [
			[head, ...rows, ...(truncated ? [`(${groups.length} of ${total}: narrow with sessionId.)`] : [])].join('\n'),
		];
	},
});

function bySession({ id, name, state, counts }: RecordedSession) {
	const { output = 0, stopped = 0, exception = 0 } = counts.kinds;
	const events = totalOf(
		counts,
		EVENT_TYPES.filter(type => type !== 'request'),
	);
	return { name, sessionId: id, state, events, outputs: output, stops: stopped, exceptions: exception };
}

function tallied({ categories, sources, hours }: RecordCounts, groupBy: 'category' | 'source' | 'hour') {
	const rows = (tallies: Readonly<Record<string, Tally>>) =>
		Object.entries(tallies).map(([name, tally]) => ({ name, ...tally }));
	if (groupBy === 'hour') {
		return rows(hours)
			.toSorted((left, right) => Number(left.name) - Number(right.name))
			.map(row => ({ ...row, name: new Date(Number(row.name)).toISOString().slice(0, 13).replace('T', ' ') }));
	}
	const tallies = groupBy === 'category' ? categories : sources;
	return rows(tallies).toSorted((left, right) => right.events - left.events);
}
