import type { ProjectModule, ProjectReading } from '@hawser/core/ports/projects.ts';
import { readBundler } from './bundler.ts';
import { readCargo } from './cargo.ts';
import { readComposer } from './composer.ts';
import { readDotnet } from './dotnet.ts';
import { readGo } from './go.ts';
import { readGradle } from './gradle.ts';
import { readJavaScript } from './javascript.ts';
import type { Manifests } from './manifests.ts';
import { readMaven } from './maven.ts';
import { readPython } from './python.ts';

const READERS = [
	readJavaScript,
	readMaven,
	readGradle,
	readCargo,
	readGo,
	readPython,
	readDotnet,
	readComposer,
	readBundler,
];

/** Globs of all files that any reader looks at. */
export const MANIFEST_GLOBS = [
	'{package.json,pnpm-workspace.yaml,pom.xml,Cargo.toml,go.mod,go.work,pyproject.toml,setup.cfg,setup.py,Pipfile}',
	'{settings,build}.gradle',
	'{settings,build}.gradle.kts',
	'*.versions.toml',
	'*requirements*.txt',
	'*requirements*.in',
	'**/requirements/*.txt',
	'*.{sln,slnx,csproj,fsproj,vbproj}',
	'{Directory.Packages.props,packages.config,composer.json,Gemfile,gems.rb}',
	'*.gemspec',
];

/** Lock files stand beside manifests, though some projects keep them out of git. */
export const LOCK_NAMES: ReadonlySet<string> = new Set([
	'package-lock.json',
	'npm-shrinkwrap.json',
	'pnpm-lock.yaml',
	'yarn.lock',
	'Cargo.lock',
	'go.sum',
	'poetry.lock',
	'uv.lock',
	'pdm.lock',
	'Pipfile.lock',
	'gradle.lockfile',
	'packages.lock.json',
	'composer.lock',
	'Gemfile.lock',
	'gems.locked',
]);

export async function readProject(manifests: Manifests): Promise<ProjectReading> {
	const found = await Promise.all(READERS.map(read => read(manifests)));
	return {
		modules: found.flatMap(({ modules }) => modules).sort(byManifest),
		unreadable: found.flatMap(({ unreadable }) => unreadable),
	};
}

/** Folders near the top first. */
function byManifest(left: ProjectModule, right: ProjectModule): number {
	const depth = ({ manifest }: ProjectModule) => manifest.split('/').length;
	return depth(left) - depth(right) || (left.manifest < right.manifest ? -1 : 1);
}
