import { exitCodeOf } from '../../answers/recorded-run.ts';
import type { RecordedEntry, RecordKind } from '../../ports/recordings.ts';
import { diffLines } from '../../text/line-diff.ts';
import { shorten } from '../../text/shorten.ts';
import { unifiedDiff } from '../../text/unified-diff.ts';
import { renderPlace } from './entry-shape.ts';
import type { OpenRecording } from './open-recording.ts';

export interface Comparison {
	differences: number;
	rows?: readonly Row[];
	diff?: string;
	dropped?: number;
}

interface Row {
	name: string;
	a: number;
	b: number;
	difference: number;
}

const COURSE: readonly RecordKind[] = ['started', 'stopped', 'exception', 'exited', 'terminated', 'failed', 'ended'];

export function compareCounts(a: OpenRecording, b: OpenRecording): Comparison {
	return compareNumbers(numbersOf(a), numbersOf(b));
}

function numbersOf({ run, counts }: OpenRecording): Record<string, number> {
	const exitCode = exitCodeOf(run);
	const lines = Object.entries(counts.categories).map(([name, { outputs }]): [string, number] => [name, outputs]);
	return {
		sessions: run.sessions.length,
		...prefixed('events: ', Object.entries(counts.kinds)),
		...prefixed('lines: ', lines),
		...prefixed('stops: ', Object.entries(counts.stopReasons)),
		...(exitCode !== undefined && { 'exit code': exitCode }),
	};
}

/** The number of VS Code's questions depends on speed, and telemetry says nothing about the program; lines are counted by category. */
const NOT_COMPARED = ['events: request', 'events: output', 'lines: telemetry'];

function prefixed(prefix: string, counts: readonly [string, number][]): Record<string, number> {
	const named = counts.map(([name, count]): [string, number] => [prefix + name, count]);
	return Object.fromEntries(named.filter(([name]) => !NOT_COMPARED.includes(name)));
}

export function compareExceptions(a: OpenRecording, b: OpenRecording): Comparison {
	return { ...compareNumbers(exceptionsOf(a), exceptionsOf(b)), ...droppedIn([a, b], ['exception']) };
}

/** The same text thrown at the same place is the same exception. */
function exceptionsOf({ entries }: OpenRecording): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const entry of entries.filter(({ kind }) => kind === 'exception')) {
		const name = describe(entry);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

function compareNumbers(a: Record<string, number>, b: Record<string, number>): Comparison {
	const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
	const rows = names
		.map(name => ({ name, a: a[name] ?? 0, b: b[name] ?? 0, difference: (b[name] ?? 0) - (a[name] ?? 0) }))
		.toSorted((left, right) => Number(right.difference !== 0) - Number(left.difference !== 0));
	return { rows, differences: rows.filter(({ difference }) => difference !== 0).length };
}

export function compareTimelines(a: OpenRecording, b: OpenRecording, budget: number): Comparison {
	// Session by session: which of two that run side by side ends first differs from run to run.
	const course = ({ run, entries }: OpenRecording) =>
		run.sessions.flatMap(({ id }) =>
			entries.filter(({ kind, sessionId }) => sessionId === id && COURSE.includes(kind)).map(describe),
		);
	return { ...compareLines(course(a), course(b), budget), ...droppedIn([a, b], COURSE) };
}

export function compareOutputs(a: OpenRecording, b: OpenRecording, budget: number): Comparison {
	const lines = ({ entries }: OpenRecording) =>
		entries
			.filter(({ kind, category }) => kind === 'output' && category !== 'telemetry')
			.map(({ text }) => shorten(text, 300));
	return { ...compareLines(lines(a), lines(b), budget), ...droppedIn([a, b], ['output']) };
}

function compareLines(a: readonly string[], b: readonly string[], budget: number): Comparison {
	const differences = diffLines(a, b).reduce(
		(sum, { from, to, newFrom, newTo }) => sum + to - from + newTo - newFrom,
		0,
	);
	return { differences, diff: unifiedDiff(a.join('\n'), b.join('\n'), { context: 1, budget }) };
}

function droppedIn(recordings: readonly OpenRecording[], kinds: readonly RecordKind[]): { dropped: number } {
	const numbers = recordings.flatMap(({ counts }) => kinds.map(kind => counts.dropped[kind] ?? 0));
	return { dropped: numbers.reduce((sum, number) => sum + number, 0) };
}

/** Without what differs from run to run: times, ids and numbers of threads. */
function describe({ kind, reason, text, exitCode, ...place }: RecordedEntry): string {
	const [first = ''] = text.split('\n');
	const named = kind === 'started' ? first.replaceAll(/\d+/g, '…') : '';
	const said = kind === 'exception' || kind === 'failed' ? first : named;
	const what = [kind, reason, exitCode, shorten(said, 200)].filter(part => part !== undefined && part !== '').join(' ');
	return place.path === undefined ? what : `${what} at ${renderPlace({ path: place.path, line: place.line })}`;
}
