import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { launcherPath } from '@hawser/agent-config/launcher-script.ts';
import { explainUnknownToolset } from '@hawser/core/contract/toolset-selection.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import { createCustomToolset } from './custom-tools/custom-toolset.ts';
import { watchDebugSessions } from './editor/debug/sessions/debug-sessions.ts';
import { createPublishedDiagnostics } from './editor/diagnostics/published-diagnostics.ts';
import { createUserQuestions } from './editor/questions/user-questions.ts';
import { restoreTemporarySettings } from './editor/settings/temporary-settings.ts';
import { createProposals } from './editor/workbench/proposals.ts';
import { appName } from './editor/workbench/windows.ts';
import { createLog, type Log } from './log/log.ts';
import type { ProjectConfigKeeper } from './project-config/keep-project-config.ts';
import { createRelayToolset } from './relay/relay-toolset.ts';
import {
	bridgeFolders,
	chatMode,
	enabledFolders,
	isEnabled,
	portPolicy,
	relayPatterns,
	watchGgmcpToken,
	watchToolsets,
} from './settings/read-settings.ts';
import { createWindowServer } from './surfaces/http/window-server.ts';
import { createChat } from './surfaces/language-model/chat.ts';
import { registerCommands } from './ui/commands.ts';
import { createStatusItem } from './ui/status-item.ts';
import { warnOfOpenRoutes } from './ui/warn-of-open-routes.ts';
import { collectDynamicTools } from './window/dynamic-tools.ts';
import type { FileBridges } from './window/keep-file-bridges.ts';
import { createWindowService, type ServiceState, type WindowDescription } from './window/window-service.ts';
import { createWindowSurfaces } from './window/window-surfaces.ts';

interface Running {
	/** Gives VS Code something to wait for; what must not wait is done when it returns. */
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

function compose({ subscriptions, extension, extensionUri }: vscode.ExtensionContext, log: Log): Running {
	const home = hawserHome();
	const version = versionOf(extension);
	const own = {
		id: randomBytes(8).toString('hex'),
		version,
		startedAt: Date.now(),
		port: () => (service.state.kind === 'running' ? service.state.port : 0),
	};
	// These two listen from the start: what they missed they could never learn.
	const sessions = watchDebugSessions();
	const published = createPublishedDiagnostics();
	// Takes away what a reload has brought back of earlier proposals.
	const proposals = createProposals();
	// VS Code may bring its view back before any agent has called.
	const questions = createUserQuestions(extensionUri);
	const status = createStatusItem();
	const chosen = watchToolsets(({ words }) => {
		warnOfUnknownToolsets(words, log);
		void service.refresh();
		surfaces.toolsChanged();
		chat.follow();
	});
	const tellOpenRoutes = () => {
		log.warn('The ggMCP routes answer without a token');
		warnOfOpenRoutes().catch((cause: unknown) => log.failure('The setting could not be changed', cause));
	};
	const ggmcpToken = watchGgmcpToken(tellOpenRoutes);

	const token = () => (service.state.kind === 'running' ? service.state.token : undefined);
	const relay = createRelayToolset(relayPatterns);
	const custom = createCustomToolset({ home, log });
	const dynamic = collectDynamicTools([relay, custom], () => {
		void service.refresh();
		surfaces.toolsChanged();
	});
	const surfaces = createWindowSurfaces({
		home,
		own,
		sessions,
		published,
		proposals,
		questions,
		chosen,
		ggmcpToken,
		dynamic: dynamic.toolsets,
		custom,
		log,
		token,
		chatMode: () => chat.mode,
	});

	const chat = createChat({
		packageJson: extension.packageJSON,
		version,
		runtime: surfaces.runtime,
		mode: chatMode,
		selection: () => chosen.selection,
		server: () => (service.state.kind === 'running' ? service.state : undefined),
		onFailure: (what, cause) => log.failure(what, cause),
	});

	const projectConfig = lazy(async (): Promise<ProjectConfigKeeper> => {
		const { keepProjectConfig } = await import('./project-config/keep-project-config.ts');
		const script = join(extension.extensionPath, 'dist', 'cli', 'hawser.js');
		return keepProjectConfig({ home, windowId: own.id, script, state: () => service.state, log });
	});
	const followProjectConfig = () => {
		const failed = (cause: unknown) => log.failure('The configuration for agents is not kept', cause);
		projectConfig()
			.then(keeper => keeper.follow())
			.catch(failed);
	};

	let openBridges: FileBridges | undefined;
	const bridges = lazy(async (): Promise<FileBridges> => {
		const { keepFileBridges } = await import('./window/keep-file-bridges.ts');
		return (openBridges = keepFileBridges({
			windowId: own.id,
			folders: () => (service.state.kind === 'stopped' ? [] : bridgeFolders()),
			toolsets: () => chosen.words,
			runtime: surfaces.runtime,
			log,
		}));
	});
	const followBridges = () => {
		if (openBridges || bridgeFolders().length > 0) {
			bridges()
				.then(keeper => keeper.follow())
				.catch((cause: unknown) => log.failure('The file bridge is not kept', cause));
		}
	};

	const service = createWindowService({
		home,
		windowId: own.id,
		startedAt: own.startedAt,
		describe: () => ({ ...describeWindow(version, chosen.words), ...dynamic.describe(), chat: chat.mode }),
		portPolicy,
		createServer: expected =>
			createWindowServer({
				windowId: own.id,
				token: expected,
				routes: surfaces.routes,
				onDefect: cause => log.failure('A request failed', cause),
			}),
		onFailure: cause => log.failure('The registry of windows could not be written', cause),
		onState(state) {
			status.show(state);
			report(state, log);
			if (state.kind === 'starting' && !ggmcpToken.required) {
				tellOpenRoutes();
			}
			followProjectConfig();
			chat.follow();
			followBridges();
		},
	});

	const followEnabled = () => (isEnabled() ? service.start() : service.stop());
	const followFolders = () => void followEnabled().then(service.refresh).then(followProjectConfig).then(followBridges);
	subscriptions.push(
		sessions,
		published,
		proposals,
		questions,
		status,
		chosen,
		custom,
		dynamic,
		relay,
		ggmcpToken,
		surfaces,
		chat,
		registerCommands(service, { proposals, questions, log, launcher: launcherPath(home) }),
		vscode.workspace.onDidChangeConfiguration(change => {
			if (change.affectsConfiguration('hawser.enabled')) {
				followFolders();
			}
			if (change.affectsConfiguration('hawser.fileBridge')) {
				followBridges();
			}
			if (change.affectsConfiguration('hawser.chat')) {
				chat.follow();
				surfaces.toolsChanged();
				void service.refresh();
			}
			if (change.affectsConfiguration('hawser.relay')) {
				relay.follow();
			}
			if (change.affectsConfiguration('hawser.projectConfig')) {
				followProjectConfig();
			}
			if (change.affectsConfiguration('hawser.port') && service.state.kind !== 'stopped') {
				void service.stop().then(service.start);
			}
		}),
		vscode.workspace.onDidChangeWorkspaceFolders(followFolders),
		vscode.workspace.onDidGrantWorkspaceTrust(() => {
			void service.refresh();
			followProjectConfig();
			followBridges();
		}),
	);
	warnOfUnknownToolsets(chosen.words, log);
	chat.follow();
	if (isEnabled()) {
		// After activate has returned: binding a port and writing a file is not time that the window's start should pay.
		setImmediate(() => {
			void service.start();
			custom.start();
			restoreTemporarySettings(home).catch((cause: unknown) =>
				log.failure('Borrowed settings are not put back', cause),
			);
		});
	} else {
		status.show(service.state);
	}
	return {
		async leave() {
			const closing = openBridges?.leave();
			service.leaveAtOnce();
			// Nothing to take back where nothing was loaded.
			await (await projectConfig.ifLoaded())?.leave();
			await closing;
		},
	};
}

function describeWindow(version: string, toolsets: readonly string[]): WindowDescription {
	const { workspaceFile } = vscode.workspace;
	return {
		folders: enabledFolders().map(({ uri }) => uri.fsPath),
		...(workspaceFile?.scheme === 'file' && { workspaceFile: workspaceFile.fsPath }),
		app: appName(),
		version,
		...(vscode.env.remoteName !== undefined && { remote: vscode.env.remoteName }),
		trusted: vscode.workspace.isTrusted,
		toolsets,
	};
}

function report(state: ServiceState, log: Log): void {
	if (state.kind === 'running') {
		log.info(`Listening on http://127.0.0.1:${state.port}/mcp`);
	} else if (state.kind === 'failed') {
		log.warn(`Could not start: ${state.reason}`);
		void vscode.window.showErrorMessage(`Hawser could not start: ${state.reason}`);
	} else {
		log.info(`Server ${state.kind}`);
	}
}

function warnOfUnknownToolsets(words: readonly string[], log: Log): void {
	const problem = explainUnknownToolset(words);
	if (problem !== undefined) {
		log.warn(`The setting hawser.toolsets is wrong: ${problem}`);
	}
}

function versionOf({ packageJSON }: vscode.Extension<unknown>): string {
	const manifest: unknown = packageJSON;
	const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
	return hasVersion && typeof manifest.version === 'string' ? manifest.version : '0.0.0';
}
