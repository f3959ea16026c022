import { request } from 'node:http';
import type { Notification } from './claude-client.ts';
import { eventually } from './eventually.ts';

/** Where an agent that speaks MCP over HTTP finds a window: a port, or a socket. */
export interface IdeAddress {
	port?: number;
	socketPath?: string;
	authorization: string;
}

export interface RawReply {
	status: number;
	session: string | undefined;
	messages: Record<string, unknown>[];
}

/** One request as it is, answered as JSON or as a stream of events. */
export function sendIde(
	{ port, socketPath, authorization }: IdeAddress,
	method: string,
	message?: object,
	headers: Record<string, string> = {},
): Promise<RawReply> {
	return new Promise((resolve, reject) => {
		const outgoing = request(
			{
				...(socketPath === undefined ? { host: '127.0.0.1', port } : { socketPath }),
				...{ path: '/mcp', method, agent: false },
				headers: {
					authorization,
					accept: 'application/json, text/event-stream',
					...(message && { 'content-type': 'application/json' }),
					...headers,
				},
			},
			response => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (piece: string) => (text += piece));
				response.on('end', () => {
					const session = response.headers['mcp-session-id'];
					resolve({
						status: response.statusCode ?? 0,
						session: typeof session === 'string' ? session : undefined,
						messages: messagesIn(text),
					});
				});
			},
		);
		outgoing.on('error', reject);
		outgoing.end(message && JSON.stringify(message));
	});
}

function messagesIn(text: string): Record<string, unknown>[] {
	const pieces = text.startsWith('{')
		? [text]
		: text.split('\n').flatMap(line => (line.startsWith('data: ') ? [line.slice(6)] : []));
	return pieces.map(piece => JSON.parse(piece) as Record<string, unknown>);
}

/** Speaks as Gemini CLI, Qwen Code and Copilot CLI do. */
export interface IdeHttpClient {
	heard: Notification[];
	request(method: string, params?: object): Promise<Record<string, unknown>>;
	call(name: string, input?: object): Promise<string[]>;
	until(method: string, fits?: (params: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
	end(): Promise<void>;
}

export async function connectIdeHttp(address: IdeAddress, name: string): Promise<IdeHttpClient> {
	let count = 0;
	const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1.0.0' } };
	const first = await sendIde(address, 'POST', { jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
	const headers = { 'mcp-session-id': first.session ?? '' };
	await sendIde(address, 'POST', { jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
	const heard: Notification[] = [];
	const stream = request({
		...(address.socketPath === undefined
			? { host: '127.0.0.1', port: address.port }
			: { socketPath: address.socketPath }),
		...{ path: '/mcp', method: 'GET', agent: false },
		headers: { authorization: address.authorization, accept: 'text/event-stream', ...headers },
	});
	stream.on('response', response => {
		let rest = '';
		response.setEncoding('utf8');
		response.on('data', (piece: string) => {
			const lines = (rest + piece).split('\n');
			rest = lines.pop() ?? '';
			heard.push(...(messagesIn(lines.join('\n')) as unknown as Notification[]));
		});
	});
	stream.on('error', () => undefined);
	stream.end();
	const ask = async (method: string, params: object = {}) => {
		const { messages } = await sendIde(address, 'POST', { jsonrpc: '2.0', id: ++count, method, params }, headers);
		return messages[0] ?? {};
	};
	return {
		heard,
		request: ask,
		async call(tool, input = {}) {
			const { result, error } = await ask('tools/call', { name: tool, arguments: input });
			if (error !== undefined) {
				throw new Error(JSON.stringify(error));
			}
			return (result as { content: { text: string }[] }).content.map(({ text }) => text);
		},
		until: (method, fits = () => true) =>
			eventually(() => {
				const found = heard.findLast(({ method: said }) => said === method)?.params;
				if (!found || !fits(found)) {
					throw new Error(`Heard ${JSON.stringify(heard)}`);
				}
				return found;
			}),
		async end() {
			await sendIde(address, 'DELETE', undefined, headers);
			stream.destroy();
		},
	};
}
