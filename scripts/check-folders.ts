/** Fails when a folder of source is crowded, or is missing in the picture of docs/architecture.md. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './build/artefacts.ts';

/** More than this on one floor, and nobody finds a file by its room. */
const MAX_FILES = 25;

const filesOf = new Map<string, number>();
for (const file of globSync('packages/*/src/**/*.{ts,css}', { cwd: ROOT })) {
	const folder = dirname(file);
	filesOf.set(folder, (filesOf.get(folder) ?? 0) + 1);
}

const picture = /```mermaid\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))?.[1] ?? '';
const words = new Set(picture.match(/[a-z][a-z-]+/g));

const problems = [...filesOf].flatMap(([folder, files]) => [
	...(files > MAX_FILES ? [`${folder} has ${files} files; ${MAX_FILES} are enough for one folder.`] : []),
	...(isDrawn(folder) ? [] : [`${folder} is missing in the picture of docs/architecture.md.`]),
]);
for (const problem of problems) {
	console.error(problem);
}
process.exitCode = problems.length > 0 || filesOf.size === 0 ? 1 : 0;

/** A folder of tools is one of many alike: the picture has them as "a folder per toolset". */
function isDrawn(folder: string): boolean {
	const name = basename(folder) === 'src' ? basename(dirname(folder)) : basename(folder);
	return words.has(name) || basename(dirname(folder)) === 'tools' || name === 'generated';
}
