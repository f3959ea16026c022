import type { RecordCounts, RecordedEntry, RecordedSession, Recordings, Tally } from '../../src/ports/recordings.ts';

export const START = Date.UTC(2026, 0, 5, 10);

export type Happened = Partial<RecordedEntry> & Pick<RecordedEntry, 'kind'> & { at?: number };

/** A recorded session, and what happened in it; counts are those of its entries, and of some that are gone. */
export interface FakeSession extends Partial<Omit<RecordedSession, 'counts'>> {
	id: string;
	happened: readonly Happened[];
	droppedLines?: number;
}

export function fakeRecordings(fakes: readonly FakeSession[]): { recordings: Recordings } {
	let order = 0;
	const entries = fakes
		.flatMap(({ id, happened }) =>
			happened.map(({ at = 0, ...entry }) => ({ text: '', time: START + at, sessionId: id, ...entry })),
		)
		.toSorted((left, right) => left.time - right.time)
		.map((entry): RecordedEntry => ({ ...entry, order: entry.order ?? ++order }));
	const sessions = fakes.map(
		({ happened: _, droppedLines = 0, ...facts }): RecordedSession => ({
			name: `the ${facts.id}`,
			type: 'pwa-node',
			state: 'ended',
			startedAt: START,
			...(facts.state !== 'running' && { endedAt: START + 1000 }),
			...facts,
			counts: countsOf(
				entries.filter(({ sessionId }) => sessionId === facts.id),
				droppedLines,
			),
		}),
	);
	return {
		recordings: {
			sessions: () => sessions,
			entries: ids => entries.filter(({ sessionId }) => ids.includes(sessionId)),
			tracked: id => {
				const found = fakes.find(session => session.id === id);
				return (
					found && {
						capabilities: ['supportsLogPoints'],
						exceptionFilters: ['uncaught'],
						threads: [{ id: 1, name: 'main' }],
						breakpoints: [{ path: 'a.js', line: 2, verified: true, boundLine: 3 }],
						messages: { sent: 5, received: 9 },
						events: { output: 3 },
						requests: { initialize: 1 },
					}
				);
			},
			matches: (pattern, caseSensitive, texts) =>
				texts.map(text => new RegExp(pattern, caseSensitive ? '' : 'i').test(text)),
		},
	};
}

function countsOf(entries: readonly RecordedEntry[], droppedLines: number): RecordCounts {
	const kinds: Record<string, number> = {};
	const stopReasons: Record<string, number> = {};
	const [categories, sources, hours]: Record<string, Tally>[] = [{}, {}, {}];
	const add = (counts: Record<string, number>, name: string, number = 1) => {
		counts[name] = (counts[name] ?? 0) + number;
	};
	const tally = (tallies: Record<string, Tally> | undefined, name: string | undefined, { kind }: RecordedEntry) => {
		if (tallies && name !== undefined) {
			const { events, outputs, stops, exceptions } = tallies[name] ?? {
				events: 0,
				outputs: 0,
				stops: 0,
				exceptions: 0,
			};
			tallies[name] = {
				events: events + 1,
				outputs: outputs + Number(kind === 'output'),
				stops: stops + Number(kind === 'stopped'),
				exceptions: exceptions + Number(kind === 'exception'),
			};
		}
	};
	for (const entry of entries) {
		add(kinds, entry.kind);
		if (entry.kind === 'stopped') {
			add(stopReasons, entry.reason ?? 'unknown');
		}
		tally(categories, entry.category, entry);
		tally(sources, entry.path, entry);
		if (entry.kind !== 'request') {
			tally(hours, String(Math.floor(entry.time / 3_600_000) * 3_600_000), entry);
		}
	}
	if (droppedLines > 0) {
		add(kinds, 'output', droppedLines);
	}
	return {
		kinds,
		dropped: droppedLines > 0 ? { output: droppedLines } : {},
		failedRequests: entries.filter(({ failed }) => failed).length,
		stopReasons,
		categories: categories ?? {},
		sources: sources ?? {},
		hours: hours ?? {},
	};
}
