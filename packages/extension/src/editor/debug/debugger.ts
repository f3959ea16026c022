import { messageOf } from '@hawser/core/data/message-of.ts';
import type { Breakpoints } from '@hawser/core/ports/breakpoints.ts';
import type { Debugger, LaunchConfiguration } from '@hawser/core/ports/debugger.ts';
import type { Documents } from '@hawser/core/ports/documents.ts';
import type * as vscode from 'vscode';
import type { CommandGuard } from '../commands/command-guard.ts';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TerminalFolder } from '../terminals/terminal-folder.ts';
import { createBreakpoints } from './breakpoints/breakpoints.ts';
import { createExceptionFilters } from './breakpoints/exception-filters.ts';
import { liveSessions } from './control/choose-session.ts';
import { describeSession } from './control/describe-session.ts';
import { createEndSessions } from './control/end-sessions.ts';
import { createInspection } from './control/inspection.ts';
import { createQuietFocus } from './control/quiet-focus.ts';
import { createReferences } from './control/references.ts';
import { createRunControl } from './control/run-control.ts';
import { createSaveLines } from './control/save-lines.ts';
import { createModelWaiters } from './control/wait-for-change.ts';
import { createFollowLaunch, type FollowLaunch } from './launching/follow-launch.ts';
import { launchProblem } from './launching/launch-checks.ts';
import { type LaunchEntry, launchEntries, membersOf } from './launching/launch-configurations.ts';
import { createStart } from './launching/start-session.ts';
import { createDebugModel, type ModelSession } from './model/debug-model.ts';
import type { CaptureOutput } from './output/capture-output.ts';
import { textIn } from './protocol/dap-values.ts';
import { createDapRequests } from './sessions/dap-requests.ts';
import type { DebugSessions } from './sessions/debug-sessions.ts';

/** The debugger and its breakpoints, over one model of all sessions. */
export function createDebugger({
	sessions,
	paths,
	freshDocuments,
	documents,
	guard,
	outputs,
	captureOutput,
}: {
	sessions: DebugSessions;
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	documents: Pick<Documents, 'lines'>;
	guard: CommandGuard;
	/** The folder for the output of tasks that have to run first. */
	outputs: TerminalFolder;
	captureOutput: CaptureOutput;
}): { debugger: Debugger; breakpoints: Breakpoints; followLaunch: FollowLaunch } & vscode.Disposable {
	const { messages } = sessions;
	const model = createDebugModel(messages);
	const waiters = createModelWaiters(model);
	const dap = createDapRequests(sessions);
	const references = createReferences(id => model.find(id)?.generation);
	const quiet = createQuietFocus(messages);
	const exceptions = createExceptionFilters({ messages, model, dap });
	const inspection = createInspection({ model, dap, references, paths });
	const runControl = createRunControl({ model, waiters, dap, inspection, quiet, documents });
	const claimed = new WeakSet<ModelSession>();
	const ending = createEndSessions({ model, waiters, sessions, runControl, quiet });
	return {
		debugger: {
			...inspection,
			...ending,
			configurations: () => launchEntries().map(describeEntry),
			sessions: () => liveSessions(model).map(describeSession),
			start: createStart({
				model,
				waiters,
				runControl,
				quiet,
				paths,
				claimed,
				stopSession: ending.stopQuietly,
				guard,
				outputs,
				captureOutput,
			}),
			run: runControl.run,
			waitForStop: runControl.waitForStop,
			current: runControl.current,
			saveLines: createSaveLines(paths),
		},
		breakpoints: createBreakpoints({ model, waiters, exceptions, paths, freshDocuments }),
		followLaunch: createFollowLaunch({ model, waiters, runControl, quiet, claimed, stopSession: ending.stopQuietly }),
		dispose() {
			exceptions.dispose();
			quiet.dispose();
			model.dispose();
		},
	};
}

function describeEntry(entry: LaunchEntry): LaunchConfiguration {
	const { name, kind, fields, folder } = entry;
	const inFolder = folder ? { folder: folder.name } : {};
	try {
		const members = membersOf(entry);
		const problem = members.map(member => launchProblem(member.fields, member.folder)).find(Boolean);
		const why = problem ? { problem: problem.message } : {};
		if (kind === 'compound') {
			return { name, kind, starts: members.map(member => member.name), ...inFolder, ...why };
		}
		return {
			name,
			kind,
			type: textIn(fields, 'type') ?? '',
			request: textIn(fields, 'request') ?? '',
			...inFolder,
			...why,
		};
	} catch (error) {
		return { name, kind, ...inFolder, problem: messageOf(error) };
	}
}
