import { posix } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import type { Dependency, ProjectModule } from '@hawser/core/ports/projects.ts';

/** Manifest and lock files of the workspace. Paths are those that agents see, with forward slashes. */
export interface Manifests {
	paths: readonly string[];
	/** Undefined where there is no such file. */
	text(path: string): Promise<string | undefined>;
}

export interface Found {
	modules: readonly ProjectModule[];
	unreadable: readonly { path: string; reason: string }[];
}

/** Reads all modules of one build system. */
export type ManifestReader = (manifests: Manifests) => Promise<Found>;

/** Reads every manifest that the test accepts; one that cannot be read does not stop the others. */
export async function readEach<Read>(
	{ paths, text }: Manifests,
	accepts: (name: string, path: string) => boolean,
	read: (content: string, path: string) => Read | Promise<Read>,
): Promise<{ read: Map<string, Read>; unreadable: { path: string; reason: string }[] }> {
	const results = new Map<string, Read>();
	const unreadable: { path: string; reason: string }[] = [];
	for (const path of paths.filter(candidate => accepts(posix.basename(candidate), candidate))) {
		try {
			const content = await text(path);
			if (content !== undefined) {
				results.set(path, await read(content, path));
			}
		} catch (error) {
			const [reason = ''] = messageOf(error).split('\n');
			unreadable.push({ path, reason });
		}
	}
	return { read: results, unreadable };
}

/** Finds the value of the folder itself, or of the nearest folder above it that has one. */
export function nearestAbove<Value>(folder: string, find: (folder: string) => Value | undefined): Value | undefined {
	for (let current = folder; ; current = posix.dirname(current)) {
		const found = find(current);
		if (found !== undefined || current === '.' || current === '/' || current === '') {
			return found;
		}
	}
}

export function folderOf(path: string): string {
	return posix.dirname(path);
}

/** The name of the folder, for a module that has none of its own. */
export function folderName(path: string): string {
	const folder = posix.basename(folderOf(path));
	return folder === '.' || folder === '' ? 'root' : folder;
}

export function below(folder: string, ...parts: readonly string[]): string {
	return posix.normalize(posix.join(folder, ...parts.map(part => part.replaceAll('\\', '/')))).replace(/(?<=.)\/$/, '');
}

/** A dependency without the fields that are not known. */
export function dependency(
	name: string,
	use: string,
	{
		declared,
		locked,
		module,
	}: { declared?: string | undefined; locked?: string | undefined; module?: string | undefined } = {},
): Dependency {
	return {
		name,
		...(declared !== undefined && declared !== '' && { declared }),
		...(locked !== undefined && { locked }),
		use,
		...(module !== undefined && { module }),
	};
}

/**
 * Which of several locked versions is meant: the highest that begins with the numbers of the declared one. A caret or a
 * bare version allows whatever keeps its first number, or its second where the first is 0.
 */
export function pickVersion(versions: readonly string[], declared: string | undefined): string | undefined {
	if (versions.length < 2) {
		return versions[0];
	}
	const numbers = /\d+(?:\.\d+)*/.exec(declared ?? '')?.[0].split('.') ?? [];
	const kept = numbers.slice(0, numbers[0] === '0' ? 2 : 1).join('.');
	const fitting = versions.filter(version => version === kept || version.startsWith(`${kept}.`));
	return [...fitting].sort(byVersion).at(-1);
}

function byVersion(left: string, right: string): number {
	return left.localeCompare(right, 'en', { numeric: true });
}
