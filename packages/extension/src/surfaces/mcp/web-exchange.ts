import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../http/window-server.ts';

/**
 * Answers a Node request with a handler that speaks the web's Request and Response, as the MCP SDK does. Unlike the SDK's own
 * adapter it sends a JSON answer in one piece with its length, which takes a third off the time of a call.
 */
export async function answerAsWeb(
	{ request, response, common }: Exchange,
	handler: (request: Request) => Promise<Response>,
): Promise<void> {
	const gone = new AbortController();
	response.on('close', () => {
		if (!response.writableFinished) {
			gone.abort();
		}
	});
	const answer = await handler(toWebRequest(request, gone.signal));
	const headers = { ...common, ...Object.fromEntries(answer.headers) };
	if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true && answer.body) {
		response.writeHead(answer.status, headers);
		// A stream may stay silent for long after it was opened, and Node would keep its head back until the first event.
		response.flushHeaders();
		await pump(answer.body, response, gone.signal);
		return;
	}
	const text = await answer.text();
	response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) });
	response.end(text);
}

/** The request has no body: that was read and parsed before, and is handed over beside it. */
function toWebRequest({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): Request {
	const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
	);
	return new Request(`http://${headers.host ?? '127.0.0.1'}${url}`, { method, headers: fields, signal });
}

async function pump(body: ReadableStream<Uint8Array>, response: ServerResponse, gone: AbortSignal): Promise<void> {
	const reader = body.getReader();
	const stop = () => void reader.cancel().catch(() => undefined);
	gone.addEventListener('abort', stop, { once: true });
	try {
		for (let part = await reader.read(); !part.done && !gone.aborted; part = await reader.read()) {
			if (!response.write(part.value)) {
				await once(response, 'drain', { signal: gone });
			}
		}
	} catch (cause) {
		// A client that closes its stream is the ordinary end of it.
		if (!gone.aborted) {
			throw cause;
		}
	} finally {
		gone.removeEventListener('abort', stop);
		response.end();
	}
}
