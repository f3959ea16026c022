import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DebugModel, ModelSession, StopEvent } from '../model/debug-model.ts';

const START_FIRST = 'Start debug session first using debug_start.';

/** The stopped thread that a call is about. */
export interface StoppedThread {
	session: ModelSession;
	stop: StopEvent;
}

/** The session with that id, which must not have ended; the rest of the message says what else there is. */
export function requireSession(model: DebugModel, id: string): ModelSession {
	const session = model.find(id);
	if (session && session.state !== 'ended') {
		return session;
	}
	const live = liveSessions(model);
	if (live.length === 0) {
		throw noSession(model);
	}
	throw new ToolError(
		'E_SESSION_NOT_FOUND',
		`${session ? `${session.facts.name} has ended` : `No session has the id "${id}"`}.`,
		{
			hint: `Use one of: ${live.map(nameOf).join(', ')}; or leave sessionId out.`,
			details: { sessions: live.map(summary) },
		},
	);
}

/** The stopped session to inspect: the one asked for, or the one that stopped last. */
export function requireStopped(model: DebugModel, id: string | undefined, threadId?: number): StoppedThread {
	const candidates = id === undefined ? liveSessions(model) : family(model, requireSession(model, id));
	if (candidates.length === 0) {
		throw noSession(model);
	}
	const stopped = candidates.flatMap(session => session.stops.map(stop => ({ session, stop })));
	const wanted = threadId === undefined ? stopped : stopped.filter(({ stop }) => stop.threadId === threadId);
	const latest = wanted.toSorted((left, right) => left.stop.order - right.stop.order).at(-1);
	if (latest) {
		return latest;
	}
	const [other] = stopped;
	// When all threads stop together, the adapter names only one of them.
	if (other && threadId !== undefined && other.session.threads.has(threadId)) {
		return { session: other.session, stop: { ...other.stop, threadId } };
	}
	if (other && threadId !== undefined) {
		throw new ToolError('E_THREAD_NOT_FOUND', `No stopped thread has the id ${threadId}.`, {
			details: { stopped: stopped.map(({ stop }) => stop.threadId) },
		});
	}
	throw new ToolError('E_NOT_STOPPED', `${candidates.map(nameOf).join(', ')}: running, not stopped.`, {
		details: { sessions: candidates.map(summary) },
	});
}

/** The running session that a pause is meant for: the newest that is not merely the parent of others. */
export function requireRunning(model: DebugModel, id: string | undefined): ModelSession {
	const live = id === undefined ? liveSessions(model) : family(model, requireSession(model, id));
	const leaf = live.filter(({ facts }) => !live.some(other => other.facts.parent === facts.id));
	const chosen = leaf.filter(({ state }) => state !== 'stopped').at(-1) ?? leaf.at(-1);
	if (!chosen) {
		throw noSession(model);
	}
	return chosen;
}

export function liveSessions(model: DebugModel): readonly ModelSession[] {
	return model.sessions().filter(({ state }) => state !== 'ended');
}

/** The session and all that it started, directly or not, as far as they run. */
export function family(model: DebugModel, root: ModelSession): readonly ModelSession[] {
	const children = model.sessions().filter(({ facts, state }) => facts.parent === root.facts.id && state !== 'ended');
	return [...(root.state === 'ended' ? [] : [root]), ...children.flatMap(child => family(model, child))];
}

export function rootOf(model: DebugModel, session: ModelSession): ModelSession {
	const parent = session.facts.parent === undefined ? undefined : model.find(session.facts.parent);
	return parent ? rootOf(model, parent) : session;
}

export function noSession(model: DebugModel): ToolError {
	const last = model.sessions().at(-1);
	const ended = last ? ` The last one, ${last.facts.name}, has ended.` : '';
	return new ToolError('E_NO_SESSION', `No debug session is running.${ended}`, { hint: START_FIRST });
}

function nameOf({ facts }: ModelSession): string {
	return `${facts.name} (${facts.id})`;
}

function summary({ facts, state }: ModelSession) {
	return { id: facts.id, name: facts.name, type: facts.type, state };
}
