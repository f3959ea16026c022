/** Reading of data whose shape is only hoped for. */
export type Table = Readonly<Record<string, unknown>>;

export function table(value: unknown): Table {
	return isTable(value) ? value : {};
}

export function isTable(value: unknown): value is Table {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function at(value: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce((current, key) => table(current)[key], value);
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
	const found = at(value, ...keys);
	return typeof found === 'string' ? found : undefined;
}

export function list(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function texts(value: unknown): string[] {
	return list(value).filter(item => typeof item === 'string');
}

/** Versions by name, from a list of packages. */
export function versionsByName(packages: unknown, normalise = (name: string) => name): Map<string, string[]> {
	const versions = new Map<string, string[]>();
	for (const item of list(packages)) {
		const name = textAt(item, 'name');
		const version = textAt(item, 'version');
		if (name !== undefined && version !== undefined) {
			const key = normalise(name);
			versions.set(key, [...(versions.get(key) ?? []), version]);
		}
	}
	return versions;
}
