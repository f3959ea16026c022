import type { ListedChange } from '@hawser/journal/journal-reader.ts';

/** What was taken back, unless that was taken back in turn. The changes come with the oldest first. */
export function undoneIds(changes: readonly Pick<ListedChange, 'id' | 'undoes' | 'certain'>[]): ReadonlySet<string> {
	const undone = new Set<string>();
	// An undoing comes after what it undoes, so the newest is judged first.
	for (const { id, undoes = [], certain } of [...changes].reverse()) {
		// Nobody knows whether one was made whose end is not in the journal. To undo once more harms nothing; to offer it never again would.
		if (certain && !undone.has(id)) {
			undoes.forEach(each => undone.add(each));
		}
	}
	return undone;
}
