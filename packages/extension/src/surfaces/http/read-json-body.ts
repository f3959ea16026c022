import type { IncomingMessage } from 'node:http';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { MAX_BODY_BYTES, tooLarge } from './guards.ts';
import type { Refusal } from './refusal.ts';

export type Body = { value: unknown } | { refusal: Refusal };

/**
 * Reads the body of a request that has passed the guards. A body without a declared length is cut off at the limit. `empty` is
 * what no body at all means.
 */
export function readJsonBody(request: IncomingMessage, empty = ''): Promise<Body> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let length = 0;
		request.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length > MAX_BODY_BYTES) {
				request.removeAllListeners('data');
				request.pause();
				resolve({ refusal: tooLarge() });
			} else {
				chunks.push(chunk);
			}
		});
		request.on('end', () => {
			const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8');
			try {
				resolve({ value: JSON.parse(text || empty) });
			} catch (cause) {
				const reason = messageOf(cause);
				resolve({
					refusal: { status: 400, code: 'E_INVALID_REQUEST', message: `The body is not JSON: ${reason}.` },
				});
			}
		});
		request.on('error', reject);
	});
}
