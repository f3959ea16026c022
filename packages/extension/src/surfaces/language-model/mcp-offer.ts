import type * as vscode from 'vscode';
import { CHAT_MCP_PATH } from './names.ts';

/** The address of the window's server, and the token that it asks for. */
export interface ServerAddress {
	port: number;
	token: string;
}

/** Offers the window's own MCP server to the chat. The token is handed over in memory; no file holds it. */
export interface McpOffer extends vscode.Disposable {
	/** Undefined takes the offer back. */
	offer(address: ServerAddress | undefined): void;
}

export function connection({ port, token }: ServerAddress): { url: string; headers: Record<string, string> } {
	return { url: `http://127.0.0.1:${port}${CHAT_MCP_PATH}`, headers: { Authorization: `Bearer ${token}` } };
}

export function isSame(left: ServerAddress | undefined, right: ServerAddress | undefined): boolean {
	return left?.port === right?.port && left?.token === right?.token;
}
