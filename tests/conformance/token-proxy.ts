import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type Listening, listenOnLoopback } from './listen-on-loopback.ts';

/**
 * The suite cannot send headers of its own, so this stands before the server: it adds the token and translates its own name
 * into the server's. Any other Host or Origin passes unchanged, because refusing those is the server's task.
 */
export async function startTokenProxy(target: number, token: string): Promise<Listening> {
	const proxy = createServer((incoming, outgoing) => {
		const own = incoming.socket.localPort ?? 0;
		const headers = { ...translate(incoming.headers, own, target), authorization: `Bearer ${token}` };
		const { method, url: path } = incoming;
		const onward = request({ host: '127.0.0.1', port: target, method, path, headers, agent: false });
		onward.on('response', answer => relay(answer, outgoing));
		onward.on('error', () => outgoing.destroy());
		// A client that leaves must be seen to leave by the server, or its streams would stay open.
		outgoing.on('close', () => onward.destroy());
		incoming.pipe(onward);
	});
	return listenOnLoopback(proxy);
}

function translate(headers: IncomingHttpHeaders, own: number, target: number): IncomingHttpHeaders {
	const translated = { ...headers };
	for (const name of ['127.0.0.1', 'localhost']) {
		if (headers.host === `${name}:${own}`) {
			translated.host = `${name}:${target}`;
		}
		if (headers.origin === `http://${name}:${own}`) {
			translated.origin = `http://${name}:${target}`;
		}
	}
	return translated;
}

function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
	outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
	// The head of an event stream arrives long before its first event, and has to be passed on then.
	outgoing.flushHeaders();
	answer.on('error', () => outgoing.destroy());
	answer.pipe(outgoing);
}
