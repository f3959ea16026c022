export function median(samples: readonly number[]): number {
	const sorted = [...samples].sort((left, right) => left - right);
	const middle = sorted.length >> 1;
	const [low = 0, high = 0] =
		sorted.length % 2 === 0 ? [sorted[middle - 1], sorted[middle]] : [sorted[middle], sorted[middle]];
	return (low + high) / 2;
}

/**
 * Medians of two actions that take turns, so that whatever else the machine does hits both alike. The first rounds warm up
 * caches and compilers and do not count.
 */
export async function compare(
	rounds: number,
	warmUp: number,
	ours: () => Promise<unknown>,
	base: () => Promise<unknown>,
): Promise<{ ours: number; base: number; ratio: number }> {
	const times = { ours: [] as number[], base: [] as number[] };
	for (let round = 0; round < rounds + warmUp; round++) {
		const baseTime = await time(base);
		const ourTime = await time(ours);
		if (round >= warmUp) {
			times.base.push(baseTime);
			times.ours.push(ourTime);
		}
	}
	const [ourMedian, baseMedian] = [median(times.ours), median(times.base)];
	return { ours: ourMedian, base: baseMedian, ratio: ourMedian / baseMedian };
}

async function time(action: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await action();
	return performance.now() - startedAt;
}
