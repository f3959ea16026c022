import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { RunOutcome } from '@hawser/core/ports/debugger.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type { QuietFocus } from '../control/quiet-focus.ts';
import { type BareOutcome, type RunControl, stillRunning } from '../control/run-control.ts';
import type { ModelWaiters } from '../control/wait-for-change.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { failureOf } from './launches.ts';

/**
 * Lets something start that starts sessions of its own accord, and waits for the first stop or the end of these sessions.
 * Undefined when it was over without any.
 */
export type FollowLaunch = (start: () => Promise<unknown>, timeLimit: TimeLimit) => Promise<RunOutcome | undefined>;

export function createFollowLaunch({
	model,
	waiters,
	runControl,
	quiet,
	claimed,
	stopSession,
}: {
	model: DebugModel;
	waiters: ModelWaiters;
	runControl: RunControl;
	quiet: QuietFocus;
	/** Sessions that a call of debug_start has started. */
	claimed: WeakSet<ModelSession>;
	stopSession: (id: string) => void;
}): FollowLaunch {
	return async (start, timeLimit) => {
		const before = new Set(model.sessions());
		const since = model.latestStop;
		const started = () =>
			model
				.sessions()
				.filter(session => session.facts.parent === undefined && !before.has(session) && !claimed.has(session));
		const roots = () => started().map(({ facts }) => facts.id);
		const endAll = (running: Promise<unknown>) => {
			// A session that has just opened may not heed it yet, so it is told again in each state.
			const reported = new Set<string>();
			const tell = () => {
				for (const { facts, state } of started().filter(({ state }) => state !== 'ended')) {
					if (!reported.has(`${facts.id} ${state}`)) {
						reported.add(`${facts.id} ${state}`);
						stopSession(facts.id);
					}
				}
			};
			const stopListening = model.onChange(tell);
			running.then(stopListening, stopListening);
			tell();
		};
		const loud = quiet.during(id => runControl.belongsTo(id, roots()));
		let over = false;
		let forget: () => void = () => undefined;
		const finish = () => {
			over = true;
			waiters.askAgain();
		};
		try {
			const running = start();
			running.then(finish, finish);
			// Whoever starts the sessions may be told to stop before there is one to be stopped.
			forget = timeLimit.signal.onCancelled(() => endAll(running));
			const outcome = await waiters.until((): BareOutcome | 'over' | undefined => {
				const failure = failureOf(
					started().map(session => ({ name: session.facts.name, session })),
					model,
				);
				if (failure) {
					throw failure;
				}
				return runControl.outcomeOf(roots(), since) ?? (over && roots().length === 0 ? 'over' : undefined);
			}, timeLimit);
			if (outcome === undefined) {
				throw roots().length > 0 ? stillRunning(started(), timeLimit.milliseconds) : nothingStarted(timeLimit);
			}
			return outcome === 'over' ? undefined : await runControl.describe(outcome, timeLimit.signal);
		} finally {
			forget();
			loud();
		}
	};
}

function nothingStarted({ milliseconds }: TimeLimit): ToolError {
	return new ToolError('E_TIMEOUT', `No debug session was started within ${milliseconds} ms.`, {
		hint: 'VS Code may be showing the user a message or a question; ask them to look.',
		details: { timeout: milliseconds },
	});
}
