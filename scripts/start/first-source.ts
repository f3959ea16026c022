import { readdirSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** Languages that VS Code answers questions about without further extensions, the most telling first. */
const TELLING = [
	['.ts', '.tsx', '.mts', '.cts'],
	['.js', '.jsx', '.mjs', '.cjs'],
	['.css', '.scss', '.less', '.html', '.json', '.md'],
];
const SKIPPED = /^(?:\.|node_modules$|bower_components$|dist$|build$|out$|target$|vendor$|venv$|coverage$)/;
const TEST = /(?:^|[./\\])(?:tests?|specs?|__tests__)(?:[./\\]|$)/i;
const CONFIGURATION = /\.config\.\w+$|\.d\.[cm]?ts$/;
const MAX_FOLDERS = 500;

/** A file of the project to ask about, as a path below it; undefined when it has none that VS Code knows something of. */
export function firstSource(folder: string): string | undefined {
	const files = listFiles(folder);
	for (const endings of TELLING) {
		const candidates = files.filter(file => endings.includes(extname(file).toLowerCase()));
		const chosen =
			candidates.find(file => !TEST.test(file) && !CONFIGURATION.test(file)) ??
			candidates.find(file => !CONFIGURATION.test(file)) ??
			candidates[0];
		if (chosen !== undefined) {
			return chosen.split(sep).join('/');
		}
	}
	return undefined;
}

/** Folder after folder, those nearest to the root first. */
function listFiles(root: string): readonly string[] {
	const files: string[] = [];
	const folders = [''];
	for (let index = 0; index < folders.length && index < MAX_FOLDERS; index++) {
		const below = folders[index] ?? '';
		const entries = namesIn(join(root, below)).filter(({ name }) => !SKIPPED.test(name));
		files.push(...entries.filter(entry => entry.isFile()).map(({ name }) => join(below, name)));
		folders.push(...entries.filter(entry => entry.isDirectory()).map(({ name }) => join(below, name)));
	}
	return files;
}

function namesIn(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
	} catch {
		return [];
	}
}
