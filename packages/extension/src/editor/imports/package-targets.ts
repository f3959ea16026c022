import { isRecord } from '@hawser/core/data/plain-data.ts';

/** A package.json as far as imports of the package depend on it. */
export interface PackageManifest {
	name?: string;
	/** Where the package's own name leads; relative paths, all conditions together. */
	entries: readonly string[];
	exports: unknown;
	imports: unknown;
	/** Has `typesVersions`, which send the compiler anywhere in the package. */
	versioned: boolean;
}

export function readManifest(data: unknown): PackageManifest {
	const manifest = isRecord(data) ? data : {};
	const { name, exports, imports } = manifest;
	const entries = ['types', 'typings', 'module', 'main', 'source', 'browser', 'svelte']
		.map(field => manifest[field])
		.filter(entry => typeof entry === 'string');
	const versioned = manifest['typesVersions'] !== undefined;
	return { ...(typeof name === 'string' && { name }), entries, exports, imports, versioned };
}

/**
 * The relative paths that `exports` or `imports` gives for a subpath (`.`, `./a`, `#a`), whatever the condition: which of them
 * holds is for the compiler to decide. Undefined when the map says nothing about it.
 */
export function mappedTargets(map: unknown, subpath: string): readonly string[] | undefined {
	if (map === undefined || map === null) {
		return undefined;
	}
	if (!isRecord(map) || !Object.keys(map).some(key => key.startsWith('.') || key.startsWith('#'))) {
		return subpath === '.' ? targetsIn(map) : undefined;
	}
	const found = Object.entries(map).flatMap(([pattern, target]) => {
		const filling = fillingOf(pattern, subpath);
		const fill = (each: string) => (each.endsWith('/') ? each + (filling ?? '') : each.replaceAll('*', filling ?? ''));
		return filling === undefined ? [] : targetsIn(target).map(fill);
	});
	return found.length > 0 ? found : undefined;
}

/** The name of the package in a bare specifier, and what follows it. */
export function splitSpecifier(specifier: string): { name: string; rest: string } {
	const parts = specifier.split('/');
	const length = specifier.startsWith('@') ? 2 : 1;
	return { name: parts.slice(0, length).join('/'), rest: parts.slice(length).join('/') };
}

/** What the star stands for, '' for a pattern without one; undefined when it does not match. */
export function fillingOf(pattern: string, text: string): string | undefined {
	const star = pattern.indexOf('*');
	if (star === -1) {
		if (pattern.endsWith('/') && text.startsWith(pattern)) {
			return text.slice(pattern.length);
		}
		return pattern === text ? '' : undefined;
	}
	const head = pattern.slice(0, star);
	const tail = pattern.slice(star + 1);
	const fits = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
	return fits ? text.slice(head.length, text.length - tail.length) : undefined;
}

const MAX_DEPTH = 10;

/** A target may be a path, a list, or conditions inside of conditions. */
function targetsIn(target: unknown, depth = 0): string[] {
	if (typeof target === 'string') {
		return [target];
	}
	if (depth > MAX_DEPTH || typeof target !== 'object' || target === null) {
		return [];
	}
	return Object.values(target).flatMap((each: unknown) => targetsIn(each, depth + 1));
}
