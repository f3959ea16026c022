import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Debugger } from '@hawser/core/ports/debugger.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { flagIn } from '../protocol/dap-values.ts';
import type { DebugSessions } from '../sessions/debug-sessions.ts';
import { liveSessions, noSession, requireSession, rootOf } from './choose-session.ts';
import { describeSession } from './describe-session.ts';
import type { QuietFocus } from './quiet-focus.ts';
import { type RunControl, stillRunning } from './run-control.ts';
import type { ModelWaiters } from './wait-for-change.ts';

/** VS Code gives an adapter some seconds to end its program before it cuts the connection. */
const END_LIMIT = 15_000;
/** A program has this long to show up; some adapters report none until it stops. */
const LAUNCH_LIMIT = 4000;
export interface EndParts {
	model: DebugModel;
	waiters: ModelWaiters;
	sessions: DebugSessions;
	runControl: RunControl;
	quiet: QuietFocus;
}

export function createEndSessions({
	model,
	waiters,
	sessions,
	runControl,
	quiet,
}: EndParts): Pick<Debugger, 'stop' | 'restart'> & { stopQuietly(id: string): void } {
	/** An adapter that is told to stop while it still launches its program may leave that program running. */
	const hasProgram = (id: string): true | undefined => {
		const session = model.find(id);
		const isThere =
			session === undefined ||
			session.state === 'ended' ||
			session.failure !== undefined ||
			session.threads.size > 0 ||
			model.sessions().some(({ facts }) => facts.parent === id);
		return isThere || undefined;
	};
	const stopDebugging = async (id: string): Promise<void> => {
		await waiters.until(() => hasProgram(id), { milliseconds: LAUNCH_LIMIT, signal: NEVER_CANCELLED });
		const session = sessions.find(id);
		if (session) {
			await vscode.debug.stopDebugging(session);
		}
	};
	return {
		stopQuietly(id) {
			stopDebugging(id).catch(() => undefined);
		},

		async stop(sessionId, signal) {
			const live = liveSessions(model);
			const chosen = sessionId === undefined ? live : [requireSession(model, sessionId)];
			if (chosen.length === 0) {
				throw noSession(model);
			}
			const roots = [...new Set(chosen.map(session => (sessionId === undefined ? rootOf(model, session) : session)))];
			const ending = live.filter(({ facts }) =>
				runControl.belongsTo(
					facts.id,
					roots.map(root => root.facts.id),
				),
			);
			// Its promise may never settle; the model tells when it is done.
			roots.forEach(({ facts }) => this.stopQuietly(facts.id));
			const done = await waiters.until(() => ending.every(({ state }) => state === 'ended') || undefined, {
				milliseconds: END_LIMIT,
				signal,
			});
			if (!done) {
				throw new ToolError('E_TIMEOUT', `Not all sessions ended within ${END_LIMIT} ms.`, {
					hint: 'Call debug_status to see which are left, then debug_stop again.',
					details: { left: ending.filter(({ state }) => state !== 'ended').map(describeSession) },
				});
			}
			return ending.map(describeSession);
		},

		async restart(sessionId, { wait, timeout }, signal) {
			const session = sessionId === undefined ? liveSessions(model).at(-1) : requireSession(model, sessionId);
			if (!session) {
				throw noSession(model);
			}
			const timeLimit = startTimeLimit(timeout, signal);
			const before = rootOf(model, session);
			const { id } = before.facts;
			const since = model.latestStop;
			const inPlace = flagIn(before.capabilities, 'supportsRestartRequest');
			const loud = quiet.during(other => runControl.belongsTo(other, [id]));
			try {
				let refusal: Error | undefined;
				const command = vscode.commands.executeCommand('workbench.action.debug.restart', '', { sessionId: id });
				command.then(waiters.askAgain, (error: unknown) => {
					refusal = error instanceof Error ? error : new Error(String(error));
					waiters.askAgain();
				});
				const anew = (): ModelSession | undefined => {
					const now = model.find(id);
					return now !== undefined && (inPlace || now !== before) ? now : undefined;
				};
				const outcome = await waiters.until(() => {
					if (refusal) {
						throw new ToolError('E_LAUNCH_FAILED', `VS Code did not restart it: ${refusal.message}`, {
							cause: refusal,
						});
					}
					const now = anew();
					if (now?.failure !== undefined) {
						throw new ToolError('E_LAUNCH_FAILED', `${now.facts.name} did not start again: ${now.failure}`);
					}
					const happened = now && runControl.outcomeOf([id], since);
					return (
						happened ??
						(!wait && now && now.state !== 'starting' ? { event: 'running' as const, session: now } : undefined)
					);
				}, timeLimit.left());
				if (!outcome) {
					throw stillRunning(liveSessions(model), timeout);
				}
				return outcome.event === 'running'
					? { event: 'running', session: describeSession(outcome.session) }
					: await runControl.describe(outcome, signal);
			} finally {
				loud();
			}
		},
	};
}
