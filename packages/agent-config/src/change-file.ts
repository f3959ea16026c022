import { accessSync, constants, lstatSync, readFileSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pause } from '@hawser/node/pause.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { createFile, replaceFile } from '@hawser/node/write-file-atomically.ts';
import { type Refusal, refuse } from './json/refusal.ts';
import { linkOnTheWay } from './link-on-the-way.ts';

/** The decision on a file whose text was read. */
export type FileDecision =
	| { kind: 'write'; text: string; mode?: number }
	| { kind: 'remove' }
	| { kind: 'keep' }
	| Refusal;

export type FileOutcome =
	| { kind: 'written' | 'removed' | 'kept' }
	| Refusal
	/** The system does not let us write there. */
	| { kind: 'unwritable'; reason: string };

export interface ChangeOptions {
	/** Permissions of a file that does not exist yet. */
	mode?: number;
	/** For files whose owner replaces them in place: milliseconds between attempts to read something that makes sense. */
	timeLimit?: number;
	/** A folder below which no link is followed: one that came with a repository leads wherever its author likes. */
	noLinksBelow?: string | undefined;
	/** For tests: runs between reading and writing. */
	beforeWrite?: () => void;
}

const ATTEMPTS = 12;

/**
 * Changes a text file of somebody else's: whole or not at all, with its permissions, and through links unless `noLinksBelow` says otherwise. `edit` gets the newest
 * text and its permissions, undefined when there is no file, and is asked again when the file has changed before we could write.
 */
export function changeFile(
	path: string,
	edit: (text: string | undefined, mode: number | undefined) => FileDecision,
	{ mode = 0o644, timeLimit = 0, noLinksBelow, beforeWrite }: ChangeOptions = {},
): FileOutcome {
	let outcome: FileOutcome = refuse('it keeps changing');
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = readTextFile(path, noLinksBelow);
		if ('kind' in before) {
			outcome = before;
		} else {
			const decision = edit(before.text, before.stats === undefined ? undefined : before.stats.mode & 0o7777);
			if (decision.kind === 'keep') {
				return { kind: 'kept' };
			}
			beforeWrite?.();
			outcome = decision.kind === 'refused' ? decision : carryOut(before, decision, { newMode: mode, noLinksBelow });
		}
		if (outcome.kind !== 'refused' || (outcome.reason !== CHANGED && timeLimit === 0)) {
			return outcome;
		}
		pause(outcome.reason === CHANGED ? attempt : timeLimit);
	}
	return outcome.reason === CHANGED ? refuse('it keeps changing') : outcome;
}

interface FileText {
	/** The real path of the file. */
	path: string;
	/** Undefined when there is no file. */
	text: string | undefined;
	stats: Stats | undefined;
}

const MAX_SIZE = 64 * 1024 * 1024;
const CHANGED = 'it changed while it was edited';
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

export function readTextFile(path: string, noLinksBelow?: string): FileText | Refusal {
	try {
		const link = noLinksBelow === undefined ? undefined : linkOnTheWay(noLinksBelow, path);
		if (link !== undefined) {
			return refuse(link === path ? 'it is a link' : `${link} is a link`);
		}
		const real = realpathSync(path);
		const stats = statSync(real);
		if (!stats.isFile() || stats.size > MAX_SIZE) {
			return refuse(stats.isFile() ? 'it is too large' : 'it is not a file');
		}
		return { path: real, text: decode(readFileSync(real)), stats };
	} catch (cause) {
		if (cause instanceof TypeError) {
			return refuse('it is not UTF-8 text');
		}
		if (errorCode(cause) === 'ENOENT') {
			return isThere(path) ? refuse('it is a link that leads nowhere') : { path, text: undefined, stats: undefined };
		}
		return refuse(`it cannot be read (${errorCode(cause)})`);
	}
}

/** Keeps the byte order mark, which is part of the file, and throws a TypeError for what is not UTF-8. */
function decode(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function isThere(path: string): boolean {
	try {
		lstatSync(path);
		return true;
	} catch {
		return false;
	}
}

function carryOut(
	before: FileText,
	decision: Extract<FileDecision, { kind: 'write' | 'remove' }>,
	{ newMode, noLinksBelow }: { newMode: number; noLinksBelow: string | undefined },
): FileOutcome {
	const { path, text, stats } = before;
	const unchanged = () => {
		const now = readTextFile(path, noLinksBelow);
		return !('kind' in now) && now.text === text;
	};
	try {
		requireWritable(path, stats);
		if (decision.kind === 'remove') {
			return unchanged() ? removeFile(path) : refuse(CHANGED);
		}
		const written =
			stats === undefined
				? unchanged() && createFile(path, decision.text, decision.mode ?? newMode)
				: replaceFile(path, decision.text, { stats, mode: decision.mode ?? stats.mode & 0o7777, unchanged });
		// Whoever writes in place may have done so in the same moment: then the edit is made again on what they wrote.
		const now = written ? readTextFile(path, noLinksBelow) : undefined;
		return now !== undefined && !('kind' in now) && now.text === decision.text ? { kind: 'written' } : refuse(CHANGED);
	} catch (cause) {
		const code = errorCode(cause);
		if (UNWRITABLE.includes(code)) {
			return { kind: 'unwritable', reason: `it cannot be written (${code})` };
		}
		return refuse(`it cannot be written (${code === '' ? String(cause) : code})`);
	}
}

/**
 * A file that is not to be written stays as it is, even where its folder would let us replace it; and what nobody may write
 * is not written either by somebody whom the system lets do everything.
 */
function requireWritable(path: string, stats: Stats | undefined): void {
	if (stats !== undefined) {
		accessSync(path, constants.W_OK);
	}
	const isClosed = ({ mode }: Stats) => process.platform !== 'win32' && (mode & 0o222) === 0;
	if ((stats !== undefined && isClosed(stats)) || isClosed(statSync(dirname(path)))) {
		throw Object.assign(new Error('Nobody may write there.'), { code: 'EACCES' });
	}
}

function removeFile(path: string): FileOutcome {
	rmSync(path, { force: true });
	return { kind: 'removed' };
}
