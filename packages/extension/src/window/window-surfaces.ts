import { isChatOf } from '@hawser/core/contract/editor-chat.ts';
import { isOfProject } from '@hawser/core/contract/names.ts';
import { DIALECT_NAMES } from '@hawser/core/dialects/dialect-names.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import type { CallHistory } from '../activity/call-history.ts';
import { callLines } from '../activity/call-lines.ts';
import type { CodexContext } from '../agents/codex-context.ts';
import type { NativeIdeStatus } from '../agents/native-ide-statuses.ts';
import { appName, type OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import { enabledPaths, type RouteTokens, servesSse } from '../settings/read-settings.ts';
import { devdbRoutes } from '../surfaces/devdb/devdb-routes.ts';
import { ggmcpRoutes } from '../surfaces/ggmcp/ggmcp-routes.ts';
import type { Route } from '../surfaces/http/window-server.ts';
import type { ChatMode } from '../surfaces/language-model/chat.ts';
import { CHAT_MCP_PATH } from '../surfaces/language-model/names.ts';
import type { AgentGreeted } from '../surfaces/link/connected-route.ts';
import { linkRoutes } from '../surfaces/link/link-routes.ts';
import type { ServerFacts } from '../surfaces/mcp/build-server.ts';
import type { McpRoute } from '../surfaces/mcp/mcp-route.ts';
import type { SseRoute } from '../surfaces/mcp/sse-route.ts';
import { sseRoutes } from '../surfaces/mcp/sse-routes.ts';
import type { LazyRuntime } from './lazy-runtime.ts';

export interface SurfaceOptions {
	own: OwnWindow;
	lazyRuntime: LazyRuntime;
	history: CallHistory;
	tokens: RouteTokens;
	log: Log;
	/** Tells how the editor's own chat has the tools. */
	chatMode: () => ChatMode;
	/** Tells which agents find this window by their own protocols. */
	nativeIde: () => readonly NativeIdeStatus[];
	/** Tells what Codex gets from this window. */
	codexContext: CodexContext['read'];
	/** An agent has said who it is. */
	greeted: (surface: 'mcp' | 'stdio') => AgentGreeted;
}

/** The window's HTTP routes. What they need beyond this file is loaded by the first request that needs it. */
export interface WindowSurfaces extends vscode.Disposable {
	routes: readonly Route[];
	/** Tells connected clients that the list of tools has changed. */
	toolsChanged(): void;
}

export function createWindowSurfaces(options: SurfaceOptions): WindowSurfaces {
	const { own, lazyRuntime, history, tokens, log, chatMode, nativeIde, codexContext, greeted } = options;
	const onError = (error: Error) => log.warn(`MCP: ${error.message}`);
	const mcpRoute = (lists: NonNullable<ServerFacts['lists']>) =>
		lazy(async (): Promise<McpRoute> => {
			const [{ createToolRoute }, { runtime, manifest, policy }] = await Promise.all([
				import('../surfaces/mcp/tool-route.ts'),
				lazyRuntime.load(),
			]);
			const facts = { version: own.version, instructions: manifest.instructions, lists };
			return createToolRoute(runtime, facts, onError, { onEnded: policy.ended, onGreeted: greeted('mcp') });
		});
	// VS Code reads .mcp.json too, for a chat that has the tools already.
	const mcp = mcpRoute((_tool, client) => chatMode() === 'off' || !isChatOf(appName(), client));
	// The chat is sent here for the tools that it gets over MCP: all, or those that the extension's manifest cannot name.
	const chatMcp = mcpRoute(tool => chatMode() === 'mcp' || (chatMode() === 'tools' && isOfProject(tool)));
	const sse = lazy(async (): Promise<SseRoute> => {
		const [{ createToolSseRoute }, { runtime, manifest, policy }] = await Promise.all([
			import('../surfaces/mcp/tool-route.ts'),
			lazyRuntime.load(),
		]);
		const facts = { version: own.version, instructions: manifest.instructions };
		return createToolSseRoute(runtime, facts, onError, policy.ended);
	});
	const dialectRoutes = DIALECT_NAMES.map(dialect => ({
		path: `/dialects/${dialect}/mcp`,
		route: lazy(async (): Promise<McpRoute> => {
			const [{ createDialectRoute }, { runtime, manifest, policy }] = await Promise.all([
				import('../surfaces/mcp/dialect-route.ts'),
				lazyRuntime.load(),
			]);
			return createDialectRoute(dialect, { runtime, manifest, onError, onEnded: policy.ended });
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
	const ggmcpJsonRpc = lazy(async () => {
		const [{ createJsonRpcAnswer }, { runtime, manifest }] = await Promise.all([
			import('../surfaces/ggmcp/json-rpc-answer.ts'),
			lazyRuntime.load(),
		]);
		return createJsonRpcAnswer(runtime, manifest);
	});
	const wrote = async (file: string, client: string) => (await lazyRuntime.ifLoaded())?.agentWrote(file, client);
	const health = () => ({
		id: own.id,
		version: own.version,
		pid: process.pid,
		port: own.port(),
		folders: enabledPaths(),
		focused: vscode.window.state.focused,
		trusted: vscode.workspace.isTrusted,
		nativeIde: nativeIde(),
	});
	return {
		routes: [
			...devdbRoutes(devdb, () => tokens.required('devdb')),
			...ggmcpRoutes({ answers: ggmcp, jsonRpc: ggmcpJsonRpc, requireToken: () => tokens.required('ggmcp') }),
			...linkRoutes({
				runtime: lazyRuntime.runtime,
				health,
				calls: callLines(history),
				wrote,
				greeted: greeted('stdio'),
				codexContext,
			}),
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
