import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { eventually } from './eventually.ts';

export interface ClaudeLockFile {
	port: number;
	file: string;
	pid: number;
	workspaceFolders: string[];
	ideName: string;
	transport: string;
	authToken: string;
}

/** The locks in `~/.claude/ide` of this home. */
export function claudeLocks(home: string): ClaudeLockFile[] {
	const folder = join(home, '.claude/ide');
	return readdirSync(folder)
		.filter(name => name.endsWith('.lock'))
		.map(name => {
			const file = join(folder, name);
			const content = JSON.parse(readFileSync(file, 'utf8')) as Omit<ClaudeLockFile, 'port' | 'file'>;
			return { ...content, port: Number(name.replace('.lock', '')), file };
		});
}

/** The lock of the window that has this folder open. */
export function claudeLockOf(home: string, project: string): Promise<ClaudeLockFile> {
	return eventually(() => {
		const found = claudeLocks(home).find(({ workspaceFolders }) => workspaceFolders.includes(project));
		if (!found) {
			throw new Error(`No lock for ${project} in ${home}.`);
		}
		return found;
	});
}

export interface Notification {
	method: string;
	params: Record<string, unknown>;
}

/** Speaks as Claude Code does. */
export interface ClaudeClient {
	socket: WebSocket;
	/** Everything that the window said unasked. */
	heard: Notification[];
	request(method: string, params?: object): Promise<Record<string, unknown>>;
	/** The texts of a tool's answer. */
	call(name: string, input?: object): Promise<string[]>;
	/** The last notification of this kind that fits. */
	until(method: string, fits?: (params: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
	close(): void;
}

const HEADER = 'X-Claude-Code-Ide-Authorization';

export function openSocket(
	port: number,
	headers: Record<string, string>,
	protocols: string[] = ['mcp'],
): Promise<WebSocket> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`ws://127.0.0.1:${port}`, protocols, { headers });
		socket.on('open', () => resolve(socket));
		socket.on('error', reject);
		socket.on('unexpected-response', (_, response) => reject(new Error(`refused with ${response.statusCode}`)));
	});
}

export async function connectClaude({ port, authToken }: ClaudeLockFile, pid = process.pid): Promise<ClaudeClient> {
	const socket = await openSocket(port, { [HEADER]: authToken });
	const heard: Notification[] = [];
	const waiting = new Map<number, (message: Record<string, unknown>) => void>();
	let count = 0;
	socket.on('message', data => {
		const message = JSON.parse((data as Buffer).toString()) as Record<string, unknown>;
		if (typeof message['id'] === 'number') {
			waiting.get(message['id'])?.(message);
		} else {
			heard.push(message as unknown as Notification);
		}
	});
	const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
	const request = (method: string, params: object = {}) =>
		new Promise<Record<string, unknown>>((resolve, reject) => {
			const id = ++count;
			waiting.set(id, resolve);
			socket
				.setMaxListeners(0)
				.once('close', () => reject(new Error(`The connection ended before ${method} was answered.`)));
			send({ id, method, params });
		});
	await request('initialize', {
		protocolVersion: '2025-11-25',
		capabilities: { roots: {}, elicitation: {} },
		clientInfo: { name: 'claude-code', version: '2.1.325' },
	});
	send({ method: 'notifications/initialized' });
	send({ method: 'ide_connected', params: { pid } });
	return {
		socket,
		heard,
		request,
		async call(name, input = {}) {
			const { result, error } = await request('tools/call', { name, arguments: input });
			if (error !== undefined) {
				throw new Error(JSON.stringify(error));
			}
			return (result as { content: { text: string }[] }).content.map(({ text }) => text);
		},
		until: (method, fits = () => true) =>
			eventually(() => {
				const found = heard.findLast(({ method: name }) => name === method)?.params;
				if (!found || !fits(found)) {
					throw new Error(`Heard ${JSON.stringify(heard)}`);
				}
				return found;
			}),
		close: () => socket.close(),
	};
}
