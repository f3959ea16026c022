import { isChatOf } from '@hawser/core/contract/editor-chat.ts';
import { isOfProject } from '@hawser/core/contract/names.ts';
import { DIALECT_NAMES } from '@hawser/core/dialects/dialect-names.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import { appName, type OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import { enabledPaths, type GgmcpToken, servesSse } from '../settings/read-settings.ts';
import { devdbRoutes } from '../surfaces/devdb/devdb-routes.ts';
import { ggmcpRoutes } from '../surfaces/ggmcp/ggmcp-routes.ts';
import type { Route } from '../surfaces/http/window-server.ts';
import type { ChatMode } from '../surfaces/language-model/chat.ts';
import { CHAT_MCP_PATH } from '../surfaces/language-model/names.ts';
import { linkRoutes } from '../surfaces/link/link-routes.ts';
import type { ServerFacts } from '../surfaces/mcp/build-server.ts';
import type { McpRoute } from '../surfaces/mcp/mcp-route.ts';
import type { SseRoute } from '../surfaces/mcp/sse-route.ts';
import { sseRoutes } from '../surfaces/mcp/sse-routes.ts';
import type { LazyRuntime } from './lazy-runtime.ts';

export interface SurfaceOptions {
	own: OwnWindow;
	lazyRuntime: LazyRuntime;
	ggmcpToken: GgmcpToken;
	log: Log;
	/** Tells how the editor's own chat has the tools. */
	chatMode: () => ChatMode;
}

/** The window's HTTP routes. What they need beyond this file is loaded by the first request that needs it. */
export interface WindowSurfaces extends vscode.Disposable {
	routes: readonly Route[];
	/** Tells connected clients that the list of tools has changed. */
	toolsChanged(): void;
}

export function createWindowSurfaces({ own, lazyRuntime, ggmcpToken, log, chatMode }: SurfaceOptions): WindowSurfaces {
	const onError = (error: Error) => log.warn(`MCP: ${error.message}`);
	const mcpRoute = (lists: NonNullable<ServerFacts['lists']>) =>
		lazy(async (): Promise<McpRoute> => {
			const [{ createToolRoute }, { runtime, manifest }] = await Promise.all([
				import('../surfaces/mcp/tool-route.ts'),
				lazyRuntime.load(),
			]);
			return createToolRoute(runtime, { version: own.version, instructions: manifest.instructions, lists }, onError);
		});
	// VS Code reads .mcp.json too, for a chat that has the tools already.
	const mcp = mcpRoute((_tool, client) => chatMode() === 'off' || !isChatOf(appName(), client));
	// The chat is sent here for the tools that it gets over MCP: all, or those that the extension's manifest cannot name.
	const chatMcp = mcpRoute(tool => chatMode() === 'mcp' || (chatMode() === 'tools' && isOfProject(tool)));
	const sse = lazy(async (): Promise<SseRoute> => {
		const [{ createToolSseRoute }, { runtime, manifest }] = await Promise.all([
			import('../surfaces/mcp/tool-route.ts'),
			lazyRuntime.load(),
		]);
		return createToolSseRoute(runtime, { version: own.version, instructions: manifest.instructions }, onError);
	});
	const dialectRoutes = DIALECT_NAMES.map(dialect => ({
		path: `/dialects/${dialect}/mcp`,
		route: lazy(async (): Promise<McpRoute> => {
			const [{ createDialectRoute }, { runtime, manifest }] = await Promise.all([
				import('../surfaces/mcp/dialect-route.ts'),
				lazyRuntime.load(),
			]);
			return createDialectRoute(dialect, { runtime, manifest, onError });
		}),
	}));
	const connected = () =>
		[mcp, chatMcp, sse, ...dialectRoutes.map(({ route }) => route)].flatMap(route => route.ifLoaded() ?? []);
	const settings = vscode.workspace.onDidChangeConfiguration(change => {
		if (change.affectsConfiguration('hawser.sse') && !servesSse()) {
			void sse.ifLoaded()?.then(route => route.close());
		}
	});
	const devdb = lazy(async () => {
		const [{ createDevdbAnswers }, { runtime }] = await Promise.all([
			import('../surfaces/devdb/devdb-answers.ts'),
			lazyRuntime.load(),
		]);
		return createDevdbAnswers(runtime);
	});
	const ggmcp = lazy(async () => {
		const [{ createGgmcpAnswers }, { runtime }] = await Promise.all([
			import('../surfaces/ggmcp/ggmcp-answers.ts'),
			lazyRuntime.load(),
		]);
		return createGgmcpAnswers(runtime);
	});
	const health = () => ({
		id: own.id,
		version: own.version,
		pid: process.pid,
		port: own.port(),
		folders: enabledPaths(),
		focused: vscode.window.state.focused,
		trusted: vscode.workspace.isTrusted,
	});
	return {
		routes: [
			...devdbRoutes(devdb),
			...ggmcpRoutes(ggmcp, () => ggmcpToken.required),
			...linkRoutes({ runtime: lazyRuntime.runtime, health }),
			...[{ path: '/mcp', route: mcp }, { path: CHAT_MCP_PATH, route: chatMcp }, ...dialectRoutes].map(
				({ path, route }): Route => ({
					path,
					methods: ['POST', 'GET', 'DELETE'],
					answer: async exchange => (await route()).answer(exchange),
				}),
			),
			...sseRoutes(sse, servesSse),
		],
		toolsChanged() {
			for (const loaded of connected()) {
				void loaded.then(route => route.toolsChanged());
			}
		},
		dispose() {
			settings.dispose();
			for (const loaded of connected()) {
				void loaded.then(route => route.close());
			}
		},
	};
}
