import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '@hawser/agent-config/fingerprint.ts';
import { applyEdits, type TextEdit } from '@hawser/agent-config/json/text-edit.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ensureHome } from '@hawser/link/home.ts';
import { isForThisUserOnly } from '@hawser/node/file-ownership.ts';
import { writeFileAtomicallySync } from '@hawser/node/write-file-atomically.ts';

/** A record of our change to one file, so that exactly that can be undone. */
export interface Receipt {
	/** We made the file. */
	created: boolean;
	/** The topmost folder that we made for it. */
	createdFolder?: string;
	/** The number of names of the path to our entry that were there before us. */
	present: number;
	/** The way back, for a file that nobody has changed since: its fingerprint, and the edits. */
	undo?: { fingerprint: string; edits: readonly TextEdit[] };
}

/** By the key of an entry: see `receiptKey`. */
export interface Receipts {
	of(key: string): Receipt | undefined;
	/** Every entry that has a receipt, the oldest first. */
	keys(): readonly string[];
	/** Remembers, or with undefined forgets. */
	put(key: string, receipt: Receipt | undefined): void;
}

/** The file, and which of our entries in it is meant where there may be two. */
export function receiptKey(file: string, part: string | undefined): string {
	return part === undefined ? file : `${file}#${part}`;
}

export function openReceipts(hawserHome: string): Receipts {
	const path = join(hawserHome, 'setup.json');
	return {
		of: key => read(path).get(key),
		keys: () => [...read(path).keys()],
		put(key, receipt) {
			const all = read(path);
			if (receipt !== undefined) {
				all.set(key, receipt);
			} else if (!all.delete(key)) {
				return;
			}
			ensureHome(hawserHome);
			writeFileAtomicallySync(path, `${JSON.stringify(Object.fromEntries(all), null, '\t')}\n`, 0o600);
		},
	};
}

/** The text as it was before us, if it is still as we left it. */
export function takenBack(text: string | undefined, receipt: Receipt | undefined): string | undefined {
	const undo = receipt?.undo;
	return text !== undefined && undo?.fingerprint === fingerprint(text) ? applyEdits(text, undo.edits) : undefined;
}

/** Without receipts the entry itself is still found and removed, so what cannot be read counts as nothing. */
function read(path: string): Map<string, Receipt> {
	try {
		const parsed: unknown = isForThisUserOnly(lstatSync(path)) ? JSON.parse(readFileSync(path, 'utf8')) : {};
		const entries = isRecord(parsed) ? Object.entries(parsed) : [];
		return new Map(entries.filter((pair): pair is [string, Receipt] => isReceipt(pair[1])));
	} catch {
		return new Map();
	}
}

function isReceipt(value: unknown): value is Receipt {
	return (
		isRecord(value) &&
		typeof value['created'] === 'boolean' &&
		(value['createdFolder'] === undefined || typeof value['createdFolder'] === 'string') &&
		typeof value['present'] === 'number' &&
		(value['undo'] === undefined || isUndo(value['undo']))
	);
}

function isUndo(value: unknown): boolean {
	return isRecord(value) && typeof value['fingerprint'] === 'string' && isListOfEdits(value['edits']);
}

function isListOfEdits(value: unknown): boolean {
	return (
		Array.isArray(value) &&
		value.every(
			edit =>
				isRecord(edit) &&
				typeof edit['offset'] === 'number' &&
				typeof edit['length'] === 'number' &&
				typeof edit['text'] === 'string',
		)
	);
}
