import { statSync } from 'node:fs';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { inSlices } from './in-slices.ts';

/** A text that is another one whenever the file was written; '' for a file that is not there. */
export function fileStamp(path: string): string {
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		// Programs that unpack set the time of the change to one in the past; the other one shows that something happened.
		return stats ? `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}` : '';
	} catch {
		return '';
	}
}

/** Stamps of the files that are there. To ask one after the other takes a fifth of the time that promises take. */
export async function fileStamps(paths: readonly string[], signal: Cancellation): Promise<Map<string, string>> {
	const stamps = new Map<string, string>();
	await inSlices(paths, signal, path => {
		const stamp = fileStamp(path);
		if (stamp !== '') {
			stamps.set(path, stamp);
		}
	});
	return stamps;
}
