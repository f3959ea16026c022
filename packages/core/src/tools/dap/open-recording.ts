import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { exitCodeOf, type RecordedRun, requireRun, stateOf, sumCounts } from '../../answers/recorded-run.ts';
import type { RecordCounts, RecordedEntry, Recordings } from '../../ports/recordings.ts';
import { plural } from '../../text/plural.ts';

/** A run in answers. */
export const runFacts = z.object({
	id: z.string(),
	name: z.string(),
	type: z.string(),
	state: z.string(),
	startedAt: z.string(),
	milliseconds: z.int().optional().describe('How long it ran; absent while it runs.'),
	exitCode: z.int().optional(),
	sessions: z.array(z.string()).optional().describe('All sessions of the run, where it has several.'),
});

export interface OpenRecording {
	run: RecordedRun;
	/** When the run started; answers count from there. */
	start: number;
	counts: RecordCounts;
	/** Oldest first. */
	entries: readonly RecordedEntry[];
}

const SESSIONS_NAMED = 20;
/** Smaller numbers are milliseconds from the start of a run; that many are three years. */
const FIRST_EPOCH_TIME = 100_000_000_000;

export function openRecording(
	recordings: Recordings,
	which: { sessionId?: string | undefined; alone?: boolean },
): OpenRecording {
	return recordingOf(recordings, requireRun(recordings.sessions(), which));
}

export function recordingOf(recordings: Recordings, run: RecordedRun): OpenRecording {
	return {
		run,
		start: run.root.startedAt,
		counts: sumCounts(run.sessions.map(({ counts }) => counts)),
		entries: recordings.entries(run.sessions.map(({ id }) => id)),
	};
}

export function toRunFacts(run: RecordedRun): z.input<typeof runFacts> {
	const { id, name, type, startedAt } = run.root;
	const exitCode = exitCodeOf(run);
	const state = stateOf(run);
	const ended = Math.max(...run.sessions.map(({ endedAt = 0 }) => endedAt));
	return {
		id,
		name,
		type,
		state,
		startedAt: new Date(startedAt).toISOString(),
		...(state === 'ended' && { milliseconds: ended - startedAt }),
		...(exitCode !== undefined && { exitCode }),
		...(run.sessions.length > 1 && { sessions: run.sessions.slice(0, SESSIONS_NAMED).map(session => session.id) }),
	};
}

export function renderRun({ id, name, type, state, milliseconds, exitCode, sessions }: z.output<typeof runFacts>) {
	const time = milliseconds === undefined ? '' : ` after ${milliseconds} ms`;
	const code = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
	const several = sessions ? `, ${plural(sessions.length, 'session')}` : '';
	return `${name} (${type}, ${id}${several}): ${state}${time}${code}`;
}

/** True when the entry lies between the two times of a call. */
export function isWithin(
	{ since, until }: { since?: number | undefined; until?: number | undefined },
	start: number,
): (entry: RecordedEntry) => boolean {
	const toTime = (given: number) => (given >= FIRST_EPOCH_TIME ? given : start + given);
	const from = since === undefined ? -Infinity : toTime(since);
	const to = until === undefined ? Infinity : toTime(until);
	return ({ time }) => time >= from && time <= to;
}

export function hasCategory(wanted: string): (entry: RecordedEntry) => boolean {
	return ({ category }) => (wanted === 'all' ? category !== 'telemetry' : category === wanted);
}

/** As many of the items from `offset` on as the answer has room for. */
export function pageOf<Item extends object>(
	items: readonly Item[],
	{ offset, limit, budget }: { offset: number; limit: number; budget: number },
): { shown: Item[]; nextOffset?: number } {
	const page = items.slice(offset, offset + limit);
	const shown = takeWhileFits(page, budget - 900, item => JSON.stringify(item).length + 1);
	const next = offset + shown.length;
	return { shown: [...shown], ...(next < items.length && { nextOffset: next }) };
}

export function renderNotes({
	dropped,
	nextOffset,
}: {
	dropped?: number | undefined;
	nextOffset?: number | undefined;
}): string[] {
	return [
		...(dropped === undefined ? [] : [`(The oldest ${dropped} are no longer kept.)`]),
		...(nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`]),
	];
}
