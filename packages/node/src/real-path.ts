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
