import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { assignPort } from '@hawser/link/assign-port.ts';
import { ensureHome } from '@hawser/link/home.ts';
import { newToken } from '@hawser/link/project-tokens.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { removeWindowEntry, writeWindowEntry } from '@hawser/link/window-registry.ts';
import { answerProof } from '../../link/test/answer-proof.ts';

interface FakeCall {
	tool: string;
	input: Record<string, unknown>;
	requestId?: string;
	surface?: string;
	timeout?: number;
	defaultTimeout?: number;
}

export interface FakeWindow {
	readonly entry: WindowEntry;
	readonly server: Server;
	/** Calls in the order in which they came. */
	readonly calls: FakeCall[];
	/** The agents that have said that they are there. */
	readonly connected: { agent: string; client: object }[];
	/** Tools whose connection was closed before they were answered. */
	readonly cancelled: string[];
	change(changes: Partial<WindowEntry>): Promise<void>;
	close(): Promise<void>;
}

export interface FakeWindowOptions {
	home: string;
	folders: readonly string[];
	id?: string;
	/** Gives the answer of a tool; `hang` never answers. */
	answer?: (
		call: FakeCall,
	) =>
		| Record<string, unknown>
		| 'hang'
		| { progress: readonly object[]; until?: Promise<unknown>; data: Record<string, unknown> };
	entry?: Partial<WindowEntry>;
	/** The tools that only this window has. */
	dynamicTools?: () => readonly object[];
}

let count = 0;

/** A window as far as the link sees it: the wire format and nothing behind it. */
export async function startFakeWindow(options: FakeWindowOptions): Promise<FakeWindow> {
	const { home, folders, id, answer, entry, dynamicTools } = options;
	ensureHome(home);
	const own: WindowEntry = {
		id: id ?? `fake-${process.pid}-${++count}`,
		pid: process.pid,
		port: 0,
		token: newToken(),
		folders,
		app: 'Fake Code',
		version: '0.1.0',
		startedAt: Date.now(),
		seenAt: Date.now(),
		...entry,
	};
	const calls: FakeCall[] = [];
	const connected: FakeWindow['connected'] = [];
	const cancelled: string[] = [];
	let current = own;
	const server = createServer((request, response) => {
		if (answerProof(request, response, current.token, current.port)) {
			return;
		}
		if (request.headers.authorization !== `Bearer ${current.token}`) {
			refuse(response, 401, 'E_UNAUTHORIZED');
			return;
		}
		response.setHeader('Hawser-Window', current.id);
		if (request.method === 'GET' && request.url === '/health') {
			const { version, pid, port } = current;
			json(response, 200, { ok: true, id: current.id, version, pid, port, folders, focused: true, trusted: true });
			return;
		}
		if (request.method === 'GET' && request.url === '/tools/dynamic') {
			json(response, 200, { tools: dynamicTools?.() ?? [] });
			return;
		}
		void (request.url === '/connected' ? handleConnected(request, response) : handleCall(request, response));
	});
	async function handleConnected(request: IncomingMessage, response: ServerResponse): Promise<void> {
		connected.push(JSON.parse(await bodyOf(request)) as (typeof connected)[number]);
		json(response, 200, { ok: true });
	}
	async function handleCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const call = JSON.parse(await bodyOf(request)) as FakeCall;
		calls.push(call);
		response.on('close', () => {
			if (!response.writableFinished) {
				cancelled.push(call.tool);
			}
		});
		const answered = answer?.(call) ?? { echo: call.input };
		response.writeHead(200, { 'content-type': 'application/x-ndjson' });
		if (answered === 'hang') {
			response.flushHeaders();
			return;
		}
		const steps = 'progress' in answered ? (answered.progress as object[]) : [];
		for (const progress of steps) {
			response.write(`${JSON.stringify({ progress })}\n`);
		}
		await ('until' in answered ? answered.until : undefined);
		const data = 'progress' in answered ? answered.data : answered;
		const meta = { requestId: call.requestId ?? 'none', timestamp: new Date().toISOString(), duration: 0 };
		const envelope = { ok: true, type: 'success', data, meta };
		response.end(`${JSON.stringify({ reply: { envelope, text: `text of ${call.tool} ü` } })}\n`);
	}
	const port = await assignPort(server, { home, policy: { kind: 'system' }, projectRoot: undefined });
	current = { ...own, port };
	await writeWindowEntry(home, current);
	return {
		get entry() {
			return current;
		},
		server,
		calls,
		connected,
		cancelled,
		async change(changes) {
			current = { ...current, ...changes };
			await writeWindowEntry(home, current);
		},
		async close() {
			removeWindowEntry(home, current.id);
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of request) {
		pieces.push(piece as Buffer);
	}
	return Buffer.concat(pieces).toString('utf8');
}

function json(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string): void {
	const error = { code, message: 'Refused.', hint: 'Ask properly.', details: {} };
	json(response, status, { ok: false, type: 'error', error, meta: { requestId: 'none', timestamp: '', duration: 0 } });
}
