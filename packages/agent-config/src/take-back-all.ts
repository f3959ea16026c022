import { existsSync } from 'node:fs';
import { withFileLock } from '@hawser/node/file-lock.ts';
import { readRecords, recordsFile } from './config-record.ts';
import { type KeepOutcome, openKeptEntries } from './kept-entries.ts';

/** Lists the entries that windows have left in the files of agents and of git. */
export interface LeftEntry {
	/** The configuration file with our entry. */
	file: string;
	/** Names that lead to the entry. */
	path: readonly string[];
	/** The line that keeps the file out of git, where we added one. */
	exclude?: { file: string; line: string };
}

export function leftEntries(home: string): LeftEntry[] {
	return readRecords(home).map(({ file, path, exclude }) => ({
		file,
		path,
		...(exclude !== undefined && { exclude: { file: exclude.file, line: exclude.line } }),
	}));
}

/** An entry, and whether it could be taken back. */
export interface TakenEntry extends LeftEntry {
	outcome: KeepOutcome;
}

/** Takes back every entry and every line, whichever window wanted them. For when no window is open any more. */
export async function takeBackAll(home: string): Promise<TakenEntry[]> {
	const records = recordsFile(home);
	if (!existsSync(records)) {
		return [];
	}
	return withFileLock(`${records}.lock`, () => {
		const left = leftEntries(home);
		const entries = openKeptEntries(home);
		entries.dismiss(() => false);
		// Nobody holds anything any more, so each of them is settled, in their order.
		const settled = entries.settle();
		return Promise.resolve(
			left.map((entry, index) => ({ ...entry, outcome: settled[index]?.outcome ?? { kind: 'done' } })),
		);
	});
}
