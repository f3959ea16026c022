import { createServer, request } from 'node:http';
import { type Listening, listenOnLoopback } from '../../conformance/listen-on-loopback.ts';
import { readSent, type SentMessage } from './transcript.ts';

export interface Recorder extends Listening {
	/** Forgets what was sent so far. */
	clear(): void;
	readonly sent: readonly SentMessage[];
}

/** Stands before the server of a window, passes everything on as it is, and writes down what clients send. */
export async function startHttpRecorder(target: number): Promise<Recorder> {
	let sent: SentMessage[] = [];
	const server = createServer((incoming, outgoing) => {
		const { method, url: path, headers } = incoming;
		const host = headers.host?.replace(/:\d+$/, `:${target}`);
		const onward = request({
			host: '127.0.0.1',
			port: target,
			method,
			path,
			headers: { ...headers, host },
			agent: false,
		});
		onward.on('response', answer => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			// The head of an event stream arrives long before its first event, and has to be passed on then.
			outgoing.flushHeaders();
			answer.on('error', () => outgoing.destroy());
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		outgoing.on('close', () => onward.destroy());
		const pieces: Buffer[] = [];
		incoming.on('data', (piece: Buffer) => pieces.push(piece));
		incoming.on('end', () => sent.push(...readSent(Buffer.concat(pieces).toString('utf8'))));
		incoming.pipe(onward);
	});
	return {
		...(await listenOnLoopback(server)),
		clear() {
			sent = [];
		},
		get sent() {
			return sent;
		},
	};
}
