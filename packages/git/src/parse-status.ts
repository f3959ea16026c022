import type { ChangedFile, FileChange } from '@hawser/core/ports/git.ts';
import type { ConflictedFile, ConflictSide } from '@hawser/core/ports/values/conflicted-file.ts';

export interface ParsedStatus {
	branch?: string;
	head?: string;
	upstream?: string;
	ahead?: number;
	behind?: number;
	stashes: number;
	conflicts: ConflictedFile[];
	staged: ChangedFile[];
	changed: ChangedFile[];
	untracked: string[];
	ignored: string[];
}

const CHANGES: Partial<Record<string, FileChange>> = {
	M: 'modified',
	A: 'added',
	D: 'deleted',
	R: 'renamed',
	C: 'copied',
	T: 'type changed',
};

const CONFLICTS: Partial<Record<string, readonly [ConflictSide, ConflictSide]>> = {
	DD: ['deleted', 'deleted'],
	AU: ['added', 'absent'],
	UD: ['modified', 'deleted'],
	UA: ['absent', 'added'],
	DU: ['deleted', 'modified'],
	AA: ['added', 'added'],
	UU: ['modified', 'modified'],
};

/** Reads what `git status --porcelain=v2 --branch --show-stash -z` prints. */
export function parseStatus(output: string): ParsedStatus {
	const status: ParsedStatus = { stashes: 0, conflicts: [], staged: [], changed: [], untracked: [], ignored: [] };
	const records = output.split('\0');
	for (let index = 0; index < records.length; index++) {
		const record = records[index] ?? '';
		const kind = record[0];
		if (kind === '#') {
			readHeader(record, status);
		} else if (kind === '1') {
			readChange(fields(record, 8), undefined, status);
		} else if (kind === '2') {
			// The old path is a record of its own.
			index++;
			readChange(fields(record, 9), records[index] ?? '', status);
		} else if (kind === 'u') {
			const [, xy = '', , , , , , , , , path = ''] = fields(record, 10);
			const [ours, theirs] = CONFLICTS[xy] ?? ['modified', 'modified'];
			status.conflicts.push({ path, ours, theirs });
		} else if (kind === '?') {
			status.untracked.push(record.slice(2));
		} else if (kind === '!') {
			status.ignored.push(record.slice(2));
		}
	}
	return status;
}

/** As many fields as there are before the path, then the path, which may contain spaces. */
function fields(record: string, before: number): string[] {
	const parts = record.split(' ');
	return [...parts.slice(0, before), parts.slice(before).join(' ')];
}

function readHeader(record: string, status: ParsedStatus): void {
	const [, name = '', ...rest] = record.split(' ');
	const value = rest.join(' ');
	if (name === 'branch.oid' && value !== '(initial)') {
		status.head = value;
	} else if (name === 'branch.head' && value !== '(detached)') {
		status.branch = value;
	} else if (name === 'branch.upstream') {
		status.upstream = value;
	} else if (name === 'branch.ab') {
		const [ahead = '0', behind = '0'] = rest;
		status.ahead = Math.abs(Number(ahead));
		status.behind = Math.abs(Number(behind));
	} else if (name === 'stash') {
		status.stashes = Number(value);
	}
}

function readChange(parts: readonly string[], from: string | undefined, status: ParsedStatus): void {
	const [, xy = '..', sub = 'N...'] = parts;
	const path = parts.at(-1) ?? '';
	const staged = CHANGES[xy[0] ?? ''];
	const changed = CHANGES[xy[1] ?? ''];
	const submodule = sub.startsWith('S') ? { submodule: submoduleWords(sub) } : {};
	const origin = (change: FileChange) =>
		from !== undefined && (change === 'renamed' || change === 'copied') ? { from } : {};
	if (staged) {
		status.staged.push({ path, change: staged, ...origin(staged), ...(changed === undefined && submodule) });
	}
	if (changed) {
		status.changed.push({ path, change: changed, ...origin(changed), ...submodule });
	}
}

function submoduleWords(sub: string): NonNullable<ChangedFile['submodule']> {
	const words: ('new commits' | 'modified content' | 'untracked content')[] = [];
	if (sub[1] === 'C') {
		words.push('new commits');
	}
	if (sub[2] === 'M') {
		words.push('modified content');
	}
	if (sub[3] === 'U') {
		words.push('untracked content');
	}
	return words;
}
