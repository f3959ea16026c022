import { posix } from 'node:path';
import type { FoundDatabase } from './found-database.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Source } from './source.ts';

const MAGIC = new TextEncoder().encode('SQLite format 3\0');
const NAME = /\.(?:db|db3|sqlite|sqlite3)$/i;
const SKIPPED = /^(?:node_modules|vendor|dist|build|out|target|coverage|__pycache__|venv|env|tmp|temp|\..*)\/$/;
const DEPTH = 3;
/** A project with thousands of folders is not walked to its end: what a user calls its database is near the top. */
const MAX_FOLDERS = 400;
const MAX_FILES = 20;

/** Files that are SQLite databases by their first bytes, whatever wrote them. */
export const sqliteFiles: Source = ({ files }) => {
	const paths = [...walk(files), ...inFolder(files, '.wrangler/state/v3/d1/miniflare-D1DatabaseObject/')];
	return paths
		.filter(path => isSqlite(files, path))
		.slice(0, MAX_FILES)
		.map(
			(path): FoundDatabase => ({ engine: 'sqlite', name: posix.basename(path), source: 'SQLite file', file: path }),
		);
};

export function isSqlite(files: ProjectFiles, path: string): boolean {
	const head = files.head(path, MAGIC.length);
	return head?.length === MAGIC.length && MAGIC.every((byte, index) => head[index] === byte);
}

/** Nearest folders first. */
function walk(files: ProjectFiles): readonly string[] {
	const found: string[] = [];
	let level = [''];
	let visited = 0;
	for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
		const next: string[] = [];
		for (const folder of level) {
			if (visited++ >= MAX_FOLDERS) {
				return found;
			}
			const entries = files.list(folder);
			found.push(...entries.filter(name => NAME.test(name)).map(name => folder + name));
			next.push(...entries.filter(name => name.endsWith('/') && !SKIPPED.test(name)).map(name => folder + name));
		}
		level = next;
	}
	return found;
}

function inFolder(files: ProjectFiles, folder: string): readonly string[] {
	return files.exists(folder)
		? files
				.list(folder)
				.filter(name => NAME.test(name))
				.map(name => folder + name)
		: [];
}
