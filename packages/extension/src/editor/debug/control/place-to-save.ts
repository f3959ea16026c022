import { lstat } from 'node:fs/promises';
import * as path from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { resolveRealPath } from '@hawser/node/real-path.ts';

/** A file that may be written; its folder by its real path, so that no link is followed on the way. */
export interface PlaceToSave {
	folder: string;
	name: string;
	shown: string;
	/** The system's folder for temporary files belongs to everybody. */
	shared: boolean;
}

export interface SavingRules {
	/** The file in the workspace, under every name it has, links resolved; rejects for one that lies elsewhere. */
	inWorkspace: (asked: string) => Promise<{ file: string; shown: string; names: readonly string[] }>;
	/** Real path of the system's folder for temporary files. */
	temporary: string;
}

/** Inside the workspace, or else inside the system's folder for temporary files; what is protected there is protected here. */
export async function placeToSave(asked: string, { inWorkspace, temporary }: SavingRules): Promise<PlaceToSave> {
	// The workspace first: it may lie among the temporary files, and its protected files do not change with that.
	const found = await inWorkspace(asked).catch(async (error: unknown) => {
		const elsewhere = error instanceof ToolError && ['E_OUTSIDE_WORKSPACE', 'E_NO_WORKSPACE'].includes(error.code);
		const below = elsewhere ? await belowTemporary(asked, temporary) : undefined;
		if (below === undefined) {
			throw error;
		}
		const file = path.normalize(asked);
		return { file, shown: file, names: [below, path.join(path.dirname(below), path.basename(file))] };
	});
	if (found.names.some(name => protectionOf(name) !== undefined)) {
		throw new ToolError('E_DENIED', `An agent may not write ${found.shown}.`);
	}
	const { real: folder } = await resolveRealPath(path.dirname(found.file));
	const name = path.basename(found.file);
	const present = await lstat(path.join(folder, name)).catch(() => undefined);
	if (present !== undefined && !present.isFile() && !present.isDirectory()) {
		throw new ToolError('E_DENIED', `${found.shown} is a link or a device; only a plain file is replaced.`);
	}
	return { folder, name, shown: found.shown, shared: pathBelow(temporary, folder, path) !== undefined };
}

async function belowTemporary(asked: string, temporary: string): Promise<string | undefined> {
	if (!path.isAbsolute(asked)) {
		return undefined;
	}
	const { real } = await resolveRealPath(path.normalize(asked));
	return pathBelow(temporary, real, path);
}
