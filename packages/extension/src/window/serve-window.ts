import { isOfProject } from '@hawser/core/contract/names.ts';
import type * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { CodexContext } from '../agents/codex-context.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';
import { noteGreeted } from '../agents/follow-calls.ts';
import type { NativeIdeStatuses } from '../agents/native-ide-statuses.ts';
import type { OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import { chatMode, portPolicy, type RouteTokens } from '../settings/read-settings.ts';
import { createWindowServer } from '../surfaces/http/window-server.ts';
import { type Chat, createChat } from '../surfaces/language-model/chat.ts';
import { describeEditor } from './describe-editor.ts';
import type { DynamicTools } from './dynamic-tools.ts';
import { createLazyRuntime, type LazyRuntime } from './lazy-runtime.ts';
import type { ServerState } from './server-state.ts';
import type { WindowRuntimeOptions } from './window-runtime.ts';
import { createWindowService, type WindowService } from './window-service.ts';
import { createWindowSurfaces, type WindowSurfaces } from './window-surfaces.ts';

export interface ServingOptions extends Omit<WindowRuntimeOptions, 'dynamic' | 'log' | 'token'> {
	own: OwnWindow;
	state: ServerState;
	dynamic: DynamicTools;
	tokens: RouteTokens;
	statuses: NativeIdeStatuses;
	codexContext: CodexContext;
	agents: ConnectedAgents;
	gate: AgentGate;
	extension: vscode.Extension<unknown>;
	log: Log;
}

/** Everything through which the tools of this window are called. */
export interface Serving {
	lazyRuntime: LazyRuntime;
	chat: Chat;
	surfaces: WindowSurfaces;
	service: WindowService;
}

/** Nothing is served until the service is started. */
export function serveWindow(options: ServingOptions): Serving {
	const { home, own, state, chosen, dynamic, tokens, statuses, codexContext, agents, gate, extension, log } = options;
	const lazyRuntime = createLazyRuntime({
		...options,
		dynamic: dynamic.toolsets,
		token: () => state.address?.token,
	});
	const chat = createChat({
		packageJson: extension.packageJSON,
		version: own.version,
		runtime: lazyRuntime.runtime,
		mode: chatMode,
		selection: () => chosen.selection,
		hasProjectTools: () => dynamic.toolsets.some(({ tools }) => tools.some(isOfProject)),
		server: () => state.address,
		onFailure: (what, cause) => log.failure(what, cause),
	});
	const surfaces = createWindowSurfaces({
		...{ own, lazyRuntime, history: options.history, tokens, log },
		chatMode: () => chat.mode,
		nativeIde: statuses.list,
		codexContext: codexContext.read,
		greeted: surface => agent => noteGreeted(agents, gate, surface, agent),
	});
	const service = createWindowService({
		home,
		windowId: own.id,
		startedAt: own.startedAt,
		state,
		describe: () => ({
			...describeEditor(),
			version: own.version,
			toolsets: chosen.words,
			...dynamic.describe(),
			chat: chat.mode,
		}),
		portPolicy,
		createServer: token =>
			createWindowServer({
				windowId: own.id,
				token,
				routes: surfaces.routes,
				onDefect: cause => log.failure('A request failed', cause),
			}),
		onFailure: cause => log.failure('The registry of windows could not be written', cause),
	});
	return { lazyRuntime, chat, surfaces, service };
}
