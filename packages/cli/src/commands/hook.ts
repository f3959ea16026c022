import { dirname } from 'node:path';
import { tellWritten } from '@hawser/link/ask-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from '../input/arguments.ts';
import { writtenFiles } from '../input/hook-input.ts';

/** Milliseconds after which the agent goes on, whatever is missing. */
const TIME_LIMIT = 2000;
/** Bytes: Claude Code sends the whole file along, before and after. What is longer says nothing. */
const MAX_INPUT = 32_000_000;

/** `hawser hook CLIENT`: an agent waits for it after every edit, so it says nothing, never fails, and ends soon. */
export async function run({ positionals: [client = ''] }: Arguments): Promise<number> {
	const limit = setTimeout(() => process.exit(0), TIME_LIMIT);
	try {
		const files = writtenFiles(await readInput(), process.cwd());
		const link = windowLink(hawserHome());
		for (const file of client === '' ? [] : files) {
			await tellWritten(link.http, link.windows.find(dirname(file)), { client, files: [file] });
		}
	} catch {
		// No window, or one that is going: then nobody is there to be told.
	}
	clearTimeout(limit);
	return 0;
}

/** All is read, also what is too much: an agent whose pipe breaks may take that for a failure. */
function readInput(): Promise<string> {
	const pieces: Buffer[] = [];
	let length = 0;
	return new Promise((resolve, reject) => {
		process.stdin.on('data', (bytes: Buffer) => {
			length += bytes.length;
			if (length <= MAX_INPUT) {
				pieces.push(bytes);
			}
		});
		process.stdin.on('end', () => resolve(length <= MAX_INPUT ? Buffer.concat(pieces).toString('utf8') : ''));
		process.stdin.on('error', reject);
	});
}
