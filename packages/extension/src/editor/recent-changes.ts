import { readdir, stat } from 'node:fs/promises';
import * as style from 'node:path';

interface RecentChange {
	path: string;
	/** Milliseconds since 1970, by the file system. */
	time: number;
}

export interface RecentChanges {
	files: RecentChange[];
	/** Folders in which something was created, deleted or renamed. */
	folders: RecentChange[];
}

const LARGEST_TREE = 20_000;

/**
 * What changed on disk since a moment ago. VS Code's watcher needs 80 ms and more, TypeScript gathers its news for another
 * 100 ms, and nothing tells whether news are under way: so the files are asked. Undefined for a tree too large for that.
 */
export async function recentChanges(
	root: string,
	since: number,
	isSource: (name: string) => boolean,
): Promise<RecentChanges | undefined> {
	const found: RecentChanges = { files: [], folders: [] };
	let seen = 0;
	await visit(root);
	return seen > LARGEST_TREE ? undefined : found;

	async function visit(folder: string): Promise<void> {
		const entries = await list(folder);
		seen += entries.length;
		if (seen > LARGEST_TREE) {
			return;
		}
		const inside = entries.map(entry => {
			const path = style.join(folder, entry.name);
			if (entry.isDirectory()) {
				return isSkipped(entry.name) ? undefined : visit(path);
			}
			return isSource(entry.name) ? note(path, found.files) : undefined;
		});
		await Promise.all([note(folder, found.folders), ...inside]);
	}

	async function note(path: string, into: RecentChange[]): Promise<void> {
		const time = await changeTime(path);
		if (time !== undefined && time >= since) {
			into.push({ path, time });
		}
	}
}

/** TypeScript does not look into hidden folders by itself; programs write their caches there all the time. */
function isSkipped(folder: string): boolean {
	return folder === 'node_modules' || folder.startsWith('.');
}

async function list(folder: string) {
	try {
		return await readdir(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

/** Of both times the later one: programs that copy or unpack set the one called "modified" to a time in the past. */
async function changeTime(path: string): Promise<number | undefined> {
	try {
		const { mtimeMs, ctimeMs } = await stat(path);
		return Math.max(mtimeMs, ctimeMs);
	} catch {
		return undefined;
	}
}
