import { type PlainData, recordOf } from '@hawser/core/data/plain-data.ts';
import type { Dependency, ProjectModule } from '@hawser/core/ports/projects.ts';
import { parse as parseToml } from 'smol-toml';
import { folderPattern } from './folder-pattern.ts';
import {
	below,
	dependency,
	folderName,
	folderOf,
	type ManifestReader,
	nearestAbove,
	pickVersion,
	readEach,
} from './manifests.ts';
import { at, textAt, texts, versionsByName } from './values.ts';

const USES = { dependencies: 'runtime', 'dev-dependencies': 'development', 'build-dependencies': 'build' } as const;

type Versions = ReadonlyMap<string, readonly string[]>;

export const readCargo: ManifestReader = async manifests => {
	const crates = await readEach(
		manifests,
		name => name === 'Cargo.toml',
		text => recordOf(parseToml(text)),
	);
	const locks = await readEach(
		manifests,
		name => name === 'Cargo.lock',
		text => versionsByName(at(parseToml(text), 'package')),
	);
	const lockIn = new Map([...locks.read].map(([path, versions]) => [folderOf(path), versions]));
	const workspaces = [...crates.read].filter(([, manifest]) => 'workspace' in manifest);
	const modules = [...crates.read]
		.filter(([, manifest]) => 'package' in manifest)
		.map(([path, manifest]): ProjectModule => {
			const folder = folderOf(path);
			const [owner, root] = workspaces.find(([place, candidate]) => belongsTo(folder, place, candidate)) ?? [];
			const version =
				textAt(manifest, 'package', 'version') ??
				(at(manifest, 'package', 'version', 'workspace') === true
					? textAt(root, 'workspace', 'package', 'version')
					: undefined);
			const locked = nearestAbove(folder, place => lockIn.get(place)) ?? new Map<string, string[]>();
			return {
				name: textAt(manifest, 'package', 'name') ?? folderName(path),
				...(version !== undefined && { version }),
				system: 'cargo',
				path: folder,
				manifest: path,
				...(owner !== undefined && owner !== path && { partOf: owner }),
				dependencies: sections(manifest).flatMap(([use, section]) =>
					Object.entries(section).map(([name, wanted]) =>
						toDependency(name, wanted, use, {
							folder,
							root,
							rootFolder: folderOf(owner ?? path),
							locked,
							manifests: crates.read,
						}),
					),
				),
			};
		});
	return { modules, unreadable: [...crates.unreadable, ...locks.unreadable] };
};

function belongsTo(folder: string, path: string, manifest: PlainData): boolean {
	const root = folderOf(path);
	const patterns = (name: string) =>
		texts(at(manifest, 'workspace', name)).map(glob => folderPattern(below(root, glob)));
	return (
		folder === root ||
		(patterns('members').some(pattern => pattern.test(folder)) &&
			!patterns('exclude').some(pattern => pattern.test(folder)))
	);
}

/** The sections with dependencies, those of single platforms included. */
function sections(manifest: PlainData): [string, PlainData][] {
	const parts = [manifest, ...Object.values(recordOf(manifest['target'])).map(recordOf)];
	return parts.flatMap(part =>
		Object.entries(USES).map(([name, use]): [string, PlainData] => [use, recordOf(part[name])]),
	);
}

interface SetupEnvironment {
	folder: string;
	root: PlainData | undefined;
	rootFolder: string;
	locked: Versions;
	manifests: ReadonlyMap<string, PlainData>;
}

function toDependency(
	alias: string,
	wanted: unknown,
	use: string,
	{ folder, root, rootFolder, locked, manifests }: SetupEnvironment,
): Dependency {
	const inherited = at(wanted, 'workspace') === true;
	const facts = inherited ? at(root, 'workspace', 'dependencies', alias) : wanted;
	const name = textAt(facts, 'package') ?? alias;
	const declared = typeof facts === 'string' ? facts : (textAt(facts, 'version') ?? textAt(facts, 'git'));
	const place = textAt(facts, 'path');
	const manifest = place === undefined ? undefined : below(inherited ? rootFolder : folder, place, 'Cargo.toml');
	const module = manifest !== undefined && manifests.has(manifest) ? manifest : undefined;
	return dependency(name, use, {
		declared,
		module,
		locked: module === undefined ? pickVersion(locked.get(name) ?? [], declared) : undefined,
	});
}
