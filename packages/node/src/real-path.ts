import { readlinkSync, realpathSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';

/** Linux follows as many links in a row. */
const MAX_LINKS = 40;

export interface RealPath {
	asked: string;
	/** With links resolved; of a file that does not exist yet, its nearest existing parent and the rest. */
	real: string;
	exists: boolean;
}

/** Follows a path to its end. A link to nothing leads to where a file would come to be if the link was written to. */
export async function resolveRealPath(asked: string): Promise<RealPath> {
	let path = asked;
	let missing: string[] = [];
	let links = 0;
	for (;;) {
		try {
			const found = await realpath(path);
			return { asked, real: join(found, ...missing), exists: missing.length === 0 };
		} catch (error) {
			const parent = dirname(path);
			const target = await readlink(path).catch(() => undefined);
			if (parent === path || links === MAX_LINKS) {
				throw new ToolError('E_INVALID_PATH', `"${asked}" cannot be looked up.`, { cause: error });
			}
			if (target === undefined) {
				missing = [basename(path), ...missing];
				path = parent;
			} else {
				links++;
				// The parent first: `..` in a link starts where the link really is.
				path = resolve((await resolveRealPath(parent)).real, target);
			}
		}
	}
}

/** With links followed; the path itself where nothing is there, or nobody may look. */
export function realPathOr(path: string): string {
	return realPathOf(path) ?? path;
}

/** What `resolveRealPath` finds, for callers that cannot wait: always a path, however many links lead on. */
export function realPlace(path: string, links = MAX_LINKS): string {
	const parent = dirname(path);
	const found = realPathOf(path);
	if (found !== undefined || parent === path) {
		return found ?? path;
	}
	const above = realPlace(parent, links);
	const target = links > 0 ? linkTarget(path) : undefined;
	return target === undefined ? join(above, basename(path)) : realPlace(resolve(above, target), links - 1);
}

function realPathOf(path: string): string | undefined {
	try {
		return realpathSync.native(path);
	} catch {
		return undefined;
	}
}

function linkTarget(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}
