import * as vscode from 'vscode';
import type { OwnWindow } from './editor/windows.ts';
import { lazy } from './lazy.ts';
import { enabledFolders, type GgmcpToken } from './read-settings.ts';
import { devdbRoutes } from './surfaces/devdb/devdb-routes.ts';
import { ggmcpRoutes } from './surfaces/ggmcp/ggmcp-routes.ts';
import type { Route } from './surfaces/http/window-server.ts';
import { linkRoutes } from './surfaces/link/link-routes.ts';
import type { McpRoute } from './surfaces/mcp/mcp-route.ts';
import type { Log } from './ui/log.ts';
import type { WindowRuntime, WindowRuntimeOptions } from './window-runtime.ts';

export interface SurfaceOptions extends WindowRuntimeOptions {
	own: OwnWindow;
	/** Whether ggMCP's clients have to show the token. */
	ggmcpToken: GgmcpToken;
	log: Log;
}

/** The ways in over HTTP. What they need beyond this file is loaded by the first request that needs it. */
export interface WindowSurfaces extends vscode.Disposable {
	routes: readonly Route[];
	/** Tells connected clients that the list of tools is another one now. */
	toolsChanged(): void;
}

export function createWindowSurfaces(options: SurfaceOptions): WindowSurfaces {
	const { own, ggmcpToken, log } = options;
	const windowRuntime = lazy(async (): Promise<WindowRuntime> => {
		const { createWindowRuntime } = await import('./window-runtime.ts');
		return createWindowRuntime(options);
	});
	const mcp = lazy(async (): Promise<McpRoute> => {
		const [{ createToolRoute }, { runtime, instructions }] = await Promise.all([
			import('./surfaces/mcp/tool-route.ts'),
			windowRuntime(),
		]);
		const onError = (error: Error) => log.warn(`MCP: ${error.message}`);
		return createToolRoute(runtime, { version: own.version, instructions }, onError);
	});
	const devdb = lazy(async () => {
		const [{ createDevdbAnswers }, { runtime }] = await Promise.all([
			import('./surfaces/devdb/devdb-answers.ts'),
			windowRuntime(),
		]);
		return createDevdbAnswers(runtime);
	});
	const ggmcp = lazy(async () => {
		const [{ createGgmcpAnswers }, { runtime }] = await Promise.all([
			import('./surfaces/ggmcp/ggmcp-answers.ts'),
			windowRuntime(),
		]);
		return createGgmcpAnswers(runtime);
	});
	const health = () => ({
		id: own.id,
		version: own.version,
		pid: process.pid,
		port: own.port(),
		folders: enabledFolders().map(({ uri }) => uri.fsPath),
		focused: vscode.window.state.focused,
		trusted: vscode.workspace.isTrusted,
	});
	return {
		routes: [
			...devdbRoutes(devdb),
			...ggmcpRoutes(ggmcp, () => ggmcpToken.required),
			...linkRoutes({ runtime: async () => (await windowRuntime()).runtime, health }),
			{
				path: '/mcp',
				methods: ['POST', 'GET', 'DELETE'],
				answer: async exchange => (await mcp()).answer(exchange),
			},
		],
		toolsChanged() {
			void mcp.ifLoaded()?.then(route => route.toolsChanged());
		},
		dispose() {
			void mcp.ifLoaded()?.then(route => route.close());
			void windowRuntime.ifLoaded()?.then(runtime => {
				runtime.dispose();
			});
		},
	};
}
