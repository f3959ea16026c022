import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import * as vscode from 'vscode';
import type { OwnWindow } from './editor/windows.ts';
import { lazy } from './lazy.ts';
import { enabledFolders, isSseOn } from './read-settings.ts';
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
	/** What every way in leads to; loaded when first asked for. */
	runtime(): Promise<Runtime>;
	/** Tells connected clients that the list of tools is another one now. */
	toolsChanged(): void;
}

export function createWindowSurfaces(options: SurfaceOptions): WindowSurfaces {
	const { own, log } = options;
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
	const sse = lazy(async (): Promise<SseRoute> => {
		const [{ createSseToolRoute }, { runtime, instructions }] = await Promise.all([
			import('./surfaces/mcp/tool-route.ts'),
			windowRuntime(),
		]);
		const onError = (error: Error) => log.warn(`MCP over SSE: ${error.message}`);
		return createSseToolRoute(runtime, { version: own.version, instructions }, onError);
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
			...sseRoutes(sse),
		],
		runtime: async () => (await windowRuntime()).runtime,
		toolsChanged() {
			void mcp.ifLoaded()?.then(route => route.toolsChanged());
			void sse.ifLoaded()?.then(route => route.toolsChanged());
		},
		dispose() {
			void mcp.ifLoaded()?.then(route => route.close());
			void sse.ifLoaded()?.then(route => route.close());
			void windowRuntime.ifLoaded()?.then(runtime => {
				runtime.dispose();
			});
		},
	};
}

/** Asked on every request, so that the setting counts at once; streams that are open stay open. */
function sseRoutes(sse: () => Promise<SseRoute>): readonly Route[] {
	const ifOn = async ({ response }: Exchange, path: string, answer: (route: SseRoute) => void | Promise<void>) => {
		if (isSseOn()) {
			await answer(await sse());
		} else {
			const message = `${path} is the old HTTP+SSE transport, which is off (setting hawser.sse). Use /mcp.`;
			sendRefusal(response, path, { status: 404, code: 'E_NOT_FOUND', message });
		}
	};
	return [
		{ path: '/sse', methods: ['GET'], answer: exchange => ifOn(exchange, '/sse', route => route.open(exchange)) },
		{
			path: '/messages',
			methods: ['POST'],
			answer: exchange => ifOn(exchange, '/messages', route => route.receive(exchange)),
		},
	];
}
