import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type {
	OutputElsewhere,
	OutputLine,
	RunAction,
	RunOutcome,
	RunWaiting,
	Stop,
	StopTarget,
} from '@hawser/core/ports/debugger.ts';
import type { Documents } from '@hawser/core/ports/documents.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { writesUnseen } from '../output/captured-output.ts';
import { type DapRequests, refused } from '../sessions/dap-requests.ts';
import {
	family,
	liveSessions,
	noSession,
	requireRunning,
	requireSession,
	requireStopped,
	rootOf,
	type StoppedThread,
} from './choose-session.ts';
import { describeSession } from './describe-session.ts';
import { createDescribeStop } from './describe-stop.ts';
import type { Inspection } from './inspection.ts';
import type { QuietFocus } from './quiet-focus.ts';
import type { ModelWaiters } from './wait-for-change.ts';

const REQUESTS: Record<RunAction, string> = {
	continue: 'continue',
	step_into: 'stepIn',
	step_over: 'next',
	step_out: 'stepOut',
	pause: 'pause',
};
/** js-debug ends its child session first and the one above it a moment later, with the exit code. */
const PARENT_FOLLOWS = 5000;
/** At other times it is the other way round; what runs on for longer than this was left running. */
const CHILDREN_FOLLOW = 2000;
const OUTPUT_LINES = 20;
/** The reason why a program failed is often further up, as in the report of a test runner. */
const OUTPUT_LINES_OF_FAILURE = 60;

export interface RunParts {
	model: DebugModel;
	waiters: ModelWaiters;
	dap: DapRequests;
	inspection: Inspection;
	quiet: QuietFocus;
	documents: Pick<Documents, 'lines'>;
}

export interface RunControl {
	run(action: RunAction, target: StopTarget, waiting: RunWaiting, signal: Cancellation): Promise<RunOutcome>;
	waitForStop(sessionId: string | undefined, timeout: number, signal: Cancellation): Promise<RunOutcome>;
	current(target: StopTarget, signal: Cancellation): Promise<Stop>;
	/** The first stop or end of these sessions since then; undefined while there is none. */
	outcomeOf(sessions: readonly string[], since: number): BareOutcome | undefined;
	/** The same with everything an agent wants to know about it. */
	describe(outcome: BareOutcome, signal: Cancellation, locals?: boolean): Promise<RunOutcome>;
	/** True when the session is one of these or was started by one of them. */
	belongsTo(sessionId: string, roots: readonly string[]): boolean;
}

export type BareOutcome =
	| { event: 'stopped'; thread: StoppedThread }
	| { event: 'ended'; session: ModelSession; roots: readonly string[] };

/** Letting a program run, and waiting for what comes of it. */
export function createRunControl({ model, waiters, dap, inspection, quiet, documents }: RunParts): RunControl {
	const describeStop = createDescribeStop({ model, dap, inspection, documents });

	const belongsTo = (sessionId: string, roots: readonly string[]): boolean => {
		const session = model.find(sessionId);
		return (
			session !== undefined &&
			(roots.includes(sessionId) || (session.facts.parent !== undefined && belongsTo(session.facts.parent, roots)))
		);
	};

	const stopsSince = (roots: readonly string[], since: number): readonly StoppedThread[] =>
		liveSessions(model)
			.filter(({ facts }) => belongsTo(facts.id, roots))
			.flatMap(session => session.stops.map(stop => ({ session, stop })))
			.filter(({ stop }) => stop.order > since);

	const outcomeOf = (roots: readonly string[], since: number): BareOutcome | undefined => {
		const [thread] = stopsSince(roots, since);
		if (thread) {
			return { event: 'stopped', thread };
		}
		const sessions = roots.flatMap(id => model.find(id) ?? []);
		const [session] = sessions;
		return session && sessions.every(({ state }) => state === 'ended') ? { event: 'ended', session, roots } : undefined;
	};

	const describe = async (outcome: BareOutcome, signal: Cancellation, locals = true): Promise<RunOutcome> => {
		if (outcome.event === 'stopped') {
			return { event: 'stopped', stop: await describeStop(outcome.thread, signal, locals) };
		}
		const { session, roots } = outcome;
		const gone = () => !liveSessions(model).some(({ facts }) => belongsTo(facts.id, roots)) || undefined;
		await waiters.until(gone, { milliseconds: CHILDREN_FOLLOW, signal });
		const relatives = model.sessions().filter(({ facts }) => belongsTo(facts.id, [session.facts.id]));
		const exitCode = [...relatives].reverse().find(relative => relative.exitCode !== undefined)?.exitCode;
		const elsewhere = outputElsewhere(relatives, exitCode);
		// js-debug that reads the output itself does not tell how the program ended.
		const mayHaveFailed = (exitCode ?? 0) !== 0 || session.facts.configuration['outputCapture'] === 'std';
		return {
			event: 'ended',
			session: describeSession(session),
			...(exitCode !== undefined && { exitCode }),
			output: lastOutput(relatives, mayHaveFailed ? OUTPUT_LINES_OF_FAILURE : OUTPUT_LINES),
			...(elsewhere && { elsewhere }),
		};
	};

	/** Waits for a stop of the program, its end, or the end of the one session that was let run. */
	const waitFor = async (
		focus: ModelSession,
		{ since, timeout, locals, refusal }: RunWaiting & { since: number; refusal: () => unknown },
		signal: Cancellation,
	): Promise<RunOutcome> => {
		const root = rootOf(model, focus);
		const roots = [root.facts.id];
		const timeLimit = startTimeLimit(timeout, signal);
		const othersRun = () =>
			family(model, root).some(
				session =>
					session !== focus &&
					!isAncestor(session, focus) &&
					!model.sessions().some(child => child.facts.parent === session.facts.id && child.state !== 'ended'),
			);
		const outcomeSoFar = (): BareOutcome | undefined => {
			const outcome = outcomeOf(roots, since);
			if (!outcome && focus.state === 'ended') {
				return { event: 'ended', session: focus, roots: [focus.facts.id] };
			}
			if (!outcome && refusal() !== undefined) {
				throw refusal();
			}
			return outcome;
		};
		let outcome = await waiters.until(outcomeSoFar, timeLimit.left());
		if (outcome?.event === 'ended' && outcome.session !== root && !othersRun()) {
			const milliseconds = Math.min(PARENT_FOLLOWS, timeLimit.left().milliseconds);
			outcome = (await waiters.until(() => outcomeOf(roots, since), { milliseconds, signal })) ?? outcome;
		}
		if (!outcome) {
			throw stillRunning(family(model, root), timeout);
		}
		return describe(outcome, signal, locals);
	};

	const isAncestor = (session: ModelSession, of: ModelSession): boolean => belongsTo(of.facts.id, [session.facts.id]);

	return {
		outcomeOf,
		describe,
		belongsTo,

		async run(action, target, { timeout, locals }, signal) {
			const { session, threadId } = await chooseThread(action, target, { milliseconds: timeout, signal });
			if (session.state === 'stopped' && action === 'pause') {
				return { event: 'stopped', stop: await describeStop(requireStopped(model, session.facts.id), signal) };
			}
			const since = model.latestStop;
			const root = rootOf(model, session).facts.id;
			const loud = quiet.during(id => belongsTo(id, [root]));
			try {
				let refusal: unknown;
				dap.begin(session.facts.id, REQUESTS[action], { threadId }, error => {
					refusal = refused(error);
					waiters.askAgain();
				});
				return await waitFor(session, { since, timeout, locals, refusal: () => refusal }, signal);
			} finally {
				loud();
			}
		},

		async waitForStop(sessionId, timeout, signal) {
			const candidates =
				sessionId === undefined ? liveSessions(model) : family(model, requireSession(model, sessionId));
			if (candidates.length === 0) {
				throw noSession(model);
			}
			const roots = [...new Set(candidates.map(session => rootOf(model, session).facts.id))];
			const asked = sessionId === undefined ? roots : [sessionId];
			const loud = quiet.during(id => belongsTo(id, asked));
			try {
				const outcome = await waiters.until(() => outcomeOf(asked, 0), { milliseconds: timeout, signal });
				if (!outcome) {
					throw stillRunning(candidates, timeout);
				}
				return await describe(outcome, signal);
			} finally {
				loud();
			}
		},

		current: ({ sessionId, threadId }, signal) => describeStop(requireStopped(model, sessionId, threadId), signal),
	};

	async function chooseThread(
		action: RunAction,
		{ sessionId, threadId }: StopTarget,
		{ milliseconds, signal }: TimeLimit,
	): Promise<{ session: ModelSession; threadId: number }> {
		if (action !== 'pause') {
			const { session, stop } = requireStopped(model, sessionId, threadId);
			return { session, threadId: threadId ?? stop.threadId ?? (await firstThread(session, signal)) };
		}
		// The session that runs the code may open a moment after the one that launches it.
		const withThread = () => {
			const session = requireRunning(model, sessionId);
			return session.threads.size > 0 ? session : undefined;
		};
		const session = (await waiters.until(withThread, { milliseconds, signal })) ?? requireRunning(model, sessionId);
		return { session, threadId: threadId ?? (await firstThread(session, signal)) };
	}

	async function firstThread(session: ModelSession, signal: Cancellation): Promise<number> {
		const [known] = session.threads.keys();
		if (known !== undefined) {
			return known;
		}
		const [{ threads } = { threads: [] }] = await inspection.threads(session.facts.id, signal);
		const [first] = threads;
		if (!first) {
			throw new ToolError('E_THREAD_NOT_FOUND', `${session.facts.name} has no thread yet.`);
		}
		return first.id;
	}
}

/** Points to output that the answer does not contain, which matters when the program failed or printed nothing. */
function outputElsewhere(sessions: readonly ModelSession[], exitCode: number | undefined): OutputElsewhere | undefined {
	const inTerminal = sessions.find(({ terminal }) => terminal !== undefined);
	if (inTerminal?.terminal !== undefined) {
		return inTerminal.facts.configuration['redirectOutput'] === true ? undefined : { terminal: inTerminal.terminal };
	}
	const isSilent = sessions.every(({ output }) => output.totalLines === 0);
	const isUnseen = sessions.some(({ facts }) => writesUnseen(facts.configuration));
	return isUnseen && (isSilent || (exitCode ?? 0) !== 0) ? 'not captured' : undefined;
}

/** The last lines of these sessions, in the order in which they came. */
export function lastOutput(sessions: readonly ModelSession[], count = OUTPUT_LINES): readonly OutputLine[] {
	return sessions
		.flatMap(({ output }) => output.last(count))
		.toSorted((left, right) => left.order - right.order)
		.slice(-count)
		.map(({ category, text }) => ({ category, text }));
}

export function stillRunning(sessions: readonly ModelSession[], timeout: number): ToolError {
	const names = sessions.map(({ facts, state }) => `${facts.name} is ${state}`).join(', ');
	return new ToolError('E_TIMEOUT', `Nothing stopped or ended within ${timeout} ms; ${names || 'no session'}.`, {
		hint: 'The program is left as it is. Wait on with debug_wait_for_hit, stop it where it is with debug_pause, or end it with debug_stop.',
		details: { timeout, sessions: sessions.map(describeSession) },
	});
}
