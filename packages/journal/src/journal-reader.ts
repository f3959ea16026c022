import { open } from 'node:fs/promises';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { type JournalEntry, type JournalNote, readEntry, readNote } from './journal-entry.ts';

export interface ListedChange extends JournalEntry {
	/** False when the process ended before it could say what became of the change. */
	certain: boolean;
	/** The user has looked at it. */
	seen: boolean;
}

/** Reads the lines of a journal. What was read before is not read again, because views ask after every change. */
export interface JournalReader {
	/** The oldest first. */
	read(): Promise<readonly ListedChange[]>;
}

const NEWLINE = 0x0a;

export function journalReader(file: string): JournalReader {
	let changes = new Map<string, ListedChange>();
	/** Which file it was, and how far it is read; another window that prunes puts a new file in its place. */
	let identity = '';
	let done = 0;
	let turn: Promise<unknown> = Promise.resolve();

	function forget(next: string): void {
		changes = new Map();
		identity = next;
		done = 0;
	}

	async function readOn(): Promise<void> {
		const handle = await open(file, 'r').catch(() => undefined);
		if (!handle) {
			forget('');
			return;
		}
		try {
			const { ino, birthtimeMs, size } = await handle.stat();
			const current = `${ino} ${birthtimeMs}`;
			if (current !== identity || size < done) {
				forget(current);
			}
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - done), 0, size - done, done);
			// What a killed process left unfinished ends with the next line that somebody adds.
			const end = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
			done += end;
			for (const line of buffer.toString('utf8', 0, end).split('\n')) {
				take(parseJson(line), changes);
			}
		} finally {
			await handle.close();
		}
	}

	return {
		read() {
			const reading = turn.then(readOn).then(() => [...changes.values()].filter(isChange));
			turn = reading.catch(() => undefined);
			return reading;
		},
	};
}

/** A file that was expected to change and did not is no change. */
function isChange({ kind, before, after }: ListedChange): boolean {
	return kind !== 'edit' || before !== after || before === undefined;
}

function take(value: unknown, changes: Map<string, ListedChange>): void {
	const entry = readEntry(value);
	if (entry) {
		changes.set(entry.id, { ...entry, certain: false, seen: false });
		return;
	}
	const note = readNote(value);
	const known = note && changes.get(note.id);
	if (known) {
		apply(note, known, changes);
	}
}

function apply(note: JournalNote, change: ListedChange, changes: Map<string, ListedChange>): void {
	if ('seen' in note) {
		changes.set(note.id, { ...change, seen: true });
	} else if ('by' in note) {
		const { guessed: _, ...known } = change;
		changes.set(note.id, { ...known, ...note.by, ...(note.guessed && { guessed: true }) });
	} else if (note.ended === 'dropped') {
		changes.delete(note.id);
	} else {
		const { id, ended: _, ...news } = note;
		changes.set(id, { ...change, ...news, certain: true });
	}
}
