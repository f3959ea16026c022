import { dirname, isAbsolute } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type FolderIdentity, identityOf, isSameIdentity, withAncestors } from './folder-identity.ts';
import { type MatchableWindow, matchWindow } from './match-window.ts';
import type { WindowEntry } from './window-entry.ts';
import { expectedWindows } from './window-life.ts';
import { type WindowReader, windowReader } from './window-reader.ts';

/** Finds the window that has a project open. Keeps what it read, so that asking on every call costs microseconds. */
export interface WindowFinder {
	/**
	 * The window for an absolute path, or the one that a place such as `window:3f2a` names. `except` names windows that turned out to be dead. Throws E_INVALID_PARAMS,
	 * E_NO_WINDOW or E_AMBIGUOUS_WINDOW.
	 */
	find(projectRoot: string, except?: ReadonlySet<string>): WindowEntry;
	/** Until when (milliseconds since 1970) a window for that path that just died may be back; undefined when there is none. */
	expected(projectRoot: string): number | undefined;
	/** Every window whose process is there. */
	all(): readonly WindowEntry[];
	/** Forgets what was read: the next question looks at the files again. */
	forget(): void;
}

/** Milliseconds for which the real path of a folder is believed: links are rarely turned round, calls come in hundreds. */
const BELIEVED_FOR = 1000;

interface PlacedWindow extends MatchableWindow {
	readonly entry: WindowEntry;
}

export interface FinderOptions {
	reader?: WindowReader;
	/**
	 * The only window answers for every place if it has no folder. For callers that start somewhere by chance; a window that sends a
	 * call on is asked for the project that was named, and for no other.
	 */
	onlyWindowAnswers?: boolean;
}

export function windowFinder(
	home: string,
	{ reader = windowReader(home), onlyWindowAnswers = false }: FinderOptions = {},
): WindowFinder {
	let placed: readonly PlacedWindow[] = [];
	let entries: readonly WindowEntry[] | undefined;
	let roots = new Map<string, readonly FolderIdentity[]>();
	let believedUntil = 0;

	function refresh(): void {
		const current = reader.read();
		const now = performance.now();
		if (now > believedUntil || entries !== current) {
			entries = current;
			placed = current.map(placeWindow);
			roots = new Map();
			believedUntil = now + BELIEVED_FOR;
		}
	}

	function ancestorsOf(projectRoot: string): readonly FolderIdentity[] {
		const known = roots.get(projectRoot);
		if (known !== undefined) {
			return known;
		}
		const ancestors = resolveProjectRoot(projectRoot);
		roots.set(projectRoot, ancestors);
		return ancestors;
	}

	return {
		find(projectRoot, except) {
			refresh();
			const windows = except === undefined ? placed : placed.filter(({ entry }) => !except.has(entry.id));
			const named = windowNamed(projectRoot);
			if (named !== undefined) {
				return requireNamed(
					named,
					windows.map(({ entry }) => entry),
				);
			}
			const ancestors = ancestorsOf(projectRoot);
			const match = matchWindow(ancestors, windows);
			switch (match.kind) {
				case 'one':
					return match.window.entry;
				case 'none': {
					const [only, ...others] = windows;
					if (onlyWindowAnswers && only?.entry.folders.length === 0 && others.length === 0) {
						return only.entry;
					}
					throw noWindow(
						projectRoot,
						windows.map(({ entry }) => entry),
					);
				}
				case 'ambiguous':
					throw ambiguousWindow(
						projectRoot,
						match.windows.map(({ entry }) => entry),
					);
			}
		},
		expected(projectRoot) {
			if (windowNamed(projectRoot) !== undefined) {
				// A window that starts again has another id.
				return undefined;
			}
			const lost = expectedWindows(home);
			const match = matchWindow(
				ancestorsOf(projectRoot),
				lost.map(({ entry }) => placeWindow(entry)),
			);
			const entries = match.kind === 'one' ? [match.window] : match.kind === 'ambiguous' ? match.windows : [];
			const times = lost.flatMap(({ entry, until }) => (entries.some(own => own.entry.id === entry.id) ? [until] : []));
			return times.length === 0 ? undefined : Math.max(...times);
		},
		all: () => reader.read(),
		forget() {
			reader.readAnew();
			believedUntil = 0;
		},
	};
}

/** True when two paths lead to one folder, by the rules of the file system they lie on. */
export function isSameFolder(left: string, right: string): boolean {
	const [leftPlace, rightPlace] = [identityOf(left), identityOf(right)];
	return leftPlace !== undefined && rightPlace !== undefined && isSameIdentity(leftPlace, rightPlace);
}

function placeWindow(entry: WindowEntry): PlacedWindow {
	const { folders, workspaceFile, files = [], startedAt } = entry;
	return {
		entry,
		startedAt,
		folders: folders.flatMap(folder => identityOf(folder) ?? []),
		workspaceFile: workspaceFile === undefined ? undefined : identityOf(workspaceFile),
		workspaceFolder: workspaceFile === undefined ? undefined : identityOf(dirname(workspaceFile)),
		files: files.flatMap(file => identityOf(file) ?? []),
		fileFolders: [...new Set(files.map(file => dirname(file)))].flatMap(folder => identityOf(folder) ?? []),
	};
}

function resolveProjectRoot(projectRoot: string): readonly FolderIdentity[] {
	if (!isAbsolute(projectRoot)) {
		throw new ToolError('E_INVALID_PARAMS', `projectRoot must be an absolute path, and "${projectRoot}" is not.`, {
			hint: 'Give the absolute path of the project folder, or leave projectRoot out.',
			details: { projectRoot },
		});
	}
	const place = identityOf(projectRoot);
	if (place === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `projectRoot does not exist: ${projectRoot}`, {
			hint: 'Check the path, or leave projectRoot out.',
			details: { projectRoot },
		});
	}
	return withAncestors(place);
}

export function noWindow(projectRoot: string, open: readonly WindowEntry[]): ToolError {
	const openFolders = [...new Set(open.flatMap(({ folders }) => folders))];
	const details = { projectRoot, openFolders };
	if (open.length === 0) {
		const hint =
			'Open the folder in VS Code with the Hawser extension, then call again; nothing needs a restart. "hawser doctor" finds out why an open window is not seen.';
		return new ToolError('E_NO_WINDOW', `No VS Code window with Hawser is open, so none has ${projectRoot}.`, {
			hint,
			details,
		});
	}
	const windows = open.map(entry => `window ${entry.id} has ${placeOf(entry)}`);
	const byFolder = openFolders.length === 0 ? '' : 'its folder (in the shell: --workspace) or ';
	const other = ` To use an open one, name ${byFolder}"${WINDOW}ID" (in the shell: --window ID) with projectRoot.`;
	return new ToolError('E_NO_WINDOW', `No open window has the folder ${projectRoot}; ${someOf(windows)}.`, {
		hint: `Open the folder in VS Code, then call again; nothing needs a restart.${other}`,
		details,
	});
}

/** The folders of a window, or what there is instead. */
export function placeOf({ workspaceFile, folders, files = [] }: WindowEntry): string {
	if (workspaceFile !== undefined || folders.length > 0) {
		return workspaceFile ?? folders.join(' + ');
	}
	return files.length === 0 ? 'no folder' : `no folder and the files ${someOf(files)}`;
}

const WINDOW = 'window:';

/** The place by which a window is meant whatever it has open. */
export function windowPlace(id: string): string {
	return `${WINDOW}${id}`;
}

/** What follows in a place that names a window; undefined for a path. */
export function windowNamed(place: string): string | undefined {
	return place.startsWith(WINDOW) ? place.slice(WINDOW.length).trim() : undefined;
}

/** By the id, by its beginning when that is enough, or by the port that the status bar shows. */
function requireNamed(name: string, open: readonly WindowEntry[]): WindowEntry {
	const exact = open.find(({ id }) => id === name) ?? open.find(({ port }) => String(port) === name);
	const [found, ...others] = exact ? [exact] : open.filter(({ id }) => name !== '' && id.startsWith(name));
	if (found !== undefined && others.length === 0) {
		return found;
	}
	if (found !== undefined) {
		throw ambiguousWindow(windowPlace(name), [found, ...others]);
	}
	const windows = open.map(entry => `window ${entry.id} has ${placeOf(entry)}`);
	throw new ToolError(
		'E_NO_WINDOW',
		`No open window has the id or the port "${name}"; ${open.length === 0 ? 'none is open' : someOf(windows)}.`,
		{
			hint: '"hawser windows" lists the windows; the id of a window changes when it is reloaded.',
			details: { projectRoot: windowPlace(name), openFolders: [...new Set(open.flatMap(({ folders }) => folders))] },
		},
	);
}

const MAX_NAMED = 10;

function someOf(names: readonly string[]): string {
	const more = names.length - MAX_NAMED;
	return `${names.slice(0, MAX_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function ambiguousWindow(projectRoot: string, candidates: readonly WindowEntry[]): ToolError {
	const names = candidates.map(entry => `${placeOf(entry)} (window ${entry.id})`);
	return new ToolError('E_AMBIGUOUS_WINDOW', `Several windows match ${projectRoot}: ${names.join('; ')}.`, {
		details: {
			projectRoot,
			candidates: candidates.map(({ id, folders, workspaceFile }) => ({
				id,
				folders,
				...(workspaceFile !== undefined && { workspaceFile }),
			})),
		},
	});
}
