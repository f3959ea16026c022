import { posix } from 'node:path';
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
import { exactVersion, normalName, readRequirement, readRequirements } from './python-requirement.ts';
import { at, textAt, texts, versionsByName } from './values.ts';

interface Wanted {
	name: string;
	declared?: string | undefined;
	use: string;
}

interface PythonManifest {
	name?: string | undefined;
	version?: string | undefined;
	wanted: readonly Wanted[];
	/** Globs of the members, where it is a workspace. */
	members?: readonly string[];
}

type Versions = ReadonlyMap<string, readonly string[]>;

const REQUIREMENTS = /^(?:requirements.*|.*[-_.]requirements)\.(?:txt|in)$/i;
const LOCKS = new Set(['poetry.lock', 'uv.lock', 'pdm.lock']);

/** The manifest that speaks for a folder which has several, the strongest first. */
const MAIN = ['pyproject.toml', 'setup.cfg', 'setup.py', 'Pipfile'];

export const readPython: ManifestReader = async manifests => {
	const isManifest = (name: string, path: string) =>
		MAIN.includes(name) || REQUIREMENTS.test(name) || /(?:^|\/)requirements\/[^/]+\.txt$/.test(path);
	const found = await readEach(manifests, isManifest, readManifest);
	const locks = await readEach(
		manifests,
		name => LOCKS.has(name),
		text => versionsByName(at(parseToml(text), 'package'), normalName),
	);
	const pipLocks = await readEach(manifests, name => name === 'Pipfile.lock', readPipLock);
	const lockIn = new Map([...locks.read, ...pipLocks.read].map(([path, versions]) => [folderOf(path), versions]));
	const projects = byFolder(found.read);
	const moduleOf = new Map(projects.map(({ path, manifest }) => [normalName(manifest.name ?? folderName(path)), path]));
	const workspaces = projects.filter(({ manifest }) => manifest.members !== undefined);
	const modules = projects.map(({ path, manifest: { name = folderName(path), version, wanted } }): ProjectModule => {
		const folder = folderOf(path);
		const locked: Versions = nearestAbove(folder, place => lockIn.get(place)) ?? new Map<string, string[]>();
		const owner = workspaces.find(
			({ path: place, manifest }) =>
				place !== path && manifest.members?.some(glob => folderPattern(below(folderOf(place), glob)).test(folder)),
		);
		return {
			name,
			...(version !== undefined && { version }),
			system: 'python',
			path: folder,
			manifest: path,
			...(owner && { partOf: owner.path }),
			dependencies: wanted.map(item => toDependency(item, locked, moduleOf)),
		};
	});
	return { modules, unreadable: [...found.unreadable, ...locks.unreadable, ...pipLocks.unreadable] };
};

function toDependency(
	{ name, declared, use }: Wanted,
	locked: Versions,
	moduleOf: ReadonlyMap<string, string>,
): Dependency {
	const module = moduleOf.get(normalName(name));
	const version = pickVersion(locked.get(normalName(name)) ?? [], declared) ?? exactVersion(declared);
	return dependency(name, use, { declared, module, locked: module === undefined ? version : undefined });
}

/** One module per folder; files of requirements add to it. */
function byFolder(found: ReadonlyMap<string, PythonManifest>): { path: string; manifest: PythonManifest }[] {
	const folders = new Map<string, [string, PythonManifest][]>();
	for (const entry of found) {
		const folder = folderOf(entry[0]).replace(/\/requirements$/, '');
		folders.set(folder, [...(folders.get(folder) ?? []), entry]);
	}
	return [...folders.values()].flatMap(entries => {
		const rank = (path: string) => MAIN.indexOf(posix.basename(path)) + 1 || MAIN.length + 1;
		const [main, ...others] = entries.sort(([left], [right]) => rank(left) - rank(right));
		if (main === undefined) {
			return [];
		}
		const [path, manifest] = main;
		const known = new Set(manifest.wanted.map(({ name }) => normalName(name)));
		const more = others.flatMap(([, other]) => other.wanted).filter(({ name }) => !known.has(normalName(name)));
		return [{ path, manifest: { ...manifest, wanted: [...manifest.wanted, ...more] } }];
	});
}

function readManifest(text: string, path: string): PythonManifest {
	const name = posix.basename(path);
	if (name === 'pyproject.toml') {
		return readPyproject(recordOf(parseToml(text)));
	}
	if (name === 'Pipfile') {
		const pipfile = recordOf(parseToml(text));
		return {
			wanted: [...poetryTable(pipfile['packages'], 'runtime'), ...poetryTable(pipfile['dev-packages'], 'development')],
		};
	}
	if (name === 'setup.cfg' || name === 'setup.py') {
		return readSetup(text);
	}
	const use =
		/dev|test|lint|doc|ci/i.exec(name)?.[0].toLowerCase() === 'test'
			? 'test'
			: /dev|lint|doc|ci/i.test(name.replace('requirements', ''))
				? 'development'
				: 'runtime';
	return { wanted: readRequirements(text).map(item => ({ ...item, use })) };
}

function readPyproject(manifest: PlainData): PythonManifest {
	const project = manifest['project'];
	const poetry = at(manifest, 'tool', 'poetry');
	const listed = (value: unknown, use: string) =>
		texts(value).flatMap(text => ({ ...(readRequirement(text) ?? { name: text }), use }));
	const groups = (value: unknown, toUse: (group: string) => string) =>
		Object.entries(recordOf(value)).flatMap(([group, items]) => listed(items, toUse(group)));
	const members = texts(at(manifest, 'tool', 'uv', 'workspace', 'members'));
	return {
		name: textAt(project, 'name') ?? textAt(poetry, 'name'),
		version: textAt(project, 'version') ?? textAt(poetry, 'version'),
		wanted: [
			...listed(at(project, 'dependencies'), 'runtime'),
			...groups(at(project, 'optional-dependencies'), () => 'optional'),
			...groups(manifest['dependency-groups'], () => 'development'),
			...listed(at(manifest, 'tool', 'uv', 'dev-dependencies'), 'development'),
			...poetryTable(at(poetry, 'dependencies'), 'runtime'),
			...poetryTable(at(poetry, 'dev-dependencies'), 'development'),
			...Object.values(recordOf(at(poetry, 'group'))).flatMap(group =>
				poetryTable(at(group, 'dependencies'), 'development'),
			),
		],
		...(members.length > 0 && { members }),
	};
}

function poetryTable(value: unknown, use: string): Wanted[] {
	return Object.entries(recordOf(value))
		.filter(([name]) => name !== 'python')
		.map(([name, wanted]) => {
			const declared =
				typeof wanted === 'string'
					? wanted
					: (textAt(wanted, 'version') ?? textAt(wanted, 'git') ?? textAt(wanted, 'path'));
			return { name, use: at(wanted, 'optional') === true ? 'optional' : use, ...(declared !== '*' && { declared }) };
		});
}

/** Reads what setup.cfg and setup.py say plainly; they are not run. */
function readSetup(text: string): PythonManifest {
	const field = (name: string) => new RegExp(`(?:^|[\\s(,])${name}\\s*=\\s*["']?([^"'\\s,]+)`, 'm').exec(text)?.[1];
	const listed = requiredList(text);
	const items =
		listed === undefined ? requiredLines(text) : [...listed.matchAll(/["']([^"']+)["']/g)].map(([, item = '']) => item);
	return {
		name: field('name'),
		version: field('version'),
		wanted: items.flatMap(item => readRequirement(item) ?? []).map(item => ({ ...item, use: 'runtime' })),
	};
}

/** `install_requires = [ … ]`, without its brackets. */
function requiredList(text: string): string | undefined {
	const head = /install_requires\s*=\s*\[/.exec(text);
	const start = head === null ? -1 : head.index + head[0].length;
	const end = start === -1 ? -1 : text.indexOf(']', start);
	return end === -1 ? undefined : text.slice(start, end);
}

/** The indented lines below `install_requires =`. */
function requiredLines(text: string): readonly string[] {
	const lines = text.split('\n');
	const head = lines.findIndex(line => /^install_requires[ \t]*=\s*$/.test(line));
	const rest = head === -1 ? [] : lines.slice(head + 1);
	const end = rest.findIndex(line => line.trim() !== '' && !/^[ \t]/.test(line));
	return end === -1 ? rest : rest.slice(0, end);
}

function readPipLock(text: string): Versions {
	const lock: unknown = JSON.parse(text);
	const entries = ['default', 'develop'].flatMap(section => Object.entries(recordOf(at(lock, section))));
	return new Map(
		entries.flatMap(([name, facts]): [string, string[]][] => {
			const version = textAt(facts, 'version')?.replace(/^==/, '');
			return version === undefined ? [] : [[normalName(name), [version]]];
		}),
	);
}
