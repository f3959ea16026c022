import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '@hawser/node/system-error.ts';

const FILES = [
	'ports.json',
	'rules.json',
	'tokens.json',
	'custom-tools.json',
	'database-connections.json',
	'setup.json',
	'project-config.json',
];
/** Leftovers of a killed writer beside one of the files: its temporary file, its lock, its claim to the lock. */
const REMAINS = new RegExp(`^\\.?(?:${FILES.join('|').replaceAll('.', '\\.')})(?:\\.lock(?:\\..*)?|\\..*\\.tmp)$`);
/** User settings that an editor which was killed has not put back; its next window does so with this file. */
const BORROWED = /^borrowed-settings-[0-9a-f]+\.json$/;
/** The names that Hawser gives in its folders. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
	windows: /^\.?[0-9a-f]{16}\.json(\..*\.tmp)?$/,
	seen: /^[0-9a-f]{16}$/,
	terminals: /^\d+-[0-9a-f]{8}$/,
	ide: /^(?:[0-9a-f]{12}\.sock|\.[\w-]{7}|sockets\.lock(?:\..*)?|codex-aside)$/,
	bin: /^(hawser|hawser\.cmd|\.hawser(\.cmd)?\..*\.tmp)$/,
	journal: /^[0-9a-f]{32}$/,
	trash: /^$/,
};
const MAX_NAMED = 5;

interface KeptState {
	path: string;
	why: string;
	/** It could not go yet, in contrast to what is kept on purpose. */
	unfinished?: true;
}

/** The fate of Hawser's own folder. */
export interface HomeState {
	/** Paths that go. */
	removed: readonly string[];
	kept: readonly KeptState[];
}

/**
 * Lists what would go and what would stay. Only what Hawser makes goes, by name: HAWSER_HOME may be a folder in which others keep
 * theirs. `needed` says why a file is still needed.
 */
export function planState(home: string, needed: ReadonlyMap<string, string> = new Map()): HomeState {
	const removed: string[] = [];
	const kept: KeptState[] = [];
	const others: string[] = [];
	for (const name of namesIn(home)) {
		const place = path.join(home, name);
		const why = needed.get(name) ?? (BORROWED.test(name) ? UNRETURNED : undefined);
		if (why !== undefined) {
			kept.push({ path: place, why, unfinished: true });
		} else if (Object.hasOwn(FOLDERS, name) && isFolder(place)) {
			const inner = planFolder(place);
			removed.push(...inner.removed);
			kept.push(...inner.kept);
		} else if (FILES.includes(name) || REMAINS.test(name)) {
			removed.push(place);
		} else {
			others.push(name);
		}
	}
	if (others.length > 0) {
		kept.push({ path: home, why: holds(others) });
	} else if (kept.length === 0 && isFolder(home)) {
		// A link to a folder stays, and so does the folder: the user made both.
		removed.push(home);
	}
	return { removed, kept };
}

/** A folder goes with what Hawser puts there, if that is all. */
function planFolder(folder: string): HomeState {
	const own = FOLDERS[path.basename(folder)];
	const names = namesIn(folder);
	const ours = names.filter(name => own?.test(name)).map(name => path.join(folder, name));
	const others = names.filter(name => !own?.test(name));
	if (others.length === 0) {
		return { removed: [...ours, folder], kept: [] };
	}
	const why = path.basename(folder) === 'trash' ? DELETED : holds(others);
	return { removed: ours, kept: [{ path: folder, why }] };
}

const DELETED = 'it holds what agents deleted; remove it when you want nothing of it back';
const UNRETURNED =
	'an editor that ended in the middle of a call has not put a setting of yours back; open it once, close it, and try again';

function holds(names: readonly string[]): string {
	const more = names.length - MAX_NAMED;
	const named = names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
	return `it holds what Hawser did not make: ${named}`;
}

/** Carries the plan out, from the inside to the outside. */
export function removeState({ removed, kept }: HomeState): HomeState {
	const failed: KeptState[] = [];
	for (const place of removed) {
		try {
			remove(place);
		} catch (cause) {
			failed.push({ path: place, why: `it cannot be removed (${errorCode(cause)})`, unfinished: true });
		}
	}
	return {
		removed: removed.filter(place => !failed.some(other => other.path === place)),
		kept: [...kept, ...failed],
	};
}

/** Folders that hold more than scripts of terminals and texts of the journal are emptied by name before, and go only if they are empty. */
function remove(place: string): void {
	const isOwnFolder = ['terminals', 'journal'].includes(path.basename(path.dirname(place)));
	if (isFolder(place) && !isOwnFolder) {
		rmdirSync(place);
	} else {
		rmSync(place, { recursive: isOwnFolder, force: true, maxRetries: 5, retryDelay: 50 });
	}
}

function isFolder(place: string): boolean {
	return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).sort();
	} catch {
		return [];
	}
}
