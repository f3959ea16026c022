import { posix } from 'node:path';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import { at, textAt } from './values.ts';
import { parseYaml } from './yaml.ts';

/** Gives the locked version of a dependency of the module in a folder, relative to the folder of the lock file. */
export type LockedVersion = (folder: string, name: string, declared: string) => string | undefined;

/** package-lock.json and npm-shrinkwrap.json of all versions. */
export function readNpmLock(text: string): LockedVersion {
	const lock: unknown = JSON.parse(text);
	const packages = recordOf(at(lock, 'packages'));
	return (folder, name) => {
		for (let place = folder; ; place = posix.dirname(place)) {
			const key = posix.join(place === '.' ? '' : place, 'node_modules', name);
			const version = textAt(packages[key], 'version');
			if (version !== undefined || place === '.') {
				return version ?? textAt(lock, 'dependencies', name, 'version');
			}
		}
	};
}

/** pnpm-lock.yaml. What follows the importers is large and not needed. */
export function readPnpmLock(text: string): LockedVersion {
	const lock: unknown = parseYaml(text.split(/^(?:packages|snapshots):/m)[0] ?? '');
	return (folder, name) => {
		const importer = at(lock, 'importers', folder) ?? (folder === '.' ? lock : undefined);
		for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
			const found = at(importer, kind, name);
			const version = typeof found === 'string' ? found : textAt(found, 'version');
			if (version !== undefined) {
				// What stands in brackets, or after an underscore in old files, is which peers it was resolved with.
				return version.startsWith('link:') ? undefined : version.split(/[(_]/, 1)[0];
			}
		}
		return undefined;
	};
}

/** yarn.lock of both generations: a line of descriptors, then indented facts. */
export function readYarnLock(text: string): LockedVersion {
	const versions = new Map<string, string>();
	let descriptors: string[] = [];
	for (const line of text.split(/\r?\n/)) {
		if (/^[^\s#].*:$/.test(line)) {
			descriptors = line.slice(0, -1).replaceAll('"', '').split(', ');
		}
		const version = /^ {2}version:? "?([^"]+)"?$/.exec(line)?.[1];
		if (version !== undefined) {
			for (const descriptor of descriptors) {
				versions.set(descriptor, version);
			}
		}
	}
	return (_folder, name, declared) => {
		const version = versions.get(`${name}@${declared}`) ?? versions.get(`${name}@npm:${declared}`);
		return version === '0.0.0-use.local' ? undefined : version;
	};
}
