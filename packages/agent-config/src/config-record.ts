import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { isForThisUserOnly } from '@hawser/node/file-ownership.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { writeFileAtomicallySync } from '@hawser/node/write-file-atomically.ts';
import type { TextEdit } from './json/text-edit.ts';

/** A window that wants an entry to be there, and what it wants it to say. */
export interface Holder {
	window: string;
	pid: number;
	host: string;
	value: unknown;
	secret: boolean;
}

/** A record of our write, so that we recognise it and can undo exactly that. */
export interface Written {
	/** Digest of the file's text after the write. */
	hash: string;
	value: unknown;
	/** The edits that lead from the file after the write to the file before; null when there was no file, absent when it is not known any more. */
	undo?: readonly TextEdit[] | null;
}

/** A line that keeps a file of ours out of git. */
export interface ExcludeLine {
	file: string;
	line: string;
	/** True when the file ended without a line break before we added the line. */
	glued: boolean;
	created: boolean;
}

/** One entry in one configuration file that Hawser keeps. */
export interface ConfigRecord {
	file: string;
	path: readonly string[];
	holders: Holder[];
	/** Newest first. More than one only while a write is under way, which may never be finished. */
	writes: Written[];
	/** True when we made the file. */
	created: boolean;
	/** The number of names of the path that were there before us. */
	present: number;
	/** Permissions to give back to a file that we closed to others because of a secret. */
	mode?: number | undefined;
	exclude?: ExcludeLine | undefined;
}

export function recordsFile(home: string): string {
	return join(home, 'project-config.json');
}

/** What cannot be read counts as nothing: then our entries look like somebody else's, and stay. */
export function readRecords(home: string): ConfigRecord[] {
	const path = recordsFile(home);
	try {
		const parsed: unknown = isForThisUserOnly(lstatSync(path)) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
		return isRecord(parsed) && Array.isArray(parsed['records']) ? parsed['records'].filter(isConfigRecord) : [];
	} catch (cause) {
		if (cause instanceof SyntaxError || errorCode(cause) === 'ENOENT') {
			return [];
		}
		throw cause;
	}
}

export function writeRecords(home: string, records: readonly ConfigRecord[]): void {
	writeFileAtomicallySync(recordsFile(home), `${JSON.stringify({ records }, null, '\t')}\n`, 0o600);
}

function isConfigRecord(value: unknown): value is ConfigRecord {
	return (
		isRecord(value) &&
		typeof value['file'] === 'string' &&
		isListOf(value['path'], name => typeof name === 'string') &&
		isListOf(value['holders'], isHolder) &&
		isListOf(value['writes'], isWritten) &&
		typeof value['created'] === 'boolean' &&
		typeof value['present'] === 'number' &&
		(value['mode'] === undefined || typeof value['mode'] === 'number') &&
		(value['exclude'] === undefined || isExcludeLine(value['exclude']))
	);
}

function isHolder(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value['window'] === 'string' &&
		typeof value['pid'] === 'number' &&
		typeof value['host'] === 'string' &&
		typeof value['secret'] === 'boolean'
	);
}

function isWritten(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value['hash'] === 'string' &&
		(value['undo'] == null || isListOf(value['undo'], isTextEdit))
	);
}

function isTextEdit(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value['offset'] === 'number' &&
		typeof value['length'] === 'number' &&
		typeof value['text'] === 'string'
	);
}

function isExcludeLine(value: unknown): boolean {
	return (
		isRecord(value) &&
		typeof value['file'] === 'string' &&
		typeof value['line'] === 'string' &&
		typeof value['glued'] === 'boolean' &&
		typeof value['created'] === 'boolean'
	);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
	return Array.isArray(value) && value.every(isItem);
}
