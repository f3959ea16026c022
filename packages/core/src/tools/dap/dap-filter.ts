import { z } from 'zod';
import { droppedOf, totalOf } from '../../answers/recorded-run.ts';
import { path as pathParameter } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import type { RecordedEntry, Recordings } from '../../ports/recordings.ts';
import { plural } from '../../text/plural.ts';
import { entryShape, renderEntry, toEntryShape } from './entry-shape.ts';
import {
	hasCategory,
	isWithin,
	openRecording,
	pageOf,
	renderNotes,
	renderRun,
	runFacts,
	toRunFacts,
} from './open-recording.ts';
import {
	alone,
	category,
	EVENT_TYPES,
	eventTypes,
	offset,
	pageFacts,
	sessionId,
	since,
	until,
} from './shared-parameters.ts';

const filters = z
	.strictObject({
		category: category.unwrap().optional(),
		pattern: z.string().min(1).max(1000).optional().describe('JavaScript.'),
		caseSensitive: z.boolean().optional(),
		since,
		until: until.unwrap().optional(),
		eventTypes,
		path: pathParameter.optional().describe('Its end is enough.'),
		threadId: z.int().optional(),
	})
	.describe('All are met.');

export const dapFilter = defineTool({
	name: 'dap_filter',
	title: 'Filter recorded events',
	searchHint: 'select events of debug session',
	description: 'Lists events of a debugged program by several criteria.',
	whenToUse: 'Where other dap tools are too coarse.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['filters', 'limit'],

	example: { filters: { category: 'stdout', pattern: 'total' } },
	input: z.strictObject({
		sessionId,
		alone,
		filters,
		limit: z.int().positive().max(1000).default(100).describe('Events in one answer.'),
		offset,
	}),
	output: z.object({ session: runFacts, ...pageFacts, events: z.array(entryShape) }),

	run({ filters: wanted, limit, offset: skip, ...which }, ports, { budget }) {
		const { run, start, counts, entries } = openRecording(ports.recordings, which);
		const types = wanted.eventTypes ?? EVENT_TYPES.filter(type => type !== 'request');
		const meets = criteria(wanted, start);
		const candidates = entries.filter(entry => types.includes(entry.kind) && meets.every(meet => meet(entry)));
		const matching = withPattern(candidates, wanted, ports.recordings);
		const events = matching.map(entry => toEntryShape(entry, start));
		const { shown, ...more } = pageOf(events, { offset: skip, limit, budget });
		const dropped = droppedOf(counts, types);
		return Promise.resolve({
			session: toRunFacts(run),
			total: totalOf(counts, types),
			matched: matching.length,
			...(dropped > 0 && { dropped }),
			events: shown,
			...more,
		});
	},

	render({ session, total, matched, events, ...notes }) {
		const head = `${renderRun(session)}\n${matched} of ${plural(total, 'event')} match`;
		return [[head, ...events.map(renderEntry), ...renderNotes(notes)].join('\n')];
	},
});

type Filters = z.output<typeof filters>;

function criteria(wanted: Filters, start: number): readonly ((entry: RecordedEntry) => boolean)[] {
	const { category: kind, path, threadId } = wanted;
	const isOutput = hasCategory(kind ?? 'all');
	return [
		isWithin(wanted, start),
		...(kind === undefined ? [] : [(entry: RecordedEntry) => entry.kind === 'output' && isOutput(entry)]),
		...(threadId === undefined ? [] : [(entry: RecordedEntry) => entry.threadId === threadId]),
		...(path === undefined ? [] : [(entry: RecordedEntry) => isIn(entry, path)]),
	];
}

function isIn({ path = '' }: RecordedEntry, wanted: string): boolean {
	const [place, end] = [path, wanted].map(text => text.replace(/^file:\/\//, '').replaceAll('\\', '/'));
	return (
		place === end ||
		place?.endsWith(`/${end ?? ''}`) === true ||
		(place !== '' && end?.endsWith(`/${place ?? ''}`) === true)
	);
}

function withPattern(
	entries: readonly RecordedEntry[],
	{ pattern, caseSensitive = false }: Filters,
	recordings: Recordings,
): readonly RecordedEntry[] {
	if (pattern === undefined) {
		return entries;
	}
	const found = recordings.matches(
		pattern,
		caseSensitive,
		entries.map(({ text }) => text),
	);
	return entries.filter((_, index) => found[index]);
}
