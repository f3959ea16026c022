/** Everything that a call needs and a start does not: zod, the tools and the adapters are loaded by the first call. */
import { randomUUID } from 'node:crypto';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import type { DynamicToolset } from '@hawser/core/contract/dynamic-tools.ts';
import { buildManifest, type Manifest } from '@hawser/core/contract/manifest.ts';
import { explainUnknownToolset } from '@hawser/core/contract/toolset-selection.ts';
import type { CallLog } from '@hawser/core/runtime/call-log.ts';
import { createRuntime, type Runtime } from '@hawser/core/runtime/runtime.ts';
import { type WindowLink, windowLink } from '@hawser/link/window-link.ts';
import { startTimer } from '@hawser/node/start-timer.ts';
import * as vscode from 'vscode';
import type { CustomToolset } from '../custom-tools/custom-toolset.ts';
import type { DebugSessions } from '../editor/debug/sessions/debug-sessions.ts';
import type { PublishedDiagnostics } from '../editor/diagnostics/published-diagnostics.ts';
import { createEditorPorts } from '../editor/editor-ports.ts';
import type { UserQuestions } from '../editor/questions/question.ts';
import { createStatementQuestions } from '../editor/questions/statement-questions.ts';
import { createWorkspacePaths } from '../editor/shared/workspace-paths.ts';
import type { Proposals } from '../editor/workbench/proposals.ts';
import { createWindows, type OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import type { ChosenToolsets } from '../settings/read-settings.ts';
import { listWindows, routeByProject } from './other-windows.ts';
import { createProjectDatabases } from './project-databases.ts';

export interface WindowRuntimeOptions {
	home: string;
	own: OwnWindow;
	sessions: DebugSessions;
	published: PublishedDiagnostics;
	proposals: Proposals;
	questions: UserQuestions;
	chosen: ChosenToolsets;
	dynamic: readonly DynamicToolset[];
	custom: Pick<CustomToolset, 'attach'>;
	log: CallLog & Pick<Log, 'warn'>;
	token: () => string | undefined;
}

export interface WindowRuntime extends vscode.Disposable {
	runtime: Runtime;
	/** Instructions for MCP clients about the tools as a whole. */
	manifest: Manifest;
}

export function createWindowRuntime({
	home,
	own,
	sessions,
	published,
	proposals,
	questions,
	chosen,
	dynamic,
	custom,
	log,
	token,
}: WindowRuntimeOptions): WindowRuntime {
	const link: WindowLink = windowLink(home);
	const paths = createWorkspacePaths();
	const editor = createEditorPorts({ paths, questions, proposals, sessions, home }, published);
	const databases = createProjectDatabases({ home, questions: createStatementQuestions(questions) });
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
		log,
		newRequestId: randomUUID,
		facts: () => ({ trusted: vscode.workspace.isTrusted }),
		selection: () => chosen.selection,
		ownSecrets: () => [token() ?? []].flat(),
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
		manifest: buildManifest(toolsets, dialects, own.version),
		dispose() {
			warning.dispose();
			editor.dispose();
			databases.dispose();
			link.close();
		},
	};
}
