import { posix } from 'node:path';
import { type PlainData, recordOf } from '@hawser/core/data/plain-data.ts';
import type { BuildSystem, ProjectModule } from '@hawser/core/ports/projects.ts';
import { folderPattern } from './folder-pattern.ts';
import {
	below,
	dependency,
	folderName,
	folderOf,
	type ManifestReader,
	type Manifests,
	nearestAbove,
	readEach,
} from './manifests.ts';
import { type LockedVersion, readNpmLock, readPnpmLock, readYarnLock } from './npm-locks.ts';
import { at, textAt, texts } from './values.ts';
import { parseYaml } from './yaml.ts';

const LOCKS: Readonly<Record<string, { system: BuildSystem; read: (text: string) => LockedVersion }>> = {
	'pnpm-lock.yaml': { system: 'pnpm', read: readPnpmLock },
	'yarn.lock': { system: 'yarn', read: readYarnLock },
	'package-lock.json': { system: 'npm', read: readNpmLock },
	'npm-shrinkwrap.json': { system: 'npm', read: readNpmLock },
};

const USES = {
	dependencies: 'runtime',
	devDependencies: 'development',
	peerDependencies: 'peer',
	optionalDependencies: 'optional',
} as const;

interface Lock {
	folder: string;
	system: BuildSystem;
	versionOf: LockedVersion;
}

interface Workspace {
	folder: string;
	manifest: string;
	accepts: (folder: string) => boolean;
}

/** npm, pnpm and yarn. */
export const readJavaScript: ManifestReader = async manifests => {
	const packages = await readEach(
		manifests,
		name => name === 'package.json',
		text => recordOf(JSON.parse(text)),
	);
	const locks = await readEach(
		manifests,
		name => name in LOCKS,
		(text, path): Lock | undefined => {
			const kind = LOCKS[posix.basename(path)];
			return kind && { folder: folderOf(path), system: kind.system, versionOf: kind.read(text) };
		},
	);
	const workspaces = await findWorkspaces(manifests, packages.read);
	const lockIn = new Map([...locks.read.values()].filter(lock => lock !== undefined).map(lock => [lock.folder, lock]));
	const byName = new Map([...packages.read].map(([path, manifest]) => [textAt(manifest, 'name'), path]));
	const modules = [...packages.read].map(([path, manifest]): ProjectModule => {
		const folder = folderOf(path);
		const lock = nearestAbove(folder, place => lockIn.get(place));
		const owner = workspaces.find(workspace => workspace.folder !== folder && workspace.accepts(folder));
		const version = textAt(manifest, 'version');
		return {
			name: textAt(manifest, 'name') ?? folderName(path),
			...(version !== undefined && { version }),
			system: systemOf(manifest, lock, owner, packages.read),
			path: folder,
			manifest: path,
			...(owner && { partOf: owner.manifest }),
			dependencies: dependenciesOf(
				manifest,
				path,
				lock,
				owner === undefined && workspaces.length === 0 ? new Map() : byName,
			),
		};
	});
	return { modules, unreadable: [...packages.unreadable, ...locks.unreadable] };
};

function dependenciesOf(
	manifest: PlainData,
	path: string,
	lock: Lock | undefined,
	byName: ReadonlyMap<string | undefined, string>,
) {
	const folder = lock === undefined ? '.' : posix.relative(lock.folder, folderOf(path)) || '.';
	return Object.entries(USES).flatMap(([field, use]) =>
		Object.entries(recordOf(manifest[field])).map(([name, wanted]) => {
			const declared = typeof wanted === 'string' ? wanted : undefined;
			const module = byName.get(name);
			const locked = module === undefined ? lock?.versionOf(folder, name, declared ?? '') : undefined;
			return dependency(name, use, { declared, locked, module });
		}),
	);
}

function systemOf(
	manifest: PlainData,
	lock: Lock | undefined,
	owner: Workspace | undefined,
	packages: ReadonlyMap<string, PlainData>,
): BuildSystem {
	const named = [manifest, packages.get(owner?.manifest ?? '')]
		.map(candidate => /^(npm|pnpm|yarn)@/.exec(textAt(candidate, 'packageManager') ?? '')?.[1])
		.find(name => name === 'npm' || name === 'pnpm' || name === 'yarn');
	return lock?.system ?? named ?? (owner?.manifest.endsWith('.yaml') ? 'pnpm' : 'npm');
}

async function findWorkspaces(manifests: Manifests, packages: ReadonlyMap<string, PlainData>): Promise<Workspace[]> {
	const pnpm = await readEach(
		manifests,
		name => name === 'pnpm-workspace.yaml',
		text => texts(at(parseYaml(text), 'packages')),
	);
	const declared = [
		...[...packages].map(([path, manifest]) => {
			const field = manifest['workspaces'];
			return { path, globs: texts(Array.isArray(field) ? field : at(field, 'packages')) };
		}),
		...[...pnpm.read].map(([path, globs]) => ({ path, globs })),
	];
	return declared
		.filter(({ globs }) => globs.length > 0)
		.map(({ path, globs }) => ({
			folder: folderOf(path),
			manifest: rootManifest(path, packages),
			accepts: acceptor(folderOf(path), globs),
		}));
}

/** A pnpm workspace is named by its package.json, where it has one. */
function rootManifest(path: string, packages: ReadonlyMap<string, PlainData>): string {
	const manifest = below(folderOf(path), 'package.json');
	return packages.has(manifest) ? manifest : path;
}

function acceptor(root: string, globs: readonly string[]): (folder: string) => boolean {
	const wanted = globs.filter(glob => !glob.startsWith('!')).map(folderPattern);
	const unwanted = globs.filter(glob => glob.startsWith('!')).map(glob => folderPattern(glob.slice(1)));
	return folder => {
		const relative = posix.relative(root, folder);
		return wanted.some(pattern => pattern.test(relative)) && !unwanted.some(pattern => pattern.test(relative));
	};
}
