import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { textOf } from '@hawser/core/data/plain-data.ts';
import type { CallFollower, CallRecord, StartedCall } from '@hawser/core/runtime/call-log.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import { agentKey } from '../agents/agent-gate.ts';
import { type CallFile, fileOf, subjectOf } from './call-subject.ts';

/** One call as the user can look at it later. */
export interface KnownCall extends Omit<StartedCall, 'readArguments' | 'client'> {
	/** Grows from call to call. */
	readonly id: number;
	readonly version: string | undefined;
	readonly subject: string;
	readonly file: CallFile | undefined;
	/** JSON; undefined when it was given up for newer ones. */
	arguments: string | undefined;
	progress: Progress | undefined;
	/** Undefined while it runs. */
	outcome: CallRecord['outcome'] | undefined;
	/** Milliseconds. */
	duration: number | undefined;
	/** The text that the agent got; undefined while it runs, or when it was given up for newer ones. */
	answer: string | undefined;
	/** Bytes of that text as a whole. */
	bytes: number | undefined;
	/** The terminal in which the call ran something. */
	terminal: string | undefined;
}

/** The last calls of this window, bounded in number and in size. */
export interface CallHistory {
	readonly calls: ReadonlyMap<number, KnownCall>;
	/** Calls since the window was opened. */
	readonly count: number;
	/** The newest call of each agent, by `agentKey`. */
	readonly newest: ReadonlyMap<string, KnownCall>;
	started(call: StartedCall): CallFollower;
	finished(record: CallRecord, reply: Reply): void;
	clear(): void;
	/** Tells of each call that comes, goes on, ends or is forgotten. */
	listen(listener: (id: number) => void): () => void;
}

const MAX_CALLS = 2000;
/** Characters of one text, and of all texts. */
const MAX_TEXT = 20_000;
const MAX_TEXTS = 4_000_000;
const MAX_AGENTS = 200;

export function createCallHistory(): CallHistory {
	const calls = new Map<number, KnownCall>();
	const running = new Map<string, KnownCall>();
	const newest = new Map<string, KnownCall>();
	const listeners = new Set<(id: number) => void>();
	let count = 0;
	/** Characters that are kept, and the oldest call that may still have some. */
	let kept = 0;
	let oldestText = 1;
	const tell = (id: number) => listeners.forEach(listener => listener(id));

	function keepWithin(): void {
		const [oldest] = calls.values();
		if (calls.size > MAX_CALLS && oldest) {
			forgetTexts(oldest);
			calls.delete(oldest.id);
			tell(oldest.id);
		}
		while (kept > MAX_TEXTS && oldestText < count) {
			const call = calls.get(oldestText++);
			if (call) {
				forgetTexts(call);
			}
		}
	}

	function forgetTexts(call: KnownCall): void {
		kept -= (call.arguments?.length ?? 0) + (call.answer?.length ?? 0);
		call.arguments = undefined;
		call.answer = undefined;
	}

	return {
		calls,
		newest,
		get count() {
			return count;
		},
		started({ readArguments, client, ...call }) {
			const input = readArguments();
			const text = bounded(JSON.stringify(input));
			const known: KnownCall = {
				...call,
				id: ++count,
				version: client?.version,
				subject: subjectOf(input),
				file: fileOf(input),
				arguments: text,
				progress: undefined,
				outcome: undefined,
				duration: undefined,
				answer: undefined,
				bytes: undefined,
				terminal: undefined,
			};
			calls.set(known.id, known);
			running.set(call.requestId, known);
			setBounded(newest, agentKey(known), known, MAX_AGENTS);
			kept += text.length;
			keepWithin();
			tell(known.id);
			return {
				progress(progress) {
					known.progress = { ...progress, message: bounded(progress.message) };
					tell(known.id);
				},
			};
		},
		finished({ requestId, duration, outcome }, { envelope, text }) {
			const known = running.get(requestId);
			if (known === undefined) {
				return;
			}
			running.delete(requestId);
			const answer = bounded(text);
			Object.assign(known, { duration, outcome, answer, bytes: Buffer.byteLength(text), progress: undefined });
			known.terminal = envelope.ok ? textOf(envelope.data['terminal']) : undefined;
			known.stop = () => undefined;
			if (calls.has(known.id)) {
				kept += answer.length;
				keepWithin();
				tell(known.id);
			}
		},
		clear() {
			for (const call of [...calls.values()].filter(({ outcome }) => outcome !== undefined)) {
				forgetTexts(call);
				calls.delete(call.id);
				tell(call.id);
			}
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

/** A part of a string keeps the whole of it in memory unless it is copied. */
function bounded(text: string): string {
	return text.length <= MAX_TEXT ? text : Buffer.from(`${text.slice(0, MAX_TEXT)}…`).toString();
}
