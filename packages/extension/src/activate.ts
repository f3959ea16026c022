import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { launcherPath } from '@hawser/agent-config/launcher-script.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { hawserHome } from '@hawser/link/home.ts';
import * as vscode from 'vscode';
import { createActivityView } from './activity/activity-view.ts';
import { createCallHistory } from './activity/call-history.ts';
import { createAgentGate } from './agents/agent-gate.ts';
import { createCodexContext } from './agents/codex-context.ts';
import { createConnectedAgents } from './agents/connected-agents.ts';
import { createNativeIdeStatuses } from './agents/native-ide-statuses.ts';
import { createChangesView } from './changes-view/changes-view.ts';
import { createCustomToolset } from './custom-tools/custom-toolset.ts';
import { watchDebugSessions } from './editor/debug/sessions/debug-sessions.ts';
import { createPublishedDiagnostics } from './editor/diagnostics/published-diagnostics.ts';
import { createUserQuestions } from './editor/questions/user-questions.ts';
import { createDiffTabs } from './editor/review/diff-tabs.ts';
import { restoreTemporarySettings } from './editor/settings/temporary-settings.ts';
import { createProposals } from './editor/workbench/proposals.ts';
import type { OwnWindow } from './editor/workbench/windows.ts';
import { createLog, type Log } from './log/log.ts';
import { followNativeIde } from './native-ide/follow-native-ide.ts';
import { followProjectConfig } from './project-config/follow-project-config.ts';
import { createRelayToolset } from './relay/relay-toolset.ts';
import { createRulesPage } from './rules/rules-page.ts';
import { isEnabled, relayPatterns, watchLogCalls, watchRouteTokens, watchToolsets } from './settings/read-settings.ts';
import { registerCommands } from './ui/commands.ts';
import { tellMenus } from './ui/menu-context.ts';
import { reportServer } from './ui/report-server.ts';
import { setupCommand } from './ui/run-setup.ts';
import { offerSetupOnce } from './ui/set-up-agents.ts';
import { createStatusItem } from './ui/status-item.ts';
import { collectDynamicTools } from './window/dynamic-tools.ts';
import { followChanges } from './window/follow-changes.ts';
import { followFileBridges } from './window/follow-file-bridges.ts';
import { serveWindow } from './window/serve-window.ts';
import { createServerState, type ServerState } from './window/server-state.ts';

interface Running {
	/** Does at once what must not wait; VS Code waits for the rest, as long as it cares to. */
	leave(): Promise<void>;
}

let running: Running | undefined;

/** Puts everything together. It must not throw: VS Code would blame the window's start on us. */
export function activate(context: vscode.ExtensionContext): void {
	const startedAt = performance.now();
	const log = createLog();
	context.subscriptions.push(log);
	try {
		running = compose(context, log);
		log.info(`Activated in ${(performance.now() - startedAt).toFixed(1)} ms`);
	} catch (cause) {
		log.failure('Hawser could not be set up', cause);
	}
}

export async function deactivate(): Promise<void> {
	try {
		await running?.leave();
	} catch {
		// The window is going; what is left behind, the next start sweeps up.
	}
}

/** Makes the parts, each from those above it, then joins and starts them. */
function compose(context: vscode.ExtensionContext, log: Log): Running {
	const { subscriptions, extension, extensionUri, globalState, workspaceState, environmentVariableCollection } =
		context;
	const home = hawserHome();
	const state = createServerState();
	const own = describeOwnWindow(extension, state);
	const watched = watchEditor(extensionUri);
	const agents = createConnectedAgents();
	const statuses = createNativeIdeStatuses();
	const codexContext = createCodexContext();
	const gate = createAgentGate(workspaceState);
	const history = createCallHistory();
	const status = createStatusItem({ agents, gate });
	const chosen = watchToolsets();
	const tokens = watchRouteTokens();
	const relay = createRelayToolset(relayPatterns);
	const custom = createCustomToolset({ home, log });
	const dynamic = collectDynamicTools([relay, custom]);
	const journalChanged = new vscode.EventEmitter<void>();
	const serving = serveWindow({
		home,
		journalChanged: () => journalChanged.fire(),
		own,
		state,
		...watched,
		agents,
		gate,
		history,
		statuses,
		codexContext,
		chosen,
		tokens,
		custom,
		dynamic,
		extension,
		log,
	});
	const rules = createRulesPage(extensionUri, home);
	const { lazyRuntime, chat, surfaces, service } = serving;
	const changes = createChangesView({
		home,
		packageJson: extension.packageJSON,
		undo: async () => (await lazyRuntime.load()).userUndo,
		agents,
		log,
	});
	const activity = createActivityView({
		...{ extension: extensionUri, packageJson: extension.packageJSON, history, agents, gate },
		isServing: () => state.address !== undefined,
		onServing: state.onDidChange,
		changes: { count: changes.countOfCall, show: changes.showCall },
		showTerminal: async id => (await lazyRuntime.load()).showTerminal(id),
	});
	const script = join(extension.extensionPath, 'dist', 'cli', 'hawser.js');
	const setup = setupCommand(script);
	const projectConfig = followProjectConfig({ home, windowId: own.id, script, state, log });
	const bridges = followFileBridges({
		windowId: own.id,
		state,
		toolsets: () => chosen.words,
		runtime: lazyRuntime.runtime,
		log,
	});

	const { sessions, published, diffTabs, proposals, questions } = watched;
	const nativeIde = followNativeIde({
		...{ home, own, state, agents, gate, statuses, codexContext, proposals, lazyRuntime, log },
		environment: environmentVariableCollection,
	});
	subscriptions.push(
		...[
			sessions,
			published,
			diffTabs,
			proposals,
			questions,
			status,
			agents,
			gate,
			statuses,
			chosen,
			custom,
			dynamic,
			relay,
			tokens,
		],
		...[nativeIde, surfaces, lazyRuntime, chat, rules, activity, changes, journalChanged],
		journalChanged.event(changes.update),
		tellMenus({ gate, agents }),
		// What an agent writes with tools of its own is recorded from its connection on, whether or not it ever calls one of ours.
		agents.onDidChange(() => {
			if (agents.list().length > 0) {
				lazyRuntime.load().catch((cause: unknown) => log.failure('The tools could not be loaded', cause));
			}
		}),
		registerCommands(service, {
			diffTabs,
			questions,
			log,
			launcher: launcherPath(home),
			setup,
			rules,
			nativeIde,
			activity,
			gate,
			script,
			packageJson: extension.packageJSON,
		}),
		watchLogCalls(everyCall => log.logEveryCall(everyCall)),
		reportServer({ state, status, tokens, log }),
		offerSetupOnce({ state, memory: globalState, setup, log }),
		followChanges({ service, state, surfaces, chosen, dynamic, chat, relay, projectConfig, bridges, nativeIde }),
		state,
	);
	chat.follow();
	if (isEnabled()) {
		// After activate has returned: binding a port and writing a file is not time that the window's start should pay.
		setImmediate(() => {
			void service.start();
			changes.update();
			custom.start();
			restoreTemporarySettings(home).catch((cause: unknown) =>
				log.failure('Temporary settings are not put back', cause),
			);
		});
	} else {
		status.show(state.current);
	}
	return {
		async leave() {
			const closing = bridges.leave();
			nativeIde.leaveAtOnce();
			service.leaveAtOnce();
			await projectConfig.leave();
			await closing;
		},
	};
}

/** These listen from the start of the window, long before any agent calls. */
function watchEditor(extensionUri: vscode.Uri) {
	// VS Code may bring its view back before any agent has called.
	const questions = createUserQuestions(extensionUri);
	// Takes away what a reload has brought back of earlier comparisons.
	const diffTabs = createDiffTabs();
	return {
		// These two could never learn what they missed.
		sessions: watchDebugSessions(),
		published: createPublishedDiagnostics(),
		diffTabs,
		questions,
		proposals: createProposals(diffTabs),
	};
}

function describeOwnWindow(extension: vscode.Extension<unknown>, state: ServerState): OwnWindow {
	return {
		id: randomBytes(8).toString('hex'),
		version: versionOf(extension),
		startedAt: Date.now(),
		port: () => state.address?.port ?? 0,
	};
}

function versionOf({ packageJSON }: vscode.Extension<unknown>): string {
	const manifest: unknown = packageJSON;
	return isRecord(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '0.0.0';
}
