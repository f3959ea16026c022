import * as vscode from 'vscode';
import type { OwnWindow } from './editor/windows.ts';
import { lazy } from './lazy.ts';
import { enabledFolders, servesSse } from './read-settings.ts';
import { devdbRoutes } from './surfaces/devdb/devdb-routes.ts';
import { sendRefusal } from './surfaces/http/refusal.ts';
import type { Exchange, Route } from './surfaces/http/window-server.ts';
import { linkRoutes } from './surfaces/link/link-routes.ts';
import type { McpRoute } from './surfaces/mcp/mcp-route.ts';
import type { SseRoute } from './surfaces/mcp/sse-route.ts';
import type { Log } from './ui/log.ts';
import type { WindowRuntime, WindowRuntimeOptions } from './window-runtime.ts';

export interface SurfaceOptions extends WindowRuntimeOptions {
	own: OwnWindow;
	log: Log;
}

/** The ways in over HTTP. What they need beyond this file is loaded by the first request that needs it. */
export interface WindowSurfaces extends vscode.Disposable {
	routes: readonly Route[];
	/** Tells connected clients that the list of tools is another one now. */
	toolsChanged(): void;
}

export function createWindowSurfaces(options: SurfaceOptions): WindowSurfaces {
	const { own, log } = options;
	const windowRuntime = lazy(async (): Promise<WindowRuntime> => {
		const { createWindowRuntime } = await import('./window-runtime.ts');
		return createWindowRuntime(options);
	});
	const onError = (error: Error) => log.warn(`MCP: ${error.message}`);
	const mcp = lazy(async (): Promise<McpRoute> => {
		const [{ createToolRoute }, { runtime, instructions }] = await Promise.all([
			import('./surfaces/mcp/tool-route.ts'),
			windowRuntime(),
		]);
		return createToolRoute(runtime, { version: own.version, instructions }, onError);
	});
	const sse = lazy(async (): Promise<SseRoute> => {
		const [{ createToolSseRoute }, { runtime, instructions }] = await Promise.all([
			import('./surfaces/mcp/tool-route.ts'),
			windowRuntime(),
		]);
		return createToolSseRoute(runtime, { version: own.version, instructions }, onError);
	});
	const ifSse =
		(answer: (route: SseRoute, exchange: Exchange) => void | Promise<void>) => async (exchange: Exchange) => {
			if (servesSse()) {
				await answer(await sse(), exchange);
			} else {
				const message = 'HTTP+SSE is off; connect to /mcp, or turn on the setting hawser.sse.';
				sendRefusal(exchange.response, '/sse', { status: 404, code: 'E_NOT_FOUND', message });
			}
		};
	const settings = vscode.workspace.onDidChangeConfiguration(() => {
		if (!servesSse()) {
			void sse.ifLoaded()?.then(route => route.close());
		}
	});
	const devdb = lazy(async () => {
		const [{ createDevdbAnswers }, { runtime }] = await Promise.all([
			import('./surfaces/devdb/devdb-answers.ts'),
			windowRuntime(),
		]);
		return createDevdbAnswers(runtime);
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
			...linkRoutes({ runtime: async () => (await windowRuntime()).runtime, health }),
			{
				path: '/mcp',
				methods: ['POST', 'GET', 'DELETE'],
				answer: async exchange => (await mcp()).answer(exchange),
			},
			{ path: '/sse', methods: ['GET'], answer: ifSse((route, exchange) => route.connect(exchange)) },
			{ path: '/messages', methods: ['POST'], answer: ifSse((route, exchange) => route.receive(exchange)) },
		],
		toolsChanged() {
			void mcp.ifLoaded()?.then(route => route.toolsChanged());
			void sse.ifLoaded()?.then(route => route.toolsChanged());
		},
		dispose() {
			settings.dispose();
			void mcp.ifLoaded()?.then(route => route.close());
			void sse.ifLoaded()?.then(route => route.close());
			void windowRuntime.ifLoaded()?.then(runtime => {
				runtime.dispose();
			});
		},
	};
}
