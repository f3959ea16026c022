/** The largest input that is tried: a megabyte, as a hostile repository or agent would send it. */
export const MEGABYTE = 1_000_000;

const MIN_SIZE = 1_000;
const REPEATS = 5;
/** Twice the input takes twice the time of a linear reader and four times that of a quadratic one. */
const STEEP = 3;
/** In plain passes over a megabyte. */
const SHORT_ENOUGH = 10;
/** Some kernels count a thread's time in ticks of 4 ms, or of 10: what takes fewer than ten of those says nothing about a ratio. */
const COMPARABLE_MS = 100;

/** How a reader fared: the size at which it grew faster than its input, or undefined where it never did. */
export interface Growth {
	/** Size of the input at which doubling it took more than three times as long, twice in a row. */
	superLinearAt: number | undefined;
}

/**
 * Doubles the input up to a megabyte and compares how long the work takes. A quadratic reader takes four times as long for
 * twice the input, so it is caught at a small size, before it can hang the test. Only ratios of the same run count, and a
 * steep one is measured again, several times, of which the shortest counts: a busy machine makes tries longer, never shorter.
 * Time is that of the processor, because on a busy machine a long try is interrupted and a short one is not.
 * What takes no longer than some plain passes over a megabyte is too short to be compared, and short enough.
 */
export async function growthOf(input: (size: number) => string, work: (text: string) => unknown): Promise<Growth> {
	const text = 'x\n'.repeat(MEGABYTE / 2);
	const shortEnough = Math.max(COMPARABLE_MS, SHORT_ENOUGH * (await shortest(() => countLines(text), REPEATS)));
	const taken = (given: string) => shortest(() => work(given), 1);
	let before = Number.POSITIVE_INFINITY;
	let steep = 0;
	for (let size = MIN_SIZE; ; size = Math.min(MEGABYTE, size * 2)) {
		const now = await taken(input(size));
		const isSteep =
			now > shortEnough && now > before * STEEP && (await growthBetween(input(size / 2), input(size))) > STEEP;
		steep = isSteep ? steep + 1 : 0;
		if (steep === 2) {
			return { superLinearAt: size };
		}
		if (size === MEGABYTE) {
			return { superLinearAt: undefined };
		}
		before = now;
	}

	/** Both are tried in turns, the small one first: where code is compiled meanwhile, the large one does not lose by it. */
	async function growthBetween(small: string, large: string): Promise<number> {
		let [leastSmall, leastLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
		for (let run = 0; run < REPEATS; run++) {
			leastSmall = Math.min(leastSmall, await taken(small));
			leastLarge = Math.min(leastLarge, await taken(large));
		}
		return leastLarge / leastSmall;
	}
}

/**
 * Milliseconds that this thread has spent on a processor: what others do on the machine costs nothing. Windows counts them in
 * steps of some 15 ms, which are too coarse to be compared, so the clock must do there.
 */
export function processorTime(): number {
	if (process.platform === 'win32') {
		return performance.now();
	}
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

async function shortest(work: () => unknown, repeats: number): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let run = 0; run < repeats; run++) {
		const start = processorTime();
		await work();
		least = Math.min(least, processorTime() - start);
	}
	return least;
}

function countLines(text: string): number {
	let lines = 0;
	for (let index = 0; index < text.length; index++) {
		lines += text.charCodeAt(index) === 10 ? 1 : 0;
	}
	return lines;
}

/** The piece repeated up to the size, between what begins and ends the text. */
export function repeated(piece: string, { head = '', tail = '' } = {}): (size: number) => string {
	return size => head + piece.repeat(Math.ceil(size / piece.length)) + tail;
}
