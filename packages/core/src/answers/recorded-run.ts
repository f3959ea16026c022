import { ToolError } from '../errors/tool-error.ts';
import type { RecordCounts, RecordedSession, RecordKind, Tally } from '../ports/recordings.ts';

/** A session with all that belongs to it: some debuggers have one for the launch and one below it per process or thread. */
export interface RecordedRun {
	root: RecordedSession;
	/** The root first. */
	sessions: readonly RecordedSession[];
}

/** All runs, oldest first. */
export function runsOf(sessions: readonly RecordedSession[]): readonly RecordedRun[] {
	const byId = new Map(sessions.map(session => [session.id, session]));
	const rootOf = (session: RecordedSession): RecordedSession => {
		const parent = session.parent === undefined ? undefined : byId.get(session.parent);
		return parent ? rootOf(parent) : session;
	};
	const roots = [...new Set(sessions.map(rootOf))];
	return roots.map(root => ({
		root,
		sessions: [root, ...sessions.filter(session => session !== root && rootOf(session) === root)],
	}));
}

/** The run that a call is about: the one with that session, or the latest in which something happened. */
export function requireRun(
	sessions: readonly RecordedSession[],
	{ sessionId, alone = false }: { sessionId?: string | undefined; alone?: boolean } = {},
): RecordedRun {
	const runs = runsOf(sessions);
	const latest = runs.findLast(run => run.sessions.some(saysSomething)) ?? runs.at(-1);
	if (!latest) {
		throw new ToolError('E_NO_SESSION', 'Nothing has been debugged in this window yet.');
	}
	if (sessionId === undefined) {
		return alone ? oneOf(latest) : latest;
	}
	const found = runs.find(run => run.sessions.some(({ id }) => id === sessionId));
	if (!found) {
		const known = sessions.slice(-20).map(({ id, name, state }) => ({ id, name, state }));
		throw new ToolError('E_SESSION_NOT_FOUND', `Nothing is recorded of a session with the id "${sessionId}".`, {
			hint: `Use one of: ${known.map(({ id, name }) => `${name} (${id})`).join(', ')}; or leave sessionId out.`,
			details: { sessions: known },
		});
	}
	return alone ? oneOf({ ...found, sessions: found.sessions.filter(({ id }) => id === sessionId) }) : found;
}

/** The session of the run that has most to say, by itself. */
function oneOf({ root, sessions }: RecordedRun): RecordedRun {
	const only = sessions.toSorted((left, right) => sayingsOf(right) - sayingsOf(left))[0] ?? root;
	return { root: only, sessions: [only] };
}

function saysSomething(session: RecordedSession): boolean {
	return sayingsOf(session) > 0;
}

function sayingsOf({ counts }: RecordedSession): number {
	return totalOf(counts, ['output', 'stopped', 'exception']) - (counts.categories['telemetry']?.outputs ?? 0);
}

export function exitCodeOf({ sessions }: RecordedRun): number | undefined {
	return sessions.findLast(({ exitCode }) => exitCode !== undefined)?.exitCode;
}

export function stateOf({ sessions }: RecordedRun): RecordedSession['state'] {
	const states = sessions.map(({ state }) => state);
	return (['stopped', 'running'] as const).find(state => states.includes(state)) ?? 'ended';
}

export function sumCounts(counts: readonly RecordCounts[]): RecordCounts {
	return {
		kinds: sumNumbers(counts.map(({ kinds }) => kinds)),
		dropped: sumNumbers(counts.map(({ dropped }) => dropped)),
		failedRequests: counts.reduce((sum, { failedRequests }) => sum + failedRequests, 0),
		stopReasons: sumNumbers(counts.map(({ stopReasons }) => stopReasons)),
		categories: sumTallies(counts.map(({ categories }) => categories)),
		sources: sumTallies(counts.map(({ sources }) => sources)),
		hours: sumTallies(counts.map(({ hours }) => hours)),
	};
}

function sumNumbers(all: readonly Readonly<Partial<Record<string, number>>>[]): Record<string, number> {
	const sums: Record<string, number> = {};
	for (const [name, number = 0] of all.flatMap(Object.entries<number | undefined>)) {
		sums[name] = (sums[name] ?? 0) + number;
	}
	return sums;
}

function sumTallies(all: readonly Readonly<Record<string, Tally>>[]): Record<string, Tally> {
	const sums: Record<string, Tally> = {};
	for (const [name, tally] of all.flatMap(Object.entries<Tally>)) {
		const { events, outputs, stops, exceptions } = sums[name] ?? { events: 0, outputs: 0, stops: 0, exceptions: 0 };
		sums[name] = {
			events: events + tally.events,
			outputs: outputs + tally.outputs,
			stops: stops + tally.stops,
			exceptions: exceptions + tally.exceptions,
		};
	}
	return sums;
}

/** Counts the entries of this kind, kept or not. */
export function totalOf({ kinds }: RecordCounts, wanted: readonly RecordKind[]): number {
	return wanted.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
}

export function droppedOf({ dropped }: RecordCounts, wanted: readonly RecordKind[]): number {
	return wanted.reduce((sum, kind) => sum + (dropped[kind] ?? 0), 0);
}
