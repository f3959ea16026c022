import * as path from 'node:path';

const CONFIG = /^(?:ts|js)config\.json$/i;

/** Scripts by the folder of the nearest tsconfig above them, so that one project after the other is loaded; sorted. */
export function groupByProject(scripts: readonly string[], all: readonly string[]): readonly (readonly string[])[] {
	const folders = new Set(all.filter(file => CONFIG.test(path.basename(file))).map(file => path.dirname(file)));
	const nearest = new Map<string, string>();
	const groups = new Map<string, string[]>();
	for (const file of [...scripts].sort()) {
		const folder = nearestConfig(path.dirname(file));
		const group = groups.get(folder);
		if (group) {
			group.push(file);
		} else {
			groups.set(folder, [file]);
		}
	}
	return [...groups.values()];

	function nearestConfig(folder: string): string {
		const found = nearest.get(folder);
		if (found !== undefined) {
			return found;
		}
		const parent = path.dirname(folder);
		const result = folders.has(folder) || parent === folder ? folder : nearestConfig(parent);
		nearest.set(folder, result);
		return result;
	}
}
