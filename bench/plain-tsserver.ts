import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** TypeScript's server as editors run it, without an editor. */
export interface PlainTsserver {
	pid: number;
	/** Resolves with the body of the answer. */
	request(command: string, args: unknown): Promise<unknown>;
	/** Requests without an answer, such as `open`. */
	notify(command: string, args: unknown): void;
	end(): void;
}

export function startTsserver(): PlainTsserver {
	const script = createRequire(import.meta.url).resolve('typescript/lib/tsserver.js');
	const child = spawn(process.execPath, [script, '--disableAutomaticTypingAcquisition'], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const waiting = new Map<number, (body: unknown) => void>();
	let asked = 0;
	let rest = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		// Each message is one line of JSON after a header, which says how long it is.
		for (const line of lines.filter(candidate => candidate.startsWith('{'))) {
			const { type, request_seq, body } = JSON.parse(line) as { type: string; request_seq?: number; body?: unknown };
			if (type === 'response' && request_seq !== undefined) {
				waiting.get(request_seq)?.(body);
				waiting.delete(request_seq);
			}
		}
	});
	const send = (command: string, args: unknown) => {
		const seq = asked++;
		child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`);
		return seq;
	};
	return {
		pid: child.pid ?? Number.NaN,
		request: (command, args) => new Promise(resolve => waiting.set(send(command, args), resolve)),
		notify: send,
		end() {
			child.kill();
		},
	};
}
