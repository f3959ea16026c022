import * as vscode from 'vscode';
import type { CursorMcp } from './cursor.ts';
import { CHAT_MCP_PATH, MCP_PROVIDER, MCP_SERVER } from './names.ts';

/** Where the window's server can be reached, and what it asks for. */
export interface ServerAddress {
	port: number;
	token: string;
}

/** Offers the window's own MCP server to the chat. The token is handed over in memory; no file holds it. */
export interface McpOffer extends vscode.Disposable {
	/** Undefined takes the offer back. */
	offer(address: ServerAddress | undefined): void;
}

/** By VS Code's own interface, to which the version says whether tools have changed. */
export function offerToVsCode(version: string): McpOffer {
	let current: ServerAddress | undefined;
	const changed = new vscode.EventEmitter<void>();
	const provider = vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
		onDidChangeMcpServerDefinitions: changed.event,
		provideMcpServerDefinitions() {
			if (!current) {
				return [];
			}
			const { url, headers } = connection(current);
			return [new vscode.McpHttpServerDefinition(MCP_SERVER, vscode.Uri.parse(url), headers, version)];
		},
	});
	return {
		offer(address) {
			if (!isSame(current, address)) {
				current = address;
				changed.fire();
			}
		},
		dispose() {
			provider.dispose();
			changed.dispose();
		},
	};
}

/** Cursor has an interface of its own, and its chat knows no other. */
export function offerToCursor({ registerServer, unregisterServer }: CursorMcp): McpOffer {
	let current: ServerAddress | undefined;
	const offer = (address: ServerAddress | undefined) => {
		if (isSame(current, address)) {
			return;
		}
		if (current) {
			unregisterServer(MCP_SERVER);
		}
		current = address;
		if (address) {
			registerServer({ name: MCP_SERVER, server: connection(address) });
		}
	};
	return { offer, dispose: () => offer(undefined) };
}

function connection({ port, token }: ServerAddress): { url: string; headers: Record<string, string> } {
	return { url: `http://127.0.0.1:${port}${CHAT_MCP_PATH}`, headers: { Authorization: `Bearer ${token}` } };
}

function isSame(left: ServerAddress | undefined, right: ServerAddress | undefined): boolean {
	return left?.port === right?.port && left?.token === right?.token;
}
