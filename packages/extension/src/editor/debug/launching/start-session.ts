import { messageOf } from '@hawser/core/data/message-of.ts';
import type { Debugger } from '@hawser/core/ports/debugger.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { CommandGuard } from '../../commands/command-guard.ts';
import { unsavedFiles } from '../../shared/unsaved-files.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import type { TerminalFolder } from '../../terminals/terminal-folder.ts';
import { unboundBreakpoints } from '../breakpoints/unbound-breakpoints.ts';
import { describeSession } from '../control/describe-session.ts';
import type { QuietFocus } from '../control/quiet-focus.ts';
import { type BareOutcome, type RunControl, stillRunning } from '../control/run-control.ts';
import type { ModelWaiters } from '../control/wait-for-change.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import type { CaptureOutput } from '../output/capture-output.ts';
import { type LaunchPlan, type Member, planLaunch } from './launch-plan.ts';
import { claimSessions, failureOf, isLaunchedAs, type Launch, notStarted } from './launches.ts';
import { runPreLaunchTask } from './pre-launch-task.ts';

export interface StartParts {
	model: DebugModel;
	waiters: ModelWaiters;
	runControl: RunControl;
	quiet: QuietFocus;
	paths: WorkspacePaths;
	/** Sessions that belong to a launch, also of other calls. */
	claimed: WeakSet<ModelSession>;
	stopSession: (id: string) => void;
	guard: CommandGuard;
	/** The folder for the output of tasks that have to run first. */
	outputs: TerminalFolder;
	captureOutput: CaptureOutput;
}

type StartOutcome = BareOutcome | { event: 'running'; session: ModelSession };

/** The debug view, its focus and a save of the user's files are theirs to decide; the toolbar shows that something runs. */
const OPTIONS: vscode.DebugSessionOptions = { suppressDebugView: true, suppressSaveBeforeStart: true };

export function createStart({
	model,
	waiters,
	runControl,
	quiet,
	paths,
	claimed,
	stopSession,
	guard,
	outputs,
	captureOutput,
}: StartParts): Debugger['start'] {
	return async (request, caller, progress) => {
		const { signal } = caller;
		const timeLimit = startTimeLimit(request.timeout, signal);
		const plan = await planLaunch(request, paths, signal);
		// VS Code runs the command of a variable as soon as it reads the configuration.
		await guard.requireVariables(plan.textsOfAgent, caller);
		const ready = await runTasks(plan, { timeLimit, outputs }, progress);
		// A configuration that the user wrote is started unchanged.
		const members = request.configuration === undefined ? await Promise.all(ready.map(captured)) : ready;
		const since = model.latestStop;
		const launches: Launch[] = [];
		const roots = () => launches.flatMap(({ session }) => session?.facts.id ?? []);
		const isOurs = (id: string) => runControl.belongsTo(id, roots());
		const stopClaiming = claimSessions(model, launches, claimed);
		const loud = quiet.during(id => {
			const session = model.find(id);
			return isOurs(id) || (session !== undefined && launches.some(launch => isLaunchedAs(session, launch)));
		});
		try {
			launches.push(...members.map(launch));
			const outcome = await waiters.until(() => {
				const failure = failureOf(launches, model);
				if (failure) {
					throw failure;
				}
				return roots().length === members.length ? outcomeSoFar(launches, roots(), since, request.wait) : undefined;
			}, timeLimit.left());
			if (!outcome) {
				const started = launches.flatMap(({ session }) => session ?? []);
				throw notStarted(launches, request.timeout) ?? stillRunning(started, request.timeout);
			}
			if (plan.stopAll) {
				endTogether(model, roots(), stopSession);
			}
			return {
				outcome: await describe(outcome, signal),
				sessions: model
					.sessions()
					.filter(({ facts, state }) => state !== 'ended' && isOurs(facts.id))
					.map(describeSession),
				configurations: plan.members.map(({ configuration }) => configuration),
				unsaved: unsavedFiles().map(({ uri }) => paths.show(uri)),
				unbound: unboundBreakpoints(model, isOurs, paths),
			};
		} finally {
			loud();
			stopClaiming();
		}
	};

	async function captured({ configuration, folder }: Member): Promise<Member> {
		return { folder, configuration: await captureOutput(configuration) };
	}

	function launch({ configuration, folder }: Member): Launch {
		const started: Launch = { name: configuration.name };
		const refuse = (reason: string) => {
			started.refusal = reason;
			waiters.askAgain();
		};
		vscode.debug.startDebugging(folder, configuration, OPTIONS).then(
			done => {
				if (!done) {
					refuse('VS Code did not start it.');
				}
			},
			(error: unknown) => refuse(messageOf(error)),
		);
		return started;
	}

	function outcomeSoFar(
		launches: readonly Launch[],
		roots: readonly string[],
		since: number,
		wait: boolean,
	): StartOutcome | undefined {
		const outcome = runControl.outcomeOf(roots, since);
		const sessions = launches.flatMap(({ session }) => session ?? []);
		const [first] = sessions;
		const allRun = sessions.every(({ state }) => state !== 'starting');
		return outcome ?? (!wait && first && allRun ? { event: 'running', session: first } : undefined);
	}

	function describe(outcome: StartOutcome, signal: Cancellation) {
		return outcome.event === 'running'
			? { event: 'running' as const, session: describeSession(outcome.session) }
			: runControl.describe(outcome, signal);
	}
}

/** Runs what has to run first, and takes it out of the configurations: it must not run twice. */
async function runTasks(
	{ members, task }: LaunchPlan,
	{ timeLimit, outputs }: { timeLimit: { left: () => TimeLimit }; outputs: TerminalFolder },
	progress: (message: string) => void,
): Promise<readonly Member[]> {
	const run = async (wanted: unknown, folder: vscode.WorkspaceFolder | undefined): Promise<boolean> => {
		progress(`Running ${JSON.stringify(wanted)} …`);
		return runPreLaunchTask(wanted, folder, { timeLimit: timeLimit.left(), outputs });
	};
	const leftForVsCode = task !== undefined && !(await run(task, members[0]?.folder)) ? task : undefined;
	const done: Member[] = [];
	for (const [index, { configuration, folder }] of members.entries()) {
		const preLaunchTask: unknown = configuration['preLaunchTask'] ?? (index === 0 ? leftForVsCode : undefined);
		const ran = preLaunchTask !== undefined && preLaunchTask !== '' && (await run(preLaunchTask, folder));
		done.push({ folder, configuration: { ...configuration, preLaunchTask: ran ? undefined : preLaunchTask } });
	}
	return done;
}

/** A compound with stopAll: when one of its sessions ends, the others end too. */
function endTogether(model: DebugModel, roots: readonly string[], stopSession: (id: string) => void): void {
	const endOthers = () => {
		const over = roots.some(id => model.find(id)?.state === 'ended');
		if (over) {
			stopListening();
			roots.filter(id => model.find(id)?.state !== 'ended').forEach(stopSession);
		}
	};
	const stopListening = model.onChange(endOthers);
	endOthers();
}
