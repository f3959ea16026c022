import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder from here upwards that has one of these in it. */
export function folderWith(names: readonly string[], from: string): string | undefined {
	if (names.some(name => existsSync(join(from, name)))) {
		return from;
	}
	const parent = dirname(from);
	return parent === from ? undefined : folderWith(names, parent);
}
