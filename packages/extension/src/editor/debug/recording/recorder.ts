import type { DapMessages } from '../protocol/dap-messages.ts';
import { SessionRecord } from './session-record.ts';

/** Runs are kept whole: a session and all that it started. */
const ENDED_RUNS_KEPT = 10;
/** A run may start a process for every file it builds. */
const ENDED_SESSIONS_KEPT = 60;

export interface Recorder {
	/** All sessions, in the order in which they started. */
	sessions(): readonly SessionRecord[];
	find(sessionId: string): SessionRecord | undefined;
	dispose(): void;
}

/** Keeps, from the first message on, what happened in debug sessions. */
export function createRecorder(messages: DapMessages): Recorder {
	const records = new Map<string, SessionRecord>();
	let order = 0;
	const nextOrder = () => ++order;

	const rootOf = (id: string): string => {
		const parent = records.get(id)?.facts.parent;
		return parent !== undefined && records.has(parent) ? rootOf(parent) : id;
	};
	const forgetOldest = () => {
		const running = new Set([...records.values()].filter(isRunning).map(({ facts }) => rootOf(facts.id)));
		const over = [...records.values()].filter(({ facts }) => !running.has(rootOf(facts.id)));
		const runs = [...new Set(over.map(({ facts }) => rootOf(facts.id)))];
		const old = new Set(runs.slice(0, -ENDED_RUNS_KEPT));
		over.filter(({ facts }) => old.has(rootOf(facts.id))).forEach(({ facts }) => records.delete(facts.id));
		const ended = [...records.values()].filter(record => !isRunning(record));
		ended.slice(0, -ENDED_SESSIONS_KEPT).forEach(({ facts }) => records.delete(facts.id));
	};

	const unfollow = messages.follow(event => {
		const id = event.kind === 'opened' ? event.session.id : event.sessionId;
		const known = records.get(id);
		if (known) {
			known.take(event);
		} else if (event.kind === 'opened') {
			const record = new SessionRecord(event.session, nextOrder);
			records.set(id, record);
			record.take(event);
		}
		if (event.kind === 'ended') {
			forgetOldest();
		}
	});
	return {
		sessions: () => [...records.values()],
		find: id => records.get(id),
		dispose: unfollow,
	};
}

function isRunning({ state }: SessionRecord): boolean {
	return state !== 'ended';
}
