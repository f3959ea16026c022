import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { lastOutput } from '../control/run-control.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';

/** The message of an error shows this many lines of output; its details have more. */
const LINES_SHOWN = 8;

/** One call of startDebugging and what is known of it. */
export interface Launch {
	name: string;
	session?: ModelSession;
	/** VS Code says that nothing was started, or why. */
	refusal?: string;
}

/** startDebugging does not tell which session it started; a new one without a parent that has the name is it. */
export function claimSessions(
	model: DebugModel,
	launches: readonly Launch[],
	/** Sessions that belong to a launch, also of other calls. */
	claimed: WeakSet<ModelSession>,
): () => void {
	const before = new Set(model.sessions());
	return model.onChange(session => {
		const claimant =
			before.has(session) || claimed.has(session)
				? undefined
				: launches.find(launch => !launch.session && isLaunchedAs(session, launch));
		if (claimant) {
			claimed.add(session);
			claimant.session = session;
		}
	});
}

export function isLaunchedAs({ facts }: ModelSession, { name }: Launch): boolean {
	return facts.parent === undefined && (facts.configuration['name'] === name || facts.name === name);
}

/** Why one of them will not run, as soon as that is certain. */
export function failureOf(launches: readonly Launch[], model: DebugModel): ToolError | undefined {
	const failed = launches.find(({ session, refusal }) =>
		session ? session.failure !== undefined || neverRan(session) : refusal !== undefined,
	);
	return failed && launchFailed(failed, model);
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
	const others = output.filter(line => line !== reason).slice(-LINES_SHOWN);
	const printed = others.length === 0 ? '' : `\nIt printed:\n${others.join('\n')}`;
	return new ToolError('E_LAUNCH_FAILED', `${name} did not start: ${reason}${printed}`, {
		details: { ...(output.length > 0 && { output }) },
	});
}

export function notStarted(launches: readonly Launch[], timeout: number): ToolError | undefined {
	const silent = launches.filter(({ session }) => !session).map(({ name }) => name);
	return silent.length === 0
		? undefined
		: new ToolError('E_TIMEOUT', `VS Code has not started ${silent.join(', ')} within ${timeout} ms.`, {
				hint: 'VS Code may be showing the user a message or a question; ask them to look. Check the configuration.',
				details: { timeout, notStarted: silent },
			});
}
