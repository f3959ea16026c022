import { type FolderIdentity, isSameIdentity } from './folder-identity.ts';

/** A window as far as matching cares. */
export interface MatchableWindow {
	readonly folders: readonly FolderIdentity[];
	readonly workspaceFile?: FolderIdentity | undefined;
	/** The folder of the workspace file. */
	readonly workspaceFolder?: FolderIdentity | undefined;
	/** The open files of a window without a folder. */
	readonly files?: readonly FolderIdentity[];
	/** The folders in which these files lie. */
	readonly fileFolders?: readonly FolderIdentity[];
	readonly startedAt: number;
}

export type Match<Window> =
	| { kind: 'one'; window: Window }
	| { kind: 'none' }
	| { kind: 'ambiguous'; windows: readonly Window[] };

/**
 * The window for a place, which is given with the folders around it, innermost first. The innermost folder that some
 * window has open decides. Of several windows on that one folder the newest answers. Only when no window has such a folder, a
 * workspace file counts that is the place or lies in it: an agent often starts beside the workspace file. After that, windows
 * without a folder count by the files that they have open, in the same way.
 */
export function matchWindow<Window extends MatchableWindow>(
	placeAndAncestors: readonly FolderIdentity[],
	windows: readonly Window[],
): Match<Window> {
	for (const place of placeAndAncestors) {
		const open = windows.filter(({ folders }) => folders.some(folder => isSameIdentity(folder, place)));
		if (open.length > 0) {
			return newest(open);
		}
	}
	const [place] = placeAndAncestors;
	if (place === undefined) {
		return { kind: 'none' };
	}
	const byFile = windows.filter(
		({ workspaceFile }) => workspaceFile !== undefined && isSameIdentity(workspaceFile, place),
	);
	if (byFile.length > 0) {
		return newest(byFile);
	}
	const beside = windows.filter(
		window => window.workspaceFolder !== undefined && isSameIdentity(window.workspaceFolder, place),
	);
	const files = beside.flatMap(({ workspaceFile }) => workspaceFile ?? []);
	const sameFile = files.every(file => files.every(other => isSameIdentity(file, other)));
	if (beside.length > 0) {
		return sameFile ? newest(beside) : { kind: 'ambiguous', windows: beside };
	}
	const has = (places: readonly FolderIdentity[] | undefined) =>
		places?.some(own => isSameIdentity(own, place)) === true;
	const withFile = windows.filter(window => has(window.files));
	return newest(withFile.length > 0 ? withFile : windows.filter(window => has(window.fileFolders)));
}

/** Windows that started in the same millisecond are the one case in which nothing tells them apart. */
function newest<Window extends MatchableWindow>(windows: readonly Window[]): Match<Window> {
	const latest = Math.max(...windows.map(({ startedAt }) => startedAt));
	const [window, ...others] = windows.filter(({ startedAt }) => startedAt === latest);
	if (window === undefined) {
		return { kind: 'none' };
	}
	return others.length === 0 ? { kind: 'one', window } : { kind: 'ambiguous', windows: [window, ...others] };
}
