/** A session as it introduces itself. */
export interface SessionFacts {
	id: string;
	name: string;
	type: string;
	/** The session that started this one; js-debug has one for the launch and one below it per process or thread. */
	parent?: string;
	/** The resolved configuration. */
	configuration: Readonly<Record<string, unknown>>;
}

export type DapEvent =
	| { kind: 'opened'; session: SessionFacts; time: number }
	| { kind: 'sent' | 'received'; sessionId: string; message: object; time: number }
	| { kind: 'adapterFailed'; sessionId: string; message: string; time: number }
	| { kind: 'ended'; sessionId: string; time: number };

type Listener = (event: DapEvent) => void;

/** Everything that passed between VS Code and debug adapters: `sent` to the adapter, `received` from it. */
export interface DapMessages {
	/** First what was kept, then every event as it happens, before VS Code or the adapter sees the message. */
	follow(listener: Listener): () => void;
	/** The same without what was kept. */
	listen(listener: Listener): () => void;
	/** The kept messages of one session, oldest first. They outlive the session by some time. */
	of(sessionId: string): readonly DapEvent[];
	/** Every session that something is kept of, oldest first. */
	sessionIds(): readonly string[];
}

const MESSAGES_PER_SESSION = 2000;
const ENDED_SESSIONS_KEPT = 10;
const CHARACTERS_PER_MESSAGE = 4000;

/** The bounded recording that the debugger's model is built from, and whatever else wants to know. */
export function createDapMessages(): DapMessages & { record(event: DapEvent): void } {
	const rings = new Map<string, { opened?: DapEvent; events: DapEvent[]; ended: boolean }>();
	const listeners = new Set<Listener>();

	const keep = (event: DapEvent) => {
		const id = event.kind === 'opened' ? event.session.id : event.sessionId;
		const ring = rings.get(id) ?? { events: [], ended: false };
		rings.set(id, ring);
		if (event.kind === 'opened') {
			// A restarted session has the id that it had before.
			ring.opened = event;
			ring.ended = false;
			return;
		}
		ring.events.push(event.kind === 'sent' || event.kind === 'received' ? bounded(event) : event);
		if (ring.events.length > MESSAGES_PER_SESSION) {
			ring.events.shift();
		}
		if (event.kind === 'ended') {
			ring.ended = true;
			const ended = [...rings].filter(([, { ended }]) => ended).map(([endedId]) => endedId);
			ended.slice(0, -ENDED_SESSIONS_KEPT).forEach(old => rings.delete(old));
		}
	};
	const of = (id: string): readonly DapEvent[] => {
		const ring = rings.get(id);
		return ring ? [...(ring.opened ? [ring.opened] : []), ...ring.events] : [];
	};

	return {
		record(event) {
			keep(event);
			listeners.forEach(listener => listener(event));
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		follow(listener) {
			[...rings.keys()]
				.flatMap(of)
				.sort((left, right) => left.time - right.time)
				.forEach(listener);
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		of,
		sessionIds: () => [...rings.keys()],
	};
}

function bounded(event: Extract<DapEvent, { message: object }>): DapEvent {
	const message = shortenValue(event.message, { left: CHARACTERS_PER_MESSAGE });
	return { ...event, message: typeof message === 'object' && message !== null ? message : {} };
}

/** A copy that stops when the characters are used up: a message may hold a whole heap. */
function shortenValue(value: unknown, budget: { left: number }): unknown {
	if (typeof value === 'string') {
		const kept = value.slice(0, Math.max(0, budget.left));
		budget.left -= value.length;
		return kept.length < value.length ? `${kept}…` : kept;
	}
	budget.left -= 4;
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	if (Array.isArray(value)) {
		const items: unknown[] = [];
		for (const item of Array.from<unknown>(value)) {
			if (budget.left <= 0) {
				break;
			}
			items.push(shortenValue(item, budget));
		}
		return items;
	}
	const copy: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(value)) {
		if (budget.left <= 0) {
			break;
		}
		budget.left -= key.length;
		copy[key] = shortenValue(field, budget);
	}
	return copy;
}
