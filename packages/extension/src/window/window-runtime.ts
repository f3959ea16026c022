/** Everything that a call needs and a start does not: zod, the tools and the adapters are loaded by the first call. */
import { randomUUID } from 'node:crypto';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import type { DynamicToolset } from '@hawser/core/contract/dynamic-tools.ts';
import { buildManifest, type Manifest } from '@hawser/core/contract/manifest.ts';
import { explainUnknownToolset } from '@hawser/core/contract/toolset-selection.ts';
import type { Diagnostics } from '@hawser/core/ports/diagnostics.ts';
import type { CallLog } from '@hawser/core/runtime/call-log.ts';
import { createRuntime, type Runtime } from '@hawser/core/runtime/runtime.ts';
import { withEnvironmentRules } from '@hawser/link/environment-rules.ts';
import { userRulesFile } from '@hawser/link/user-rules.ts';
import { type WindowLink, windowLink } from '@hawser/link/window-link.ts';
import { startTimer } from '@hawser/node/start-timer.ts';
import * as vscode from 'vscode';
import type { CallHistory } from '../activity/call-history.ts';
import { recordCalls } from '../activity/record-calls.ts';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';
import { followCalls } from '../agents/follow-calls.ts';
import type { CustomToolset } from '../custom-tools/custom-toolset.ts';
import type { ChangeUndo } from '../editor/changes/undo-changes.ts';
import type { DebugSessions } from '../editor/debug/sessions/debug-sessions.ts';
import type { PublishedDiagnostics } from '../editor/diagnostics/published-diagnostics.ts';
import { createEditorPorts } from '../editor/editor-ports.ts';
import type { UserQuestions } from '../editor/questions/question.ts';
import { createStatementQuestions } from '../editor/questions/statement-questions.ts';
import type { DiffTabs } from '../editor/review/diff-tabs.ts';
import { createReviews } from '../editor/review/reviews.ts';
import { createWorkspacePaths } from '../editor/shared/workspace-paths.ts';
import { isPosixShell } from '../editor/terminals/default-shell.ts';
import type { Proposals } from '../editor/workbench/proposals.ts';
import { createWindows, type OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import { traceCalls } from '../log/trace-calls.ts';
import { attendance } from '../policy/attendance.ts';
import { createCallPolicy, type WindowPolicy } from '../policy/call-policy.ts';
import { runDigests } from '../policy/run-digests.ts';
import { watchFollow } from '../settings/follow-settings.ts';
import { type ChosenToolsets, chatAsks, folderName, realFolders, watchModes } from '../settings/read-settings.ts';
import { listWindows, routeByProject } from './other-windows.ts';
import { createProjectDatabases } from './project-databases.ts';

export interface WindowRuntimeOptions {
	home: string;
	own: OwnWindow;
	sessions: DebugSessions;
	published: PublishedDiagnostics;
	proposals: Proposals;
	questions: UserQuestions;
	diffTabs: DiffTabs;
	chosen: ChosenToolsets;
	dynamic: readonly DynamicToolset[];
	custom: Pick<CustomToolset, 'attach'>;
	agents: ConnectedAgents;
	gate: AgentGate;
	history: CallHistory;
	log: CallLog & Pick<Log, 'warn'>;
	token: () => string | undefined;
	/** Hears that the journal of changes says something else than before. */
	journalChanged: () => void;
}

export interface WindowRuntime extends vscode.Disposable {
	runtime: Runtime;
	userUndo: ChangeUndo;
	policy: Pick<WindowPolicy, 'ended'>;
	/** Brings the terminal with this id into sight. */
	showTerminal: (id: string) => void;
	/** An agent says, by a hook, that it has just written the file. */
	agentWrote: (file: string, client: string) => void;
	/** Instructions for MCP clients about the tools as a whole. */
	manifest: Manifest;
	/** For agents' own protocols, which carry no tools. */
	diagnostics: Diagnostics;
}

export function createWindowRuntime({
	home,
	own,
	sessions,
	published,
	proposals,
	questions,
	diffTabs,
	chosen,
	dynamic,
	custom,
	agents,
	gate,
	history,
	log,
	token,
	journalChanged,
}: WindowRuntimeOptions): WindowRuntime {
	const link: WindowLink = windowLink(home);
	const paths = createWorkspacePaths();
	const modes = watchModes();
	const followed = watchFollow();
	const policy = createCallPolicy({
		rulesFile: withEnvironmentRules(userRulesFile(home), process.env),
		mode: modes.of,
		folders: realFolders,
		folderName,
		isPosixShell,
		digestsOf: runDigests,
		questions,
		reviews: createReviews({ questions, diffTabs }),
		chatAsks,
		attendance: attendance(process.env),
		warn: text => log.warn(text),
	});
	const warn = (text: string) => log.warn(text);
	const parts = {
		paths,
		questions,
		proposals,
		sessions,
		home,
		guardRules: policy.guard,
		fileRules: policy.files,
		warn,
		journalChanged,
		agents,
		follow: () => followed.current,
	};
	const editor = createEditorPorts(parts, published);
	const databases = createProjectDatabases({ home, questions: createStatementQuestions(questions, policy.guard) });
	const traced = traceCalls(recordCalls(history, followCalls(agents, gate, log)), warn);
	const runtime = createRuntime({
		toolsets,
		dialects,
		dynamic,
		ports: {
			windows: createWindows({ own, paths, sessions, list: signal => listWindows(link, own.id, signal) }),
			...editor.ports,
			databases,
		},
		clock: { now: Date.now, startTimer },
		log: traced,
		newRequestId: randomUUID,
		facts: () => ({ trusted: vscode.workspace.isTrusted }),
		selection: () => chosen.selection,
		ownSecrets: () => [token() ?? []].flat(),
		policy,
		gate: gate.require,
		route: projectRoot => routeByProject(link, own.id, projectRoot),
	});
	custom.attach({ questions, invoke: runtime.invoke });
	const names = toolsets.flatMap(({ tools }) => tools.map(({ name }) => name));
	const warnOfUnknownToolsets = () => {
		const problem = explainUnknownToolset(chosen.words, names);
		if (problem !== undefined) {
			log.warn(`The setting hawser.toolsets is wrong: ${problem}`);
		}
	};
	warnOfUnknownToolsets();
	const warning = chosen.onDidChange(warnOfUnknownToolsets);
	return {
		runtime,
		userUndo: editor.userUndo,
		policy: {
			ended(connection) {
				policy.ended(connection);
				agents.ended(connection);
			},
		},
		showTerminal: editor.showTerminal,
		agentWrote: editor.agentWrote,
		manifest: buildManifest(toolsets, dialects, own.version),
		diagnostics: editor.ports.diagnostics,
		dispose() {
			traced.dispose();
			warning.dispose();
			modes.dispose();
			followed.dispose();
			editor.dispose();
			databases.dispose();
			link.close();
		},
	};
}
