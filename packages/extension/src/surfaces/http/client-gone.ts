import type { ServerResponse } from 'node:http';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';

/** Cancelled when the client goes away before it has the whole answer. */
export function cancelledWhenGone(response: ServerResponse): CancellationSource {
	const cancellation = createCancellation();
	response.on('close', () => {
		if (!response.writableFinished) {
			cancellation.cancel();
		}
	});
	return cancellation;
}
