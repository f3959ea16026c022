import { posix } from 'node:path';
import type { ProjectModule } from '@hawser/core/ports/projects.ts';
import { withoutSlashComments } from './comments.ts';
import { readGradleDependencies, readVersionCatalog, type VersionCatalog } from './gradle-dependencies.ts';
import { below, dependency, folderName, folderOf, type ManifestReader, nearestAbove, readEach } from './manifests.ts';

interface Build {
	/** The settings file. */
	path: string;
	folder: string;
	name: string | undefined;
	/** Folders by the path of the project, such as ":app". */
	projects: ReadonlyMap<string, string>;
	/** The same the other way round. */
	pathOf: ReadonlyMap<string, string>;
}

export const readGradle: ManifestReader = async manifests => {
	const settings = await readEach(manifests, name => /^settings\.gradle(?:\.kts)?$/.test(name), readSettings);
	const scripts = await readEach(
		manifests,
		name => /^build\.gradle(?:\.kts)?$/.test(name),
		text => text,
	);
	const catalogs = await readEach(
		manifests,
		name => name.endsWith('.versions.toml'),
		(text, path) => readVersionCatalog(text, posix.basename(path, '.versions.toml')),
	);
	const locks = await readEach(manifests, name => name === 'gradle.lockfile', readLock);
	const builds = [...settings.read.values()];
	const scriptIn = new Map([...scripts.read].map(([path, text]) => [folderOf(path), { path, text }]));
	const folders = new Set([...scriptIn.keys(), ...builds.flatMap(({ projects }) => [...projects.values()])]);
	const manifestIn = (folder: string, build: Build | undefined) =>
		scriptIn.get(folder)?.path ?? build?.path ?? below(folder, 'build.gradle');
	const catalogsBelow = new Map<string, VersionCatalog>();
	const catalogOf = (build: Build | undefined): VersionCatalog => {
		const start = build === undefined || build.folder === '.' ? '' : `${build.folder}/`;
		const known = catalogsBelow.get(start);
		const catalog: VersionCatalog =
			known ??
			new Map([...catalogs.read].filter(([path]) => path.startsWith(start)).flatMap(([, entries]) => [...entries]));
		catalogsBelow.set(start, catalog);
		return catalog;
	};
	const modules = [...folders].map((folder): ProjectModule => {
		const build = nearestAbove(folder, place =>
			builds.find(candidate => candidate.folder === place && candidate.pathOf.has(folder)),
		);
		const projectPath = build?.pathOf.get(folder);
		const script = scriptIn.get(folder)?.text ?? '';
		const version = /^[ \t]*version[ \t]*(?:=[ \t]*)?["']([^"'\n]+)["']/m.exec(script)?.[1];
		const locked = locks.read.get(below(folder, 'gradle.lockfile'));
		const manifest = manifestIn(folder, build);
		return {
			name:
				projectPath === ':'
					? (build?.name ?? folderName(manifest))
					: (projectPath?.replace(/^:/, '') ?? folderName(manifest)),
			...(version !== undefined && { version }),
			system: 'gradle',
			path: folder,
			manifest,
			...(build && build.path !== manifest && { partOf: build.path }),
			dependencies: readGradleDependencies(script, catalogOf(build)).map(
				({ name, version: declared, configuration, project }) => {
					const place = project ? build?.projects.get(name.startsWith(':') ? name : `:${name}`) : undefined;
					return dependency(name, useOf(configuration), {
						declared,
						locked: locked?.get(name),
						module: place === undefined ? undefined : manifestIn(place, build),
					});
				},
			),
		};
	});
	return { modules, unreadable: [...settings.unreadable, ...catalogs.unreadable] };
};

function readSettings(script: string, path: string): Build {
	const text = withoutSlashComments(script);
	const folder = folderOf(path);
	const projects = new Map([[':', folder]]);
	for (const [, list = ''] of text.matchAll(/\binclude\b\s*(?:\(\s*)?((?:["'][^"'\n]+["'](?:\s*,\s*|\s+)?)+)/g)) {
		for (const [, name = ''] of list.matchAll(/["']([^"']+)["']/g)) {
			const project = name.startsWith(':') ? name : `:${name}`;
			projects.set(project, below(folder, ...project.split(':').filter(Boolean)));
		}
	}
	for (const [, name = '', place = ''] of text.matchAll(
		/project\s*\(\s*["']([^"']+)["']\s*\)\.projectDir\s*=\s*(?:new\s+)?[fF]ile\s*\((?:[^"')]*,)?\s*["']([^"']+)["']/g,
	)) {
		projects.set(name, below(folder, place.replace(/^\$(?:rootDir|\{rootDir\})\//, '')));
	}
	// The first path of a folder is the one that names it.
	const pathOf = new Map([...projects].reverse().map(([project, place]) => [place, project]));
	return { path, folder, pathOf, name: /rootProject\.name\s*=\s*["']([^"']+)["']/.exec(text)?.[1], projects };
}

function readLock(text: string): ReadonlyMap<string, string> {
	const entries = [...text.matchAll(/^([^#:\s]+:[^:\s]+):([^=\s]+)=/gm)];
	return new Map(entries.map(([, name = '', version = '']) => [name, version]));
}

function useOf(configuration: string): string {
	if (/^(?:implementation|api|runtimeOnly|compile|runtime)$/.test(configuration)) {
		return 'runtime';
	}
	return /^(?:test|androidTest)/.test(configuration) ? 'test' : configuration;
}
