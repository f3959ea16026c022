import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS, openJournal } from './journal.ts';

/** Journals of projects that nobody opens any more: a journal is else pruned only by the windows of its own project. */
export async function pruneAbandoned(home: string): Promise<void> {
	const root = join(home, 'journal');
	const names = await readdir(root).catch(() => []);
	for (const name of names) {
		const folder = join(root, name);
		const stats = await stat(join(folder, 'changes.ndjson')).catch(() => undefined);
		// The last line is too old, so all of them are; what was pruned before is empty.
		if (stats && stats.size > 0 && stats.mtimeMs < Date.now() - LIMITS.milliseconds) {
			// One that cannot be pruned does not keep the others.
			await openJournal(folder)
				.prune()
				.catch(() => undefined);
		}
	}
}
