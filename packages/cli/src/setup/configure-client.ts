import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeFile, type FileOutcome, readTextFile } from '@hawser/agent-config/change-file.ts';
import { linkOnTheWay } from '@hawser/agent-config/link-on-the-way.ts';
import { withOwnersLock } from '@hawser/agent-config/owner-lock.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { changedLines } from './changed-lines.ts';
import type { Client } from './client.ts';
import { type Change, planChange, type Wish } from './plan-change.ts';
import { type Receipt, type Receipts, receiptKey } from './receipts.ts';

/** The change that would be made to a client's file. */
export type Preview = { kind: 'change'; diff: string } | { kind: 'nothing' } | { kind: 'refused'; reason: string };

/** A client's file, and what is wished for it. */
export interface Job {
	client: Client;
	file: string;
	wish: Omit<Wish, 'format'>;
	/** Folder of the project; a link in it may have come with a repository, and is not followed. */
	project: string;
	receipts: Receipts;
}

export function preview({ client, file, wish, project, receipts }: Job): Preview {
	const found = readTextFile(file, wish.scope === 'project' ? project : undefined);
	if ('kind' in found) {
		return found;
	}
	const change = planChange(found.text, receipts.of(receiptKey(file, client.part)), { ...wish, format: client.format });
	return change.kind === 'change'
		? { kind: 'change', diff: changedLines(found.text ?? '', change.text ?? '') }
		: change;
}

/** Does it, on whatever the file holds by now. */
export function carryOut({ client, file, wish, project, receipts }: Job): FileOutcome {
	const noLinksBelow = wish.scope === 'project' ? project : undefined;
	const link = noLinksBelow === undefined ? undefined : linkOnTheWay(noLinksBelow, file);
	if (link !== undefined) {
		return { kind: 'refused', reason: `${link} is a link` };
	}
	const key = receiptKey(file, client.part);
	const old = receipts.of(key);
	let createdFolder: string | undefined;
	try {
		createdFolder = wish.server === undefined ? undefined : mkdirSync(dirname(file), { recursive: true });
	} catch (cause) {
		return { kind: 'unwritable', reason: `its folder cannot be made (${errorCode(cause)})` };
	}
	let planned: Change = { kind: 'nothing' };
	const change = () =>
		changeFile(
			file,
			text => {
				planned = planChange(text, old, { ...wish, format: client.format });
				if (planned.kind !== 'change') {
					return planned.kind === 'nothing' ? { kind: 'keep' } : planned;
				}
				return planned.text === undefined
					? { kind: 'remove' }
					: { kind: 'write', text: planned.text, ...(wish.server?.transport === 'http' && { mode: 0o600 }) };
			},
			{ mode: wish.scope === 'user' ? 0o600 : 0o644, timeLimit: client.writesItsFile === true ? 20 : 0, noLinksBelow },
		);
	const outcome = client.writesItsFile === true && wish.scope === 'user' ? withOwnersLock(file, change) : change();
	if (outcome.kind === 'written' || outcome.kind === 'removed') {
		remember(key, receipts, planned, old?.createdFolder ?? createdFolder);
	}
	if (outcome.kind === 'removed' && old?.createdFolder !== undefined) {
		removeEmptyFolders(dirname(file), old.createdFolder);
	}
	return outcome;
}

function remember(key: string, receipts: Receipts, planned: Change, createdFolder: string | undefined): void {
	const receipt: Receipt | undefined = planned.kind === 'change' ? planned.receipt : undefined;
	receipts.put(key, receipt && { ...receipt, ...(createdFolder !== undefined && { createdFolder }) });
}

/** From the inner one up to the one that we made first, as long as nobody has put anything there. */
function removeEmptyFolders(from: string, upTo: string): void {
	try {
		for (let folder = from; ; folder = dirname(folder)) {
			rmdirSync(folder);
			if (folder === upTo || folder === dirname(folder)) {
				return;
			}
		}
	} catch {
		// It is in use.
	}
}
