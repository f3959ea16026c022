import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { Debugger, StartRequest } from '@hawser/core/ports/debugger.ts';
import * as vscode from 'vscode';
import { startPatience } from '../until.ts';
import type { WorkspacePaths } from '../workspace-paths.ts';
import type { Fields } from './dap-values.ts';
import type { DebugModel, ModelSession } from './debug-model.ts';
import { deriveConfiguration } from './derive-configuration.ts';
import { describeSession } from './describe-session.ts';
import { launchProblem, withInputs } from './launch-checks.ts';
import { findEntry, membersOf } from './launch-configurations.ts';
import { runPreLaunchTask } from './pre-launch-task.ts';
import type { QuietFocus } from './quiet-focus.ts';
import { type BareOutcome, lastOutput, type RunControl, stillRunning } from './run-control.ts';
import { unboundBreakpoints } from './unbound-breakpoints.ts';
import type { ModelWaiters } from './wait-for-change.ts';

export interface StartParts {
	model: DebugModel;
	waiters: ModelWaiters;
	runControl: RunControl;
	quiet: QuietFocus;
	paths: WorkspacePaths;
	stopSession: (id: string) => void;
}

interface Member {
	configuration: vscode.DebugConfiguration;
	folder: vscode.WorkspaceFolder | undefined;
}

/** One call of startDebugging and what is known of it. */
interface Launch {
	name: string;
	session?: ModelSession;
	/** VS Code says that nothing was started, or why. */
	refusal?: string;
}

/** The debug view, its focus and a save of the person's files are theirs to decide; the toolbar shows that something runs. */
const OPTIONS: vscode.DebugSessionOptions = { suppressDebugView: true, suppressSaveBeforeStart: true };

export function createStart({ model, waiters, runControl, quiet, paths, stopSession }: StartParts): Debugger['start'] {
	return async (request, signal, progress) => {
		const patience = startPatience(request.timeout, signal);
		const { members: raw, stopAll } = await chooseMembers(request, paths, signal);
		const members = raw.map(member => prepare(member, request));
		for (const { configuration, folder } of members) {
			const problem = launchProblem(configuration, folder);
			if (problem) {
				throw problem;
			}
		}
		for (const member of members) {
			const { preLaunchTask, ...rest } = member.configuration;
			if (preLaunchTask !== undefined && preLaunchTask !== '') {
				progress(`Running ${JSON.stringify(preLaunchTask)} …`);
				if (await runPreLaunchTask(preLaunchTask, member.folder, patience.left())) {
					member.configuration = {
						...rest,
						name: member.configuration.name,
						type: member.configuration.type,
						request: member.configuration.request,
					};
				}
			}
		}
		const since = model.latestStop;
		const launches: Launch[] = [];
		const roots = () => launches.flatMap(({ session }) => session?.facts.id ?? []);
		const stopClaiming = claimSessions(model, launches);
		const loud = quiet.during(id => {
			const session = model.find(id);
			return (
				runControl.belongsTo(id, roots()) ||
				(session !== undefined && launches.some(launch => isLaunchedAs(session, launch)))
			);
		});
		try {
			for (const member of members) {
				launches.push(launch(member));
			}
			const outcome = await waiters.until(() => {
				const failed = launches.find(
					({ session, refusal }) => session?.failure !== undefined || (refusal !== undefined && !session),
				);
				if (failed) {
					throw launchFailed(failed, model);
				}
				if (roots().length < members.length) {
					return undefined;
				}
				const happened = runControl.outcomeOf(roots(), since);
				const started = launches.flatMap(({ session }) => session ?? []);
				if (happened?.event === 'ended' && started.some(neverRan)) {
					throw launchFailed(launches.find(({ session }) => session && neverRan(session)) ?? { name: '' }, model);
				}
				const [first] = started;
				return (
					happened ??
					(!request.wait && first && started.every(({ state }) => state !== 'starting')
						? { event: 'running' as const, session: first }
						: undefined)
				);
			}, patience.left());
			if (!outcome) {
				throw (
					notStarted(launches, request.timeout) ??
					stillRunning(
						launches.flatMap(({ session }) => session ?? []),
						request.timeout,
					)
				);
			}
			if (stopAll) {
				endTogether(model, roots(), stopSession);
			}
			return {
				outcome: await describeOutcome(outcome, signal),
				sessions: model
					.sessions()
					.filter(({ facts, state }) => state !== 'ended' && runControl.belongsTo(facts.id, roots()))
					.map(describeSession),
				configurations: members.map(({ configuration }) => configuration),
				unsaved: vscode.workspace.textDocuments
					.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
					.map(({ uri }) => paths.show(uri)),
				unbound: unboundBreakpoints(model, id => runControl.belongsTo(id, roots()), paths),
			};
		} finally {
			loud();
			stopClaiming();
		}
	};

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
			(error: unknown) => refuse(error instanceof Error ? error.message : String(error)),
		);
		return started;
	}

	function describeOutcome(outcome: BareOutcome | { event: 'running'; session: ModelSession }, signal: Cancellation) {
		return outcome.event === 'running'
			? { event: 'running' as const, session: describeSession(outcome.session) }
			: runControl.describe(outcome, signal);
	}
}

async function chooseMembers(
	{ configuration, inline, path, folder }: StartRequest,
	paths: WorkspacePaths,
	signal: Cancellation,
): Promise<{ members: readonly { fields: Fields; folder: vscode.WorkspaceFolder | undefined }[]; stopAll: boolean }> {
	if (configuration !== undefined) {
		const entry = await findEntry(configuration, folder, signal);
		const own = entry.kind === 'compound' ? entry.fields['preLaunchTask'] : undefined;
		const members = membersOf(entry).map((member, index) => ({
			// The task of a compound runs once, before its first member.
			fields: index === 0 && own !== undefined ? { ...member.fields, preLaunchTask: own } : member.fields,
			folder: member.folder ?? vscode.workspace.workspaceFolders?.[0],
		}));
		return { members, stopAll: entry.fields['stopAll'] === true };
	}
	if (path !== undefined) {
		const derived = await deriveConfiguration(await existingFile(path, paths), paths);
		return { members: [{ fields: derived.configuration, folder: derived.folder }], stopAll: false };
	}
	const folders = vscode.workspace.workspaceFolders ?? [];
	const chosen = folder === undefined ? folders[0] : folders.find(({ name }) => name === folder);
	return { members: [{ fields: { name: 'Inline configuration', ...inline }, folder: chosen }], stopAll: false };
}

async function existingFile(path: string, paths: WorkspacePaths): Promise<vscode.Uri> {
	const uri = await paths.resolve(path);
	try {
		await vscode.workspace.fs.stat(uri);
	} catch (cause) {
		throw new ToolError('E_FILE_NOT_FOUND', `There is no file ${paths.show(uri)}.`, { cause });
	}
	return uri;
}

function prepare(
	{ fields, folder }: { fields: Fields; folder: vscode.WorkspaceFolder | undefined },
	{ inputs = {}, args, stopOnEntry, noDebug }: StartRequest,
): Member {
	const { name, type, request, ...rest } = withInputs(fields, inputs);
	return {
		folder,
		configuration: {
			// The console opening by itself would take the focus.
			internalConsoleOptions: 'neverOpen',
			...rest,
			name: typeof name === 'string' ? name : '',
			type: typeof type === 'string' ? type : '',
			request: typeof request === 'string' ? request : '',
			...(args && { args }),
			...(stopOnEntry !== undefined && { stopOnEntry }),
			...(noDebug !== undefined && { noDebug }),
		},
	};
}

/** startDebugging does not tell which session it started; a new one without a parent that has the name is it. */
function claimSessions(model: DebugModel, launches: readonly Launch[]): () => void {
	const before = new Set(model.sessions());
	return model.onChange(session => {
		const known = before.has(session) || launches.some(launch => launch.session === session);
		const claimant = known ? undefined : launches.find(launch => !launch.session && isLaunchedAs(session, launch));
		if (claimant) {
			claimant.session = session;
		}
	});
}

function isLaunchedAs({ facts }: ModelSession, { name }: Launch): boolean {
	return facts.parent === undefined && (facts.configuration['name'] === name || facts.name === name);
}

/** It ended before the adapter had said that it launched or attached. */
function neverRan({ state, capabilities, threads, exitCode, output }: ModelSession): boolean {
	return (
		state === 'ended' &&
		Object.keys(capabilities).length === 0 &&
		threads.size === 0 &&
		exitCode === undefined &&
		output.totalLines === 0
	);
}

function launchFailed({ name, session, refusal }: Launch, model: DebugModel): ToolError {
	const relatives = session
		? model.sessions().filter(({ facts }) => facts.id === session.facts.id || facts.parent === session.facts.id)
		: [];
	const output = lastOutput(relatives).map(({ text }) => text);
	const reason =
		session?.failure ?? refusal ?? output.at(-1) ?? 'It ended before it had started; VS Code may show the reason.';
	return new ToolError('E_LAUNCH_FAILED', `${name} did not start: ${reason}`, {
		details: { ...(output.length > 0 && { output }) },
	});
}

function notStarted(launches: readonly Launch[], timeout: number): ToolError | undefined {
	const silent = launches.filter(({ session }) => !session).map(({ name }) => name);
	return silent.length === 0
		? undefined
		: new ToolError('E_TIMEOUT', `VS Code has not started ${silent.join(', ')} within ${timeout} ms.`, {
				hint: 'VS Code may be showing the person a message or a question; ask them to look. Check the configuration.',
				details: { timeout, notStarted: silent },
			});
}

/** A compound with stopAll: when one of its sessions ends, the others end too. */
function endTogether(model: DebugModel, roots: readonly string[], stopSession: (id: string) => void): void {
	const stopListening = model.onChange(({ facts, state }) => {
		if (state === 'ended' && roots.includes(facts.id)) {
			stopListening();
			roots.filter(id => id !== facts.id).forEach(stopSession);
		}
	});
}
