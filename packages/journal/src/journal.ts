import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '@hawser/node/file-lock.ts';
import { writeFileAtomically } from '@hawser/node/write-file-atomically.ts';
import type { Author, Growth, JournalEntry, JournalNote } from './journal-entry.ts';
import { journalReader, type ListedChange } from './journal-reader.ts';
import { type StoredText, textStore } from './text-store.ts';

/** A change as it is entered before it is made: with the texts themselves. */
export interface PlannedChange extends Omit<JournalEntry, 'id' | 'time' | 'before' | 'after'> {
	before?: string;
	after?: string;
}

/** Changes that are entered and about to be made, all or none. */
export interface BegunChanges {
	readonly ids: readonly string[];
	/** To be called when they are made; with the texts that came of them where these may be others, such as after a formatter. */
	made(after?: readonly (string | undefined)[]): Promise<void>;
	/** To be called when they were not made after all. */
	dropped(): Promise<void>;
}

/** What agents have changed in one project: survives reloads, lies outside of the repository, and is bounded. */
export interface Journal {
	/** The texts are on disk before the change is made, so that a process that is killed in between loses none of them. */
	begin(changes: readonly PlannedChange[]): Promise<BegunChanges>;
	/** The oldest first. */
	list(): Promise<readonly ListedChange[]>;
	text(digest: string): Promise<string | undefined>;
	markSeen(ids: readonly string[]): Promise<void>;
	/** Its agent has written on in the same file: the change leads to this text now. */
	grow(id: string, growth: Required<Growth>): Promise<void>;
	/** It has turned out who made it; `guessed` where that is sure only of a part. */
	attribute(id: string, by: Author, options?: { guessed?: boolean }): Promise<void>;
	/** It has come to nothing, because its agent has put back what was there. */
	drop(id: string): Promise<void>;
	/** Gives up what is too old or too much; done by itself, too, when much has been added. */
	prune(): Promise<void>;
}

export interface JournalLimits {
	bytes: number;
	milliseconds: number;
	/** A longer text is not kept: the change is listed and cannot be taken back. */
	textLength: number;
}

export const LIMITS: JournalLimits = { bytes: 200_000_000, milliseconds: 14 * 24 * 3_600_000, textLength: 10_000_000 };

/** A text that another window has stored and is about to enter is younger than this, in milliseconds. */
const UNENTERED = 5 * 60_000;
/** Part of the bytes that are kept, and number of lines, after which it is pruned again. */
const MUCH = 0.1;
const MANY = 1000;
/** Bytes of lines without which the file could do, before it is written anew. */
const SLACK = 1_000_000;

/** Folder of the journal of one project, by its real path. */
export function journalFolder(home: string, project: string): string {
	return join(home, 'journal', createHash('sha256').update(project).digest('hex').slice(0, 32));
}

export function openJournal(folder: string, limits: JournalLimits = LIMITS, now: () => number = Date.now): Journal {
	const file = join(folder, 'changes.ndjson');
	const texts = textStore(join(folder, 'texts'));
	const { read: list } = journalReader(file);

	/** What was added since it was last pruned. */
	let added = { bytes: 0, lines: 0 };
	let isPruning = false;

	async function add(lines: readonly (JournalEntry | JournalNote)[]): Promise<void> {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await withFileLock(`${file}.lock`, async ({ requireHeld }) => {
			// What a killed process left unfinished must not swallow the first line.
			const start = (await endsInLine(file)) ? '' : '\n';
			const text = lines.map(line => `${JSON.stringify(line)}\n`).join('');
			// Another window that prunes would put its file in the place of this one, without the lines.
			requireHeld();
			await appendFile(file, start + text, { mode: 0o600 });
		});
		added.lines += lines.length;
		pruneIfMuch();
	}

	async function keep(text: string | undefined): Promise<string | undefined> {
		if (text === undefined || text.length > limits.textLength) {
			return undefined;
		}
		const { digest, written } = await texts.put(text);
		added.bytes += written;
		return digest;
	}

	async function prune(): Promise<void> {
		added = { bytes: 0, lines: 0 };
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await withFileLock(`${file}.lock`, async ({ requireHeld }) => {
			const all = await list();
			const stored = await texts.stored();
			const kept = newestThatFit(all, stored, limits, now());
			const text = kept.flatMap(linesOf).join('');
			const { size } = await stat(file).catch(() => ({ size: 0 }));
			// Each time that a change grows adds a line, and only the last of them counts.
			if (kept.length < all.length || size > 2 * Buffer.byteLength(text) + SLACK) {
				await writeFileAtomically(file, text, 0o600, requireHeld);
			}
			const used = new Set(kept.flatMap(({ before, after }) => [before, after]));
			const unused = [...stored].filter(([digest, { since }]) => !used.has(digest) && since < now() - UNENTERED);
			requireHeld();
			await texts.remove(unused.map(([digest]) => digest));
		});
	}

	/** A window may be open for weeks. Nobody waits for it, and what could not be given up now is given up the next time. */
	function pruneIfMuch(): void {
		if (isPruning || (added.bytes < limits.bytes * MUCH && added.lines < MANY)) {
			return;
		}
		isPruning = true;
		prune()
			.catch(() => undefined)
			.finally(() => (isPruning = false));
	}

	return {
		async begin(changes) {
			const entries: JournalEntry[] = [];
			for (const { before, after, ...facts } of changes) {
				const [beforeDigest, afterDigest] = [await keep(before), await keep(after)];
				const time = now();
				entries.push({
					...facts,
					id: `${time.toString(36)}-${randomBytes(4).toString('hex')}`,
					time: new Date(time).toISOString(),
					...(beforeDigest !== undefined && { before: beforeDigest }),
					...(afterDigest !== undefined && { after: afterDigest }),
				});
			}
			await add(entries);
			return {
				ids: entries.map(({ id }) => id),
				async made(texts = []) {
					const digests = await Promise.all(texts.map(keep));
					await add(
						entries.map(({ id, after }, index) => {
							const digest = digests[index];
							return { id, ended: 'made', ...(digest !== undefined && digest !== after && { after: digest }) };
						}),
					);
				},
				dropped: () => add(entries.map(({ id }) => ({ id, ended: 'dropped' }))),
			};
		},
		list,
		text: texts.get,
		markSeen: ids => add(ids.map(id => ({ id, seen: true }))),
		async grow(id, { after, ...counts }) {
			const digest = await keep(after);
			await add([{ id, ended: 'made', ...(digest !== undefined && { after: digest }), ...counts }]);
		},
		attribute: (id, by, { guessed = false } = {}) => add([{ id, by, ...(guessed && { guessed }) }]),
		drop: id => add([{ id, ended: 'dropped' }]),
		prune,
	};
}

function linesOf({ certain, seen, ...entry }: ListedChange): string[] {
	const notes: JournalNote[] = [
		...(certain ? [{ id: entry.id, ended: 'made' } as const] : []),
		...(seen ? [{ id: entry.id, seen: true } as const] : []),
	];
	return [entry, ...notes].map(line => `${JSON.stringify(line)}\n`);
}

function newestThatFit(
	changes: readonly ListedChange[],
	stored: ReadonlyMap<string, StoredText>,
	{ bytes, milliseconds }: JournalLimits,
	now: number,
): readonly ListedChange[] {
	const counted = new Set<string>();
	let room = bytes;
	let at = changes.length;
	while (at > 0) {
		const change = changes[at - 1];
		if (!change || Date.parse(change.time) < now - milliseconds) {
			break;
		}
		room -= Buffer.byteLength(linesOf(change).join(''));
		for (const digest of [change.before, change.after]) {
			if (digest !== undefined && !counted.has(digest)) {
				counted.add(digest);
				room -= stored.get(digest)?.size ?? 0;
			}
		}
		if (room < 0) {
			break;
		}
		at--;
	}
	return changes.slice(at);
}

async function endsInLine(file: string): Promise<boolean> {
	const handle = await open(file, 'r').catch(() => undefined);
	if (!handle) {
		return true;
	}
	try {
		const { size } = await handle.stat();
		const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
		return size === 0 || buffer[0] === 0x0a;
	} finally {
		await handle.close();
	}
}
