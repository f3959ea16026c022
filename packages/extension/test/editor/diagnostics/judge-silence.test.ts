import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { startTimeLimit } from '@hawser/node/deadlines.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { judgeSilence } from '../../../src/editor/diagnostics/judge-silence.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

/** A server that answers a question after each of these times, the last of them for good, and speaks after `speaksAt`. */
async function judge({
	answerTimes,
	limit = 60_000,
	speaksAt = Number.POSITIVE_INFINITY,
}: {
	answerTimes: readonly number[];
	limit?: number;
	speaksAt?: number;
}) {
	const { left } = startTimeLimit(limit, NEVER_CANCELLED);
	const start = Date.now();
	let asked = 0;
	const judged = judgeSilence({
		...{ silence: 2000, times: 3, left },
		async untilSpoken({ milliseconds }) {
			await pause(Math.max(0, Math.min(milliseconds, start + speaksAt - Date.now())));
			return Date.now() - start >= speaksAt;
		},
		async answers() {
			await pause(Math.min(answerTimes[Math.min(asked++, answerTimes.length - 1)] ?? 0, left().milliseconds));
			return left().milliseconds > 0;
		},
	});
	await vi.runAllTimersAsync();
	return judged;
}

test.each([
	['a silence of a server that answers at once counts', { answerTimes: [10] }, 'silent'],
	['a silence of a slow server counts when it has lasted longer', { answerTimes: [3000, 100] }, 'silent'],
	['one that speaks meanwhile has spoken', { answerTimes: [3000], speaksAt: 6000 }, 'spoke'],
	[
		'when the time ends before a slow server has been silent for long enough, nobody knows',
		{ answerTimes: [3000], limit: 12_000 },
		'unknown',
	],
	['a server that does not answer may say anything', { answerTimes: [100_000] }, 'unknown'],
	['where less time is left than a silence needs, nobody knows', { answerTimes: [0], limit: 1500 }, 'unknown'],
])('%s', async (_, server, verdict) => {
	expect(await judge(server)).toBe(verdict);
});
