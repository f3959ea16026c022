import { open } from 'node:fs/promises';
import type { CapturedTask } from './task-capture.ts';
import { TerminalText } from './terminal-text.ts';

const BYTES_READ = 64 * 1024;

/** The last lines that a captured task has written, as a user reads them. */
export async function lastLinesOf({ output }: Pick<CapturedTask, 'output'>, count: number): Promise<readonly string[]> {
	const handle = await open(output, 'r');
	try {
		const { size } = await handle.stat();
		const start = Math.max(0, size - BYTES_READ);
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
		const text = new TerminalText();
		text.push(buffer.subarray(0, bytesRead).toString('utf8'));
		const lines = text.text.trimEnd().split('\n');
		// In a longer file, the first line is only the rest of one.
		return lines.slice(start > 0 ? 1 : 0).slice(-count);
	} finally {
		await handle.close();
	}
}
