import { isDeepStrictEqual } from 'node:util';
import type { ConfigRecord, Written } from './config-record.ts';
import { fingerprint } from './fingerprint.ts';
import { readProperty, removeProperty, saysNothing, setProperty } from './json/edit-json.ts';
import type { Refusal } from './json/refusal.ts';
import { applyEdits, invertEdits } from './json/text-edit.ts';

/** The record of an entry from earlier writes; empty when we never wrote it. */
export type Memory = Pick<ConfigRecord, 'path' | 'writes' | 'created' | 'present'>;

export type Put =
	/** The text with the entry, and what to remember when it is written. */
	| { kind: 'ours'; text: string; written: Written; created: boolean; present: number }
	/** Somebody else has put an entry of this name there. */
	| { kind: 'theirs'; equal: boolean }
	| Refusal;

/** The text with the entry in it. A text that is as we left it is first taken back to what it was before us. */
export function withEntry(text: string | undefined, memory: Memory, value: unknown): Put {
	const { path } = memory;
	const known = recall(text, memory);
	if (known !== undefined) {
		return fresh(known.before, path, value);
	}
	const found = readProperty(text ?? '', path);
	if (found.kind === 'refused') {
		return found;
	}
	if (found.kind === 'absent') {
		const put = fresh(text, path, value);
		return put.kind === 'ours' ? { ...put, created: put.created || memory.created } : put;
	}
	if (!isOurs(found.value, memory)) {
		return { kind: 'theirs', equal: isDeepStrictEqual(found.value, value) };
	}
	// Somebody has changed other things in the file since: only the value is replaced, and nothing can be taken back as a whole.
	const edit = setProperty(text ?? '', path, value);
	if (edit.kind === 'refused') {
		return edit;
	}
	const result = edit.kind === 'changed' ? edit.text : (text ?? '');
	const { created, present } = memory;
	return { kind: 'ours', text: result, written: { hash: fingerprint(result), value }, created, present };
}

function fresh(before: string | undefined, path: readonly string[], value: unknown): Put {
	const edit = setProperty(before ?? '', path, value);
	if (edit.kind !== 'changed') {
		return edit.kind === 'refused' ? edit : { kind: 'theirs', equal: true };
	}
	const undo = before === undefined ? null : invertEdits(before, edit.edits);
	return {
		kind: 'ours',
		text: edit.text,
		written: { hash: fingerprint(edit.text), value, undo },
		created: before === undefined,
		present: edit.present,
	};
}

export type Taken =
	/** The text without the entry; undefined when the file may go. */
	{ kind: 'taken'; text: string | undefined } | { kind: 'nothing' } | Refusal;

/** The text without our entry: exactly what was there before us, or, when somebody has changed it since, a minimal edit. */
export function withoutEntry(text: string, memory: Memory): Taken {
	const known = recall(text, memory);
	if (known !== undefined) {
		return { kind: 'taken', text: known.before };
	}
	const { path, created, present: keep } = memory;
	const found = readProperty(text, path);
	if (found.kind === 'refused') {
		return found;
	}
	if (found.kind === 'absent') {
		return created && isLeftOver(text, path) ? { kind: 'taken', text: undefined } : { kind: 'nothing' };
	}
	const edit = isOurs(found.value, memory) ? removeProperty(text, path, { keep }) : undefined;
	if (edit?.kind !== 'changed') {
		return edit?.kind === 'refused' ? edit : { kind: 'nothing' };
	}
	return { kind: 'taken', text: created && saysNothing(edit.text) ? undefined : edit.text };
}

/** The write that left the text as it is now, if one of ours did. */
function recall(text: string | undefined, { writes }: Memory): { before: string | undefined } | undefined {
	if (text === undefined || writes.length === 0) {
		return undefined;
	}
	const hash = fingerprint(text);
	const undo = writes.find(written => written.hash === hash)?.undo;
	if (undo === undefined) {
		return undefined;
	}
	return { before: undo === null ? undefined : applyEdits(text, undo) };
}

function isOurs(found: unknown, { writes }: Memory): boolean {
	return writes.some(({ value }) => isDeepStrictEqual(found, value));
}

/** True when a file that we made holds nothing any more but the object that our entry was in. */
function isLeftOver(text: string, path: readonly string[]): boolean {
	const around = path.slice(0, -1);
	const found = readProperty(text, around);
	if (found.kind !== 'found' || !isDeepStrictEqual(found.value, {})) {
		return found.kind === 'absent' && saysNothing(text);
	}
	const edit = removeProperty(text, around, { keep: 0 });
	return edit.kind === 'changed' && saysNothing(edit.text);
}
