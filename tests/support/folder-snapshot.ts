import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Every file, folder and link below a folder, as one line each: its path, what it is, its permissions and its content. */
export function folderSnapshot(folder: string, isMeant: (file: string) => boolean = () => true): readonly string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map(file => file.replaceAll(path.sep, '/'))
		.filter(isMeant)
		.sort()
		.map(file => `${file} ${describe(path.join(folder, file))}`);
}

function describe(file: string): string {
	const stats = lstatSync(file);
	const mode = (stats.mode & 0o7777).toString(8);
	if (stats.isSymbolicLink()) {
		return `link to ${readlinkSync(file)}`;
	}
	if (!stats.isFile()) {
		return `${stats.isDirectory() ? 'folder' : 'special'} ${mode}`;
	}
	return `file ${mode} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
}
