import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { requireNotStopped } from '../engines/deadline.ts';
import { isNetworkFailure } from '../engines/failure.ts';
import type { Connection, Pool } from '../engines/pool.ts';

/**
 * Does work on a connection of the pool. A connection is used again after an error that the server answered with; one that was stopped
 * in the middle is given up, and one that died while it was idle is replaced without a word.
 */
export function createAttempts<Kind extends Connection>(pool: Pool<Kind>, isAnswer: (cause: unknown) => boolean) {
	return async <Result>(stopped: Cancellation, work: (connection: Kind) => Promise<Result>): Promise<Result> => {
		for (;;) {
			const lease = await pool.lease(stopped);
			const stopListening = stopped.onCancelled(() => void lease.discard());
			try {
				requireNotStopped(stopped);
				const result = await work(lease.connection);
				lease.giveBack();
				return result;
			} catch (cause) {
				const usable = isAnswer(cause) || isToolError(cause);
				if (usable) {
					lease.giveBack();
				} else {
					await lease.discard();
				}
				if (usable || !lease.reused || stopped.cancelled || !isNetworkFailure(cause)) {
					throw cause;
				}
			} finally {
				stopListening();
			}
		}
	};
}
