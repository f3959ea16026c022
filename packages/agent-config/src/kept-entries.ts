import { isDeepStrictEqual } from 'node:util';
import type { FileOutcome } from './change-file.ts';
import { type ConfigRecord, type Holder, readRecords, writeRecords } from './config-record.ts';
import { changeEntryFile, permissions } from './entry-file.ts';
import { withEntry, withoutEntry } from './entry-text.ts';
import { addExclude, planExclude, removeExclude } from './git-exclude.ts';

/** The place that an entry shall have. */
export interface EntryPlace {
	file: string;
	path: readonly string[];
	/** The line that would keep the file out of git. */
	exclude?: { file: string; line: string };
}

export type KeepOutcome =
	/** The entry is there, ours or an equal one of somebody else's; or gone, when it was to go. */
	{ kind: 'done' } | { kind: 'refused' | 'unwritable'; reason: string };

/** The entries that all windows of this user keep. To be used under the lock of the records, and at once. */
export interface KeptEntries {
	/** Forgets holders. Their entries stay until they are settled, so that another holder can take them over first. */
	dismiss(isHolding: (holder: Holder, record: ConfigRecord) => boolean): void;
	/** Remembers who wants the entry, and makes it say what the newest who wants it wants. */
	keep(place: EntryPlace, holder: Holder): KeepOutcome;
	/** Takes back the entries that nobody wants any more, and gives the others back to the newest who does. */
	settle(): Settled[];
}

export interface Settled {
	file: string;
	outcome: KeepOutcome;
}

export interface KeptOptions {
	/** Milliseconds to wait for the lock of Claude Code's own file. */
	ownersLockWait?: number | undefined;
}

export function openKeptEntries(home: string, { ownersLockWait }: KeptOptions = {}): KeptEntries {
	let records = readRecords(home);
	let saved = JSON.stringify(records);
	const save = () => {
		const now = JSON.stringify(records);
		if (now !== saved) {
			writeRecords(home, records);
			saved = now;
		}
	};

	/** Remembers before it writes: what was written and not remembered would look like somebody else's for ever. */
	function write(record: ConfigRecord, { value, secret }: Holder, exclude?: EntryPlace['exclude']): KeepOutcome {
		const memory = { ...record };
		let theirs: { equal: boolean } | undefined;
		const outcome = changeEntryFile(record, ownersLockWait, (text, mode) => {
			const put = withEntry(text, memory, value);
			theirs = put.kind === 'theirs' ? put : undefined;
			if (put.kind !== 'ours') {
				return put.kind === 'theirs' ? { kind: 'keep' } : put;
			}
			const { now, giveBack } = permissions(memory, mode, secret);
			const { created, present, written } = put;
			Object.assign(record, { created, present, writes: [written, ...memory.writes], mode: giveBack });
			if (exclude !== undefined && (created || secret)) {
				record.exclude ??= sharedExclude(records, exclude) ?? planExclude(exclude.file, exclude.line);
			}
			save();
			if (record.exclude !== undefined) {
				addExclude(record.exclude);
			}
			return put.text === text ? { kind: 'keep' } : { kind: 'write', text: put.text, mode: now };
		});
		if (theirs !== undefined) {
			letGo(record);
			const name = record.path.at(-1) ?? '';
			const reason = `it has an entry "${name}" that is not the one Hawser would write`;
			return theirs.equal ? { kind: 'done' } : { kind: 'refused', reason };
		}
		return conclude(record, memory, outcome);
	}

	function conclude(record: ConfigRecord, memory: ConfigRecord, outcome: FileOutcome): KeepOutcome {
		if (outcome.kind !== 'refused' && outcome.kind !== 'unwritable') {
			record.writes = record.writes.slice(0, 1);
			return { kind: 'done' };
		}
		if (outcome.kind === 'unwritable') {
			const { writes, created, present, mode } = memory;
			Object.assign(record, { writes, created, present, mode });
		}
		// What an earlier write has left there is still ours to take back.
		if (record.writes.length === 0) {
			letGo(record);
		}
		return outcome;
	}

	function takeBack(record: ConfigRecord): KeepOutcome {
		const outcome = changeEntryFile(record, ownersLockWait, (text, mode) => {
			const taken = text === undefined ? undefined : withoutEntry(text, record);
			if (taken?.kind !== 'taken') {
				return taken?.kind === 'refused' ? taken : { kind: 'keep' };
			}
			const { now } = permissions(record, mode, false);
			return taken.text === undefined ? { kind: 'remove' } : { kind: 'write', text: taken.text, mode: now };
		});
		if (outcome.kind === 'unwritable' || outcome.kind === 'refused') {
			// It stays remembered, so that the next start can try again.
			return outcome;
		}
		letGo(record);
		return { kind: 'done' };
	}

	function letGo(record: ConfigRecord): void {
		records = records.filter(other => other !== record);
		const { exclude } = record;
		if (exclude !== undefined && sharedExclude(records, exclude) === undefined) {
			removeExclude(exclude);
		}
	}

	return {
		dismiss(isHolding) {
			for (const record of records) {
				record.holders = record.holders.filter(holder => isHolding(holder, record));
			}
		},

		keep({ file, path, exclude }, holder) {
			let record = records.find(known => known.file === file && known.path.join('\0') === path.join('\0'));
			if (record === undefined) {
				record = { file, path, holders: [], writes: [], created: false, present: path.length };
				records.push(record);
			}
			const index = record.holders.findIndex(({ window }) => window === holder.window);
			record.holders = index < 0 ? [...record.holders, holder] : record.holders.with(index, holder);
			const outcome = write(record, record.holders.at(-1) ?? holder, exclude);
			save();
			return outcome;
		},

		settle() {
			const settled: Settled[] = [];
			for (const record of records) {
				const newest = record.holders.at(-1);
				if (newest === undefined) {
					settled.push({ file: record.file, outcome: takeBack(record) });
				} else if (!isDeepStrictEqual(newest.value, record.writes[0]?.value)) {
					settled.push({ file: record.file, outcome: write(record, newest) });
				}
			}
			save();
			return settled;
		},
	};
}

/** Work trees share one exclude file, so the line of one folder may be another's too. */
function sharedExclude(records: readonly ConfigRecord[], { file, line }: { file: string; line: string }) {
	return records.find(({ exclude }) => exclude?.file === file && exclude.line === line)?.exclude;
}
