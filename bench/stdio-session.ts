import { type ChildProcess, spawn } from 'node:child_process';

export interface StdioSession {
	request(method: string, params: unknown): Promise<unknown>;
	end(): Promise<void>;
}

/** The plainest MCP client over stdio: writes a line, waits for the line that answers it. */
export function startStdioSession(command: string, args: readonly string[], env: NodeJS.ProcessEnv): StdioSession {
	const child: ChildProcess = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
	child.on('error', cause => {
		throw cause;
	});
	const waiting = new Map<number, (result: unknown) => void>();
	let buffered = '';
	let nextId = 1;
	child.stdout?.setEncoding('utf8');
	child.stdout?.on('data', (chunk: string) => {
		buffered += chunk;
		for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
			const message = JSON.parse(buffered.slice(0, end)) as { id?: number; result?: unknown };
			buffered = buffered.slice(end + 1);
			if (message.id !== undefined) {
				waiting.get(message.id)?.(message.result);
				waiting.delete(message.id);
			}
		}
	});
	return {
		request: (method, params) =>
			new Promise(resolve => {
				const id = nextId++;
				waiting.set(id, resolve);
				child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
			}),
		end: () =>
			new Promise(resolve => {
				child.once('close', () => resolve());
				child.stdin?.end();
			}),
	};
}

export const INITIALIZE = {
	protocolVersion: '2025-06-18',
	capabilities: {},
	clientInfo: { name: 'bench', version: '1' },
};
