import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the check passes; the limit only ends a hang. The last complaint is the error. */
export async function eventually<Result>(check: () => Promise<Result> | Result, limit = 150_000): Promise<Result> {
	const giveUpAt = Date.now() + limit;
	for (;;) {
		try {
			return await check();
		} catch (cause) {
			if (Date.now() > giveUpAt) {
				throw cause;
			}
			await sleep(50);
		}
	}
}
