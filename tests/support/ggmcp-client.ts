import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { type RawAnswer, sendRaw } from './raw-http.ts';

export interface GgmcpReply {
	status: unknown;
	error: string | null;
	note?: string;
}

/** A client as ggMCP's interface document describes one; the token is all that it has to send on top. */
export interface GgmcpClient {
	/** Arguments as the body itself. */
	plain(tool: string, input?: Record<string, unknown>): Promise<GgmcpReply>;
	/** Arguments in a JSON-RPC body. */
	rpc(tool: string, input?: Record<string, unknown>): Promise<GgmcpReply>;
	send(
		method: 'GET' | 'POST',
		path: string,
		options?: { body?: string; headers?: Record<string, string> },
	): Promise<RawAnswer>;
}

export function ggmcpClient({ port, token }: Pick<WindowEntry, 'port'> & { token?: string }): GgmcpClient {
	const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const send: GgmcpClient['send'] = (method, path, { body, headers = {} } = {}) =>
		sendRaw({
			port,
			path,
			method,
			headers: { 'content-type': 'application/json', ...authorization, ...headers },
			...(body !== undefined && { body }),
		});
	const post = async (tool: string, body: unknown) => {
		const { status, body: reply } = await send('POST', `/mcp/${tool}`, { body: JSON.stringify(body) });
		if (status !== 200) {
			throw new Error(`${tool} answered with ${status}: ${JSON.stringify(reply)}`);
		}
		return reply as GgmcpReply;
	};
	return {
		send,
		plain: (tool, input = {}) => post(tool, input),
		rpc: (tool, input = {}) => post(tool, { jsonrpc: '2.0', id: 1, params: { arguments: input } }),
	};
}
