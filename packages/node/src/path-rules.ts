import type { PlatformPath } from 'node:path';
import * as thisPlatform from 'node:path';

import { ToolError } from '@hawser/core/errors/tool-error.ts';

/** A workspace folder by the name the user sees and its path on disk. */
export interface Folder {
	name: string;
	path: string;
}

/**
 * Which files a path argument may mean, the likeliest first. Pure, so that the rules of Windows can be tested anywhere:
 * `platform` is `path.posix` or `path.win32` there.
 */
export function candidatePaths(
	argument: string,
	folders: readonly Folder[],
	platform: PlatformPath = thisPlatform,
): string[] {
	const text = fromFileUri(refuseUnusable(argument), platform);
	if (platform.isAbsolute(text)) {
		return [withLowerCaseDrive(platform.normalize(text))];
	}
	if (folders.length === 0) {
		throw new ToolError('E_NO_WORKSPACE', `No folder is open in this window, so "${argument}" leads nowhere.`);
	}
	const relative = platform.normalize(text);
	if (relative === '..' || relative.startsWith(`..${platform.sep}`)) {
		throw new ToolError('E_OUTSIDE_WORKSPACE', `"${argument}" leads out of the workspace folder.`);
	}
	const [first = '', ...rest] = relative.split(platform.sep);
	const named = folders.length > 1 ? folders.filter(folder => sameName(folder.name, first, platform)) : [];
	return [
		...named.map(folder => platform.join(folder.path, ...rest)),
		...folders.map(folder => platform.join(folder.path, relative)),
	];
}

/** The path below the folder, '' for the folder itself, or undefined when it lies elsewhere. */
export function pathBelow(folder: string, path: string, platform: PlatformPath = thisPlatform): string | undefined {
	// On Windows path.relative ignores case, as the file system does; on other systems the caller passes real paths.
	const relative = platform.relative(folder, path);
	const outside = relative === '..' || relative.startsWith(`..${platform.sep}`) || platform.isAbsolute(relative);
	return outside ? undefined : relative;
}

/** The name of a file for agents: below its folder, with the folder's name first where there are several folders. */
export function displayPath(path: string, folders: readonly Folder[], platform: PlatformPath = thisPlatform): string {
	let best: { folder: Folder; below: string } | undefined;
	for (const folder of folders) {
		const below = pathBelow(folder.path, path, platform);
		if (below !== undefined && (best === undefined || folder.path.length > best.folder.path.length)) {
			best = { folder, below };
		}
	}
	if (best === undefined) {
		return path;
	}
	const below = best.below.split(platform.sep).join('/');
	const parts = folders.length > 1 ? [best.folder.name, below] : [below];
	return parts.filter(part => part !== '').join('/') || '.';
}

function refuseUnusable(argument: string): string {
	if (argument.trim() === '') {
		throw new ToolError('E_INVALID_PATH', 'The path is empty.');
	}
	if (argument.includes('\0')) {
		throw new ToolError('E_INVALID_PATH', 'The path contains a NUL character.');
	}
	// Also device paths (\\?\, \\.\): opening one of these can reach another machine, with the user's credentials.
	if (/^[\\/]{2}/.test(argument)) {
		throw new ToolError('E_INVALID_PATH', `"${argument}" is a network path.`);
	}
	return argument;
}

/** The path that an argument names, be it an address or not. Whoever judges an argument has to read it as those do who open the file. */
export function fromFileUri(text: string, platform: PlatformPath = thisPlatform): string {
	// One letter is a Windows drive.
	const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
	if (scheme === undefined) {
		return text;
	}
	if (scheme !== 'file') {
		throw new ToolError('E_INVALID_PATH', `"${text}" is a ${scheme}: address, not a file.`);
	}
	const match = /^file:\/\/(?:localhost)?(\/[^?#]*)$/i.exec(text);
	if (match?.[1] === undefined) {
		throw new ToolError('E_INVALID_PATH', `"${text}" does not name a file on this machine.`);
	}
	const path = refuseUnusable(decode(match[1], text));
	return platform.sep === '\\' ? path.replace(/^\/([a-z]:)/i, '$1') : path;
}

function decode(part: string, whole: string): string {
	try {
		return decodeURIComponent(part);
	} catch (cause) {
		throw new ToolError('E_INVALID_PATH', `"${whole}" is not a well-formed address.`, { cause });
	}
}

/** VS Code writes drive letters in lower case; a document opened as C:\ would be another document than c:\. */
function withLowerCaseDrive(path: string): string {
	return path.replace(/^[A-Z]:/, drive => drive.toLowerCase());
}

/** True when both are the name of one folder of the window. */
export function sameName(left: string, right: string, platform: PlatformPath = thisPlatform): boolean {
	return platform.sep === '\\' ? left.toLowerCase() === right.toLowerCase() : left === right;
}
