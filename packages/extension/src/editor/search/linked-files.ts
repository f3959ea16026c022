import { readdir, stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import type { FilteredFolder } from './filtered-folders.ts';
import type { Ripgrep } from './ripgrep.ts';
import { visibleAmong } from './visible-among.ts';

const AT_ONCE = 64;

/**
 * Links to files beside the files that are given, such as CLAUDE.md that leads to AGENTS.md; relative to the folder. To have
 * ripgrep list them it would have to follow every link, also one that leads to the root of the disk.
 */
export async function linkedFiles(
	folder: FilteredFolder,
	files: readonly string[],
	/** The folder of the files; it is searched even if it is empty. */
	top: string,
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<readonly string[]> {
	const folders = [...new Set([top, ...files.map(parentOf)])];
	const links: string[] = [];
	for (let start = 0; start < folders.length; start += AT_ONCE) {
		throwIfCancelled(signal);
		const found = await Promise.all(folders.slice(start, start + AT_ONCE).map(below => linksIn(folder.path, below)));
		links.push(...found.flat());
	}
	return [...(await visibleAmong(links, folder, { ripgrep, signal, links: true }))];
}

function parentOf(file: string): string {
	return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

async function linksIn(root: string, below: string): Promise<string[]> {
	const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch(() => []);
	const links = entries
		.filter(entry => entry.isSymbolicLink())
		.map(({ name }) => (below === '' ? name : `${below}/${name}`));
	const lead = await Promise.all(links.map(link => leadsToFile(path.join(root, link))));
	return links.filter((_, index) => lead[index]);
}

async function leadsToFile(link: string): Promise<boolean> {
	try {
		return (await stat(link)).isFile();
	} catch {
		return false;
	}
}
