import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a file of a project, with the folders above it; its absolute path. */
export function writeFileIn(folder: string, name: string, content: string | Buffer): string {
	const file = path.join(folder, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, content);
	return file;
}
