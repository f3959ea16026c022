import type { TimeLimit } from '@hawser/node/deadlines.ts';

/**
 * Whether the silence of a server means that it has nothing (more) to say. It does once it has lasted several times as long as the
 * server takes to answer a question: on a machine that has become busy it may still be at work. `unknown` when the time ended
 * before, or when the server does not answer at all.
 */
export async function judgeSilence({
	silence,
	times,
	left,
	untilSpoken,
	answers,
}: {
	/** Milliseconds that are enough on a quiet machine. */
	silence: number;
	/** Times as long as an answer takes, a silence has to last. */
	times: number;
	left: () => TimeLimit;
	/** Waits for so long at most; true when the server has spoken meanwhile. */
	untilSpoken: (timeLimit: TimeLimit) => Promise<boolean>;
	/** Asks the server something that it can always answer; false when no answer comes. */
	answers: () => Promise<boolean>;
}): Promise<'spoke' | 'silent' | 'unknown'> {
	for (let needed = silence; ; ) {
		const lasted = needed;
		const { milliseconds, signal } = left();
		if (await untilSpoken({ milliseconds: Math.min(lasted, milliseconds), signal })) {
			return 'spoke';
		}
		if (milliseconds < lasted) {
			return 'unknown';
		}
		const askedAt = Date.now();
		if (!(await answers())) {
			return 'unknown';
		}
		needed = times * (Date.now() - askedAt);
		if (needed <= lasted) {
			return 'silent';
		}
	}
}
