import type { Readable } from 'node:stream';

const KEPT = 4000;

/** The end of what a process prints. All of it is read, or the process would wait for a reader for ever. */
export function createOutputTail(streams: readonly (Readable | null)[]): { text(): string } {
	let tail = '';
	for (const stream of streams) {
		stream?.setEncoding('utf8').on('data', (chunk: string) => {
			tail = (tail + chunk).slice(-KEPT);
		});
	}
	return { text: () => tail.trim() };
}
