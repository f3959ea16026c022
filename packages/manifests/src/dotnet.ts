import { posix } from 'node:path';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import type { ProjectModule } from '@hawser/core/ports/projects.ts';
import { below, dependency, folderOf, type ManifestReader, nearestAbove, readEach } from './manifests.ts';
import { at, textAt } from './values.ts';
import { descendants, type Element, parseXml } from './xml.ts';

const PROJECT = /\.(?:cs|fs|vb)proj$/i;
const SOLUTION = /\.slnx?$/i;

export const readDotnet: ManifestReader = async manifests => {
	const projects = await readEach(manifests, name => PROJECT.test(name), parseXml);
	const solutions = await readEach(
		manifests,
		name => SOLUTION.test(name),
		(text, path) => solutionProjects(text).map(place => below(folderOf(path), place)),
	);
	const central = await readEach(
		manifests,
		name => name === 'Directory.Packages.props',
		text => packageVersions(parseXml(text), 'PackageVersion'),
	);
	const old = await readEach(
		manifests,
		name => name === 'packages.config',
		text =>
			descendants(parseXml(text))
				.filter(({ name }) => name === 'package')
				.map(({ attributes }) => attributes),
	);
	const locks = await readEach(manifests, name => name === 'packages.lock.json', readLock);
	const centralIn = new Map([...central.read].map(([path, versions]) => [folderOf(path), versions]));
	const modules = [...projects.read].map(([path, project]): ProjectModule => {
		const folder = folderOf(path);
		const elements = descendants(project);
		const property = (name: string) => elements.find(element => element.name === name)?.text.trim();
		const version = property('Version') ?? property('VersionPrefix');
		const locked = locks.read.get(below(folder, 'packages.lock.json'));
		const shared = nearestAbove(folder, place => centralIn.get(place));
		const [solution] = [...solutions.read].find(([, members]) => members.includes(path)) ?? [];
		return {
			name: property('AssemblyName') ?? posix.basename(path).replace(PROJECT, ''),
			...(version !== undefined && { version }),
			system: 'dotnet',
			path: folder,
			manifest: path,
			...(solution !== undefined && { partOf: solution }),
			dependencies: [
				...[...packageVersions(project, 'PackageReference')].map(([name, declared]) =>
					dependency(name, 'runtime', {
						declared: declared ?? shared?.get(name),
						locked: locked?.get(name.toLowerCase()),
					}),
				),
				...(old.read.get(below(folder, 'packages.config')) ?? []).map(({ id = '', version: declared }) =>
					dependency(id, 'runtime', { declared, locked: declared }),
				),
				...elements
					.filter(({ name }) => name === 'ProjectReference')
					.map(({ attributes }) => {
						const target = below(folder, attributes['Include'] ?? '');
						return dependency(posix.basename(target).replace(PROJECT, ''), 'runtime', {
							module: projects.read.has(target) ? target : undefined,
						});
					}),
			],
		};
	});
	return { modules, unreadable: [...projects.unreadable, ...solutions.unreadable, ...central.unreadable] };
};

function packageVersions(root: Element, tag: string): Map<string, string | undefined> {
	return new Map(
		descendants(root)
			.filter(({ name, attributes }) => name === tag && (attributes['Include'] ?? attributes['Update']) !== undefined)
			.map(({ attributes, children }) => [
				attributes['Include'] ?? attributes['Update'] ?? '',
				attributes['Version'] ??
					attributes['VersionOverride'] ??
					children.find(({ name }) => name === 'Version')?.text.trim(),
			]),
	);
}

function solutionProjects(text: string): string[] {
	return text.trimStart().startsWith('<')
		? descendants(parseXml(text)).flatMap(({ name, attributes }) =>
				name === 'Project' ? (attributes['Path'] ?? []) : [],
			)
		: [...text.matchAll(/^Project\("[^"\n]*"\)[ \t]*=[ \t]*"[^"\n]*",[ \t]*"([^"\n]+)"/gm)]
				.map(([, path = '']) => path)
				.filter(path => PROJECT.test(path));
}

function readLock(text: string): ReadonlyMap<string, string> {
	const frameworks = Object.values(recordOf(at(JSON.parse(text), 'dependencies')));
	const entries = frameworks.flatMap(framework => Object.entries(recordOf(framework)));
	return new Map(
		entries.flatMap(([name, facts]): [string, string][] => {
			const version = textAt(facts, 'resolved');
			return version === undefined ? [] : [[name.toLowerCase(), version]];
		}),
	);
}
