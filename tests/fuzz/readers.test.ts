import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { firstSeed, fuzzMilliseconds } from '../support/fuzz/mutate.ts';

interface Outcome {
	failures: readonly string[];
	heaps: readonly [number, number];
	rounds: number;
}

/** A reader that has not come back from one small text for this long does not come back. */
const HANGS_AFTER = 60_000;

test(
	'no reader crashes, hangs or keeps memory, whatever a repository or an agent wrote',
	async () => {
		const seed = firstSeed();
		const milliseconds = fuzzMilliseconds(1 / 3);
		console.log(`Fuzz of readers: HAWSER_FUZZ_SEED=${seed}`);
		const progress = new Int32Array(new SharedArrayBuffer(4));
		const worker = new Worker(path.join(import.meta.dirname, '../support/fuzz/readers-process.ts'), {
			workerData: { seed, milliseconds, progress },
		});
		const { failures, heaps, rounds } = await new Promise<Outcome>((resolve, reject) => {
			let last = -1;
			const watch = setInterval(() => {
				const round = Atomics.load(progress, 0);
				if (round === last) {
					clearInterval(watch);
					void worker.terminate();
					reject(new Error(`A reader hangs: HAWSER_FUZZ_SEED=${seed + round}`));
				}
				last = round;
			}, HANGS_AFTER);
			worker.on('error', reject);
			worker.on('message', (outcome: Outcome) => {
				clearInterval(watch);
				resolve(outcome);
			});
		});
		console.log(`${rounds} texts`);
		expect(failures).toEqual([]);
		expect(heaps[1] / heaps[0]).toBeLessThan(1.5);
	},
	fuzzMilliseconds(1) + 5 * HANGS_AFTER,
);
