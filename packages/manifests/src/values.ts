import { listOf, recordOf } from '@hawser/core/data/plain-data.ts';

export function at(value: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce((current, key) => recordOf(current)[key], value);
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
	const found = at(value, ...keys);
	return typeof found === 'string' ? found : undefined;
}

export function texts(value: unknown): string[] {
	return listOf(value).filter(item => typeof item === 'string');
}

/** Versions by name, from a list of packages. */
export function versionsByName(packages: unknown, normalise = (name: string) => name): Map<string, string[]> {
	const versions = new Map<string, string[]>();
	for (const item of listOf(packages)) {
		const name = textAt(item, 'name');
		const version = textAt(item, 'version');
		if (name !== undefined && version !== undefined) {
			const key = normalise(name);
			versions.set(key, [...(versions.get(key) ?? []), version]);
		}
	}
	return versions;
}
