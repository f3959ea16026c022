import { sendRefusal } from '../http/refusal.ts';
import type { Exchange, Route } from '../http/window-server.ts';
import type { SseRoute } from './sse-route.ts';

/** The addresses of HTTP+SSE. They are there always, and say what to do while the user has not turned them on. */
export function sseRoutes(load: () => Promise<SseRoute>, isOn: () => boolean): readonly Route[] {
	const answer = (endpoint: 'connect' | 'receive') => async (exchange: Exchange) => {
		if (isOn()) {
			await (await load())[endpoint](exchange);
			return;
		}
		const message = 'HTTP+SSE is off; connect to /mcp, or turn on the setting hawser.sse.';
		sendRefusal(exchange.response, '/sse', { status: 404, code: 'E_NOT_FOUND', message });
	};
	return [
		{ path: '/sse', methods: ['GET'], answer: answer('connect') },
		{ path: '/messages', methods: ['POST'], answer: answer('receive') },
	];
}
