import type { RecordCounts, RecordedEntry, RecordKind, Tally } from '@hawser/core/ports/recordings.ts';
import { shorten } from '@hawser/core/text/shorten.ts';

/** An entry as it is kept; paths are still the adapter's. */
export type KeptEntry = { -readonly [Key in keyof RecordedEntry]: RecordedEntry[Key] };

export type NewEntry = Omit<KeptEntry, 'order' | 'time' | 'sessionId'>;

/** Each kind has room of its own: a program that prints without end must not push out its exceptions. */
const ROOM: Partial<Record<RecordKind, number>> = { output: 5000, request: 1000, stopped: 1000, exception: 300 };
const OTHER_ROOM = 500;
/** Limits the output of one session, whose lines may be long. */
const OUTPUT_CHARACTERS = 500_000;
/** Limits one text that is not output, such as a thrown error. */
const TEXT_LENGTH = 4000;
const HOUR = 3_600_000;
/** A program can make up any number of names; what comes later is counted under one. */
const NAMES = 300;
const OTHER_NAMES = '(others)';

export interface RecordRings {
	add(entry: KeptEntry): void;
	/** The place of an entry became known after it was added. */
	placed(entry: KeptEntry): void;
	entries(): readonly KeptEntry[];
	last(kind: RecordKind): KeptEntry | undefined;
	counts(): RecordCounts;
}

/** Keeps the latest entries of one session, and exact counts of all of them. */
export function createRecordRings(): RecordRings {
	const rings = new Map<RecordKind, KeptEntry[]>();
	const kinds: Partial<Record<RecordKind, number>> = {};
	const stopReasons: Record<string, number> = {};
	const [categories, sources, hours] = [createTallies(), createTallies(), createTallies()];
	let failedRequests = 0;
	let characters = 0;

	const trim = (ring: KeptEntry[], kind: RecordKind) => {
		const room = ROOM[kind] ?? OTHER_ROOM;
		// Entries go in batches: moving thousands of them for each new one would cost more than keeping a few too many.
		if (ring.length > room * 1.1) {
			ring.splice(0, ring.length - room).forEach(({ text }) => (characters -= kind === 'output' ? text.length : 0));
		}
		while (kind === 'output' && characters > OUTPUT_CHARACTERS && ring.length > 1) {
			characters -= ring.shift()?.text.length ?? 0;
		}
	};

	return {
		add(entry) {
			const { kind, text, category, reason, failed, time, path } = entry;
			const ring = rings.get(kind) ?? [];
			rings.set(kind, ring);
			ring.push(entry);
			kinds[kind] = (kinds[kind] ?? 0) + 1;
			failedRequests += kind === 'request' && failed ? 1 : 0;
			characters += kind === 'output' ? text.length : 0;
			if (kind === 'stopped') {
				countName(stopReasons, reason ?? 'unknown');
			}
			if (kind === 'output') {
				categories.add(category ?? 'console', kind);
			}
			if (kind !== 'request') {
				hours.add(String(Math.floor(time / HOUR) * HOUR), kind);
			}
			if (path !== undefined) {
				sources.add(path, kind);
			}
			trim(ring, kind);
		},
		placed({ path, kind }) {
			if (path !== undefined) {
				sources.add(path, kind);
			}
		},
		entries: () => [...rings.values()].flat(),
		last: kind => rings.get(kind)?.at(-1),
		counts: () => ({
			kinds: { ...kinds },
			dropped: Object.fromEntries(
				[...rings].flatMap(([kind, ring]) => {
					const gone = (kinds[kind] ?? 0) - ring.length;
					return gone > 0 ? [[kind, gone]] : [];
				}),
			),
			failedRequests,
			stopReasons: { ...stopReasons },
			categories: categories.all(),
			sources: sources.all(),
			hours: hours.all(),
		}),
	};
}

export function countName(counts: Record<string, number>, name: string): void {
	const known = Object.hasOwn(counts, name) || Object.keys(counts).length < NAMES ? name : OTHER_NAMES;
	counts[known] = (counts[known] ?? 0) + 1;
}

function createTallies() {
	const tallies = new Map<string, Tally>();
	return {
		add(name: string, kind: RecordKind) {
			const known = tallies.has(name) || tallies.size < NAMES ? name : OTHER_NAMES;
			const tally = tallies.get(known) ?? { events: 0, outputs: 0, stops: 0, exceptions: 0 };
			tallies.set(known, tally);
			tally.events++;
			tally.outputs += kind === 'output' ? 1 : 0;
			tally.stops += kind === 'stopped' ? 1 : 0;
			tally.exceptions += kind === 'exception' ? 1 : 0;
		},
		all: () => Object.fromEntries([...tallies].map(([name, tally]) => [name, { ...tally }])),
	};
}

/** Shortens to what an entry keeps of a text. */
export function shortenEntry(text: string): string {
	return shorten(text, TEXT_LENGTH);
}
