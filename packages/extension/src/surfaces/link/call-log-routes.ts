import { FOLLOW_LOG_PATH, LOG_PATH } from '@hawser/link/ask-window.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import type { Exchange, Route } from '../http/window-server.ts';

/** The calls that have ended in this window, each as plain data. */
export interface LoggedCalls {
	/** The last ones, the oldest first. */
	recent(): readonly object[];
	/** Each from now on; the returned function stops it. */
	follow(listener: (call: object) => void): () => void;
}

/** Bytes that a reader may be behind; what comes then is counted and left out. */
const MAX_BEHIND = 1_000_000;

/** The log of calls as NDJSON: as it is now, or as it grows until the reader goes. */
export function callLogRoutes(calls: LoggedCalls): readonly Route[] {
	return [
		{
			path: LOG_PATH,
			methods: ['GET'],
			answer({ response, common }) {
				response.writeHead(200, { ...common, 'content-type': 'application/x-ndjson' });
				response.end(calls.recent().map(toLine).join(''));
			},
		},
		{ path: FOLLOW_LOG_PATH, methods: ['GET'], answer: exchange => followCalls(exchange, calls) },
	];
}

function followCalls({ response, common }: Exchange, calls: LoggedCalls): void {
	let missed = 0;
	response.writeHead(200, { ...common, 'content-type': 'application/x-ndjson' });
	response.write(calls.recent().map(toLine).join('') || '\n');
	const stop = calls.follow(call => {
		if (response.writableLength > MAX_BEHIND) {
			missed++;
			return;
		}
		response.write((missed > 0 ? toLine({ missed }) : '') + toLine(call));
		missed = 0;
	});
	cancelledWhenGone(response).onCancelled(stop);
}

function toLine(call: object): string {
	return `${JSON.stringify(call)}\n`;
}
