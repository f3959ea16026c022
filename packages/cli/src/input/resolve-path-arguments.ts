import { existsSync } from 'node:fs';
import path from 'node:path';
import { realPathOr } from '@hawser/node/real-path.ts';

interface PathBase {
	/** Folders of the window that answers. */
	folders: readonly string[];
	workingDirectory: string;
}

/**
 * Paths as a user in a shell means them: from the working directory, if it lies in a folder of the window and the file is there
 * or could be made there; else as the window reads them, from its folder.
 */
export function resolvePathArguments(
	input: Readonly<Record<string, unknown>>,
	names: readonly string[] | undefined,
	base: PathBase,
): Record<string, unknown> {
	if (base.folders.length === 0) {
		// A window without a folder has nothing from which a relative path could start.
		return mapPaths(input, names, value => resolveFrom(base.workingDirectory, value));
	}
	const here = findHere(base);
	return here === undefined ? { ...input } : mapPaths(input, names, value => resolveOne(value, here));
}

function mapPaths(
	input: Readonly<Record<string, unknown>>,
	names: readonly string[] | undefined,
	resolve: (value: unknown) => unknown,
): Record<string, unknown> {
	const entries = Object.entries(input).map(([name, value]): [string, unknown] => {
		if (!names?.includes(name)) {
			return [name, value];
		}
		return [name, Array.isArray(value) ? value.map((item: unknown) => resolve(item)) : resolve(value)];
	});
	return Object.fromEntries(entries);
}

/** The working directory as the window names it. */
interface Here {
	folder: string;
	/** The path from that folder to the working directory. */
	below: string;
	/** With several folders a relative path would not say of which. */
	alone: boolean;
	folders: readonly string[];
}

function findHere({ folders, workingDirectory }: PathBase): Here | undefined {
	const inner = realPathOr(path.resolve(workingDirectory));
	const found = folders
		.map(folder => ({ folder, below: path.relative(realPathOr(path.resolve(folder)), inner) }))
		.filter(({ below }) => !leadsOut(below))
		.sort((left, right) => left.below.length - right.below.length);
	const [nearest] = found;
	// In the only folder itself a path means the same to the user and to the window.
	return nearest && !(nearest.below === '' && folders.length === 1)
		? { ...nearest, alone: folders.length === 1, folders }
		: undefined;
}

function resolveFrom(folder: string, value: unknown): unknown {
	return isRelative(value) ? path.join(realPathOr(path.resolve(folder)), value) : value;
}

/** Not one with a scheme such as file:, or the letter of a drive. */
function isRelative(value: unknown): value is string {
	return typeof value === 'string' && value !== '' && !path.isAbsolute(value) && !/^[a-z][\w+.-]*:/i.test(value);
}

function resolveOne(value: unknown, here: Here): unknown {
	if (!isRelative(value)) {
		return value;
	}
	const { folder, below, alone, folders } = here;
	const meant = path.join(folder, below, value);
	const ofWindow = [...folders, ...folders.map(path.dirname)].map(base => path.join(base, value));
	const isMeant = existsSync(meant) || (!ofWindow.some(existsSync) && couldBeMade(meant, ofWindow));
	if (!isMeant) {
		return value;
	}
	const inFolder = path.relative(folder, meant);
	return alone && !leadsOut(inFolder) ? inFolder.replaceAll(path.sep, '/') || '.' : meant;
}

/** A new file is meant here, unless only the folder of the window has a place for it. */
function couldBeMade(meant: string, ofWindow: readonly string[]): boolean {
	return existsSync(path.dirname(meant)) || !ofWindow.some(other => existsSync(path.dirname(other)));
}

function leadsOut(relative: string): boolean {
	return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}
