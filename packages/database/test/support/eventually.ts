import { setTimeout as wait } from 'node:timers/promises';

/** Tries again until it no longer throws; the last failure is the answer after the limit, which only ends a hang. */
export async function eventually<Result>(attempt: () => Promise<Result> | Result, limit = 60_000): Promise<Result> {
	const end = Date.now() + limit;
	for (;;) {
		try {
			return await attempt();
		} catch (cause) {
			if (Date.now() > end) {
				throw cause;
			}
			await wait(20);
		}
	}
}
