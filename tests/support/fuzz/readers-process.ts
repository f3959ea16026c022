/** Feeds the readers until its time is over. What it is about to read is in `progress`, so that a hang has a name. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { mutate, pick, randomOf } from './mutate.ts';
import { READERS } from './readers.ts';

const { seed, milliseconds, progress } = workerData as { seed: number; milliseconds: number; progress: Int32Array };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
	collect();
	return process.memoryUsage().heapUsed;
};

const nameOfClass = (error: unknown) => (error instanceof Error ? error.constructor.name : undefined);

/** Tried however slow the machine is; one that is not busy tries more. */
const MIN_ROUNDS = 1000;

const failures: string[] = [];
const heaps: number[] = [];
const start = Date.now();
let rounds = 0;
// Caches fill at first, so the first half is not compared with nothing but with the second.
for (const part of [0.5, 1]) {
	const isOver = () => Date.now() - start >= milliseconds * part && rounds >= MIN_ROUNDS * part;
	for (; !isOver() && failures.length < 5; rounds++) {
		Atomics.store(progress, 0, rounds);
		const random = randomOf(seed + rounds);
		const reader = pick(READERS, random);
		const text = mutate(reader.samples, random);
		try {
			await reader.read(text);
		} catch (error) {
			const { name, message } = error instanceof Error ? error : new Error(String(error));
			const allowed = reader.throws?.some(kind => kind === name || kind === nameOfClass(error));
			if (!allowed) {
				failures.push(
					`${reader.name}, seed ${seed + rounds}: ${name}: ${message}\n${JSON.stringify(text.slice(0, 400))}`,
				);
			}
		}
	}
	heaps.push(heap());
}
parentPort?.postMessage({ failures, heaps, rounds });
