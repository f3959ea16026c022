import { basename, dirname } from 'node:path';
import { removeAbandonedTemporaries } from '@hawser/node/write-file-atomically.ts';
import { changeFile, type FileDecision, type FileOutcome } from './change-file.ts';
import type { ConfigRecord } from './config-record.ts';
import { withOwnersLock } from './owner-lock.ts';

/** Milliseconds between attempts to read a file that Claude Code may be writing just now. */
const OWNER_WRITES = 20;

type Edit = (text: string | undefined, mode: number | undefined) => FileDecision;

/** Changes the file of an entry in the way that suits its owner. */
export function changeEntryFile(
	{ file, path, exclude }: ConfigRecord,
	wait: number | undefined,
	edit: Edit,
): FileOutcome {
	for (const touched of [file, ...(exclude === undefined ? [] : [exclude.file])]) {
		removeAbandonedTemporaries(dirname(touched), basename(touched));
	}
	return isUsersFile(path)
		? withOwnersLock(file, () => changeFile(file, edit, { timeLimit: OWNER_WRITES }), wait)
		: changeFile(file, edit, { noLinksBelow: dirname(file) });
}

/** Claude Code's own file, in contrast to the one of a project. */
function isUsersFile([first]: readonly string[]): boolean {
	return first === 'projects';
}

/** A secret closes the file to others for as long as it is in it. */
export function permissions(
	{ mode: giveBack, path }: ConfigRecord,
	current: number | undefined,
	secret: boolean,
): { now: number; giveBack?: number } {
	if (current === undefined) {
		return { now: secret || isUsersFile(path) ? 0o600 : 0o644 };
	}
	const open = giveBack !== undefined && current === closed(giveBack) ? giveBack : current;
	return secret && closed(open) !== open ? { now: closed(open), giveBack: open } : { now: open };
}

function closed(mode: number): number {
	return mode & ~0o077;
}
