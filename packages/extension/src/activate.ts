import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { launcherPath } from '@hawser/agent-config/launcher-script.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type * as vscode from 'vscode';
import { createCustomToolset } from './custom-tools/custom-toolset.ts';
import { watchDebugSessions } from './editor/debug/sessions/debug-sessions.ts';
import { createPublishedDiagnostics } from './editor/diagnostics/published-diagnostics.ts';
import { createUserQuestions } from './editor/questions/user-questions.ts';
import { restoreTemporarySettings } from './editor/settings/temporary-settings.ts';
import { createProposals } from './editor/workbench/proposals.ts';
import type { OwnWindow } from './editor/workbench/windows.ts';
import { createLog, type Log } from './log/log.ts';
import { followProjectConfig } from './project-config/follow-project-config.ts';
import { createRelayToolset } from './relay/relay-toolset.ts';
import { isEnabled, relayPatterns, watchGgmcpToken, watchToolsets } from './settings/read-settings.ts';
import { registerCommands } from './ui/commands.ts';
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
	const { subscriptions, extension, extensionUri, globalState } = context;
	const home = hawserHome();
	const state = createServerState();
	const own = describeOwnWindow(extension, state);
	const watched = watchEditor(extensionUri);
	const status = createStatusItem();
	const chosen = watchToolsets();
	const ggmcpToken = watchGgmcpToken();
	const relay = createRelayToolset(relayPatterns);
	const custom = createCustomToolset({ home, log });
	const dynamic = collectDynamicTools([relay, custom]);
	const serving = serveWindow({ home, own, state, ...watched, chosen, ggmcpToken, custom, dynamic, extension, log });
	const { lazyRuntime, chat, surfaces, service } = serving;
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

	const { sessions, published, proposals, questions } = watched;
	subscriptions.push(
		...[sessions, published, proposals, questions, status, chosen, custom, dynamic, relay, ggmcpToken],
		...[surfaces, lazyRuntime, chat],
		registerCommands(service, { proposals, questions, log, launcher: launcherPath(home), setup }),
		reportServer({ state, status, ggmcpToken, log }),
		offerSetupOnce({ state, memory: globalState, setup, log }),
		followChanges({ service, state, surfaces, chosen, dynamic, chat, relay, projectConfig, bridges }),
		state,
	);
	chat.follow();
	if (isEnabled()) {
		// After activate has returned: binding a port and writing a file is not time that the window's start should pay.
		setImmediate(() => {
			void service.start();
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
			service.leaveAtOnce();
			await projectConfig.leave();
			await closing;
		},
	};
}

/** These listen from the start of the window, long before any agent calls. */
function watchEditor(extensionUri: vscode.Uri) {
	return {
		// These two could never learn what they missed.
		sessions: watchDebugSessions(),
		published: createPublishedDiagnostics(),
		// Takes away what a reload has brought back of earlier proposals.
		proposals: createProposals(),
		// VS Code may bring its view back before any agent has called.
		questions: createUserQuestions(extensionUri),
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
