import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay } from '@hawser/node/deadlines.ts';
import type { GitOutcome } from './run-git.ts';

const PAUSES = [50, 100, 200, 400, 800, 1_600];

/** The editor's own git takes the index for moments at a time; whoever comes then tries again. */
export async function retryWhileLocked(run: () => Promise<GitOutcome>, signal: Cancellation): Promise<GitOutcome> {
	for (const pause of PAUSES) {
		const outcome = await run();
		if (outcome.code === 0 || !outcome.stderr.includes("index.lock': File exists")) {
			return outcome;
		}
		await delay(pause, signal);
	}
	return run();
}
