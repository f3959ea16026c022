import type { ProjectModule } from '@hawser/core/ports/projects.ts';
import { replaceBetween } from '@hawser/core/text/linear-text.ts';
import { below, dependency, folderName, folderOf, type ManifestReader, readEach } from './manifests.ts';
import { childrenOf, type Element, parseXml, textIn } from './xml.ts';

/** Deeper chains of parents and properties than this are circles. */
const MAX_STEPS = 20;
const MAX_TEXT = 10_000;

export const readMaven: ManifestReader = async manifests => {
	const poms = await readEach(manifests, name => name === 'pom.xml', parseXml);
	const parentOf = (path: string): string | undefined => {
		const parent = childrenOf(poms.read.get(path), 'parent')[0];
		const place = parent === undefined ? undefined : (textIn(parent, 'relativePath') ?? '../pom.xml');
		const manifest =
			place === undefined || place === ''
				? undefined
				: below(folderOf(path), place.endsWith('.xml') ? place : `${place}/pom.xml`);
		return manifest !== undefined && manifest !== path && poms.read.has(manifest) ? manifest : undefined;
	};
	const lineOf = (path: string): Element[] => {
		const line: Element[] = [];
		for (
			let current: string | undefined = path;
			current !== undefined && line.length < MAX_STEPS;
			current = parentOf(current)
		) {
			line.push(...[poms.read.get(current)].filter(pom => pom !== undefined));
		}
		return line;
	};
	const byName = new Map([...poms.read.keys()].map(path => [coordinates(lineOf(path)), path]));
	const aggregatorOf = new Map(
		[...poms.read].flatMap(([path, pom]) =>
			childrenOf(pom, 'modules', 'module').map(({ text }): [string, string] => {
				const place = below(folderOf(path), text.trim());
				return [place.endsWith('.xml') ? place : below(place, 'pom.xml'), path];
			}),
		),
	);
	const modules = [...poms.read].map(([path, pom]): ProjectModule => {
		const line = lineOf(path);
		const version = firstText(line, ['version'], ['parent', 'version']);
		// The nearest counts: it is put in last.
		const managedByName = new Map(
			line
				.flatMap(ancestor => childrenOf(ancestor, 'dependencyManagement', 'dependencies', 'dependency'))
				.reverse()
				.map(candidate => [nameOf(candidate, line), candidate]),
		);
		const owner = parentOf(path) ?? aggregatorOf.get(path);
		return {
			name: coordinates(line) || folderName(path),
			...(version !== undefined && { version: substitute(version, line) }),
			system: 'maven',
			path: folderOf(path),
			manifest: path,
			...(owner !== undefined && { partOf: owner }),
			dependencies: childrenOf(pom, 'dependencies', 'dependency').map(element => {
				const name = nameOf(element, line);
				const managed = managedByName.get(name);
				const declared = textIn(element, 'version') ?? textIn(managed, 'version');
				const scope = textIn(element, 'scope') ?? textIn(managed, 'scope') ?? 'compile';
				const module = byName.get(name);
				return dependency(
					name,
					textIn(element, 'optional') === 'true' ? 'optional' : scope === 'compile' ? 'runtime' : scope,
					{
						declared: declared === undefined ? undefined : substitute(declared, line),
						module: module === path ? undefined : module,
					},
				);
			}),
		};
	});
	return { modules, unreadable: poms.unreadable };
};

function coordinates(line: readonly Element[]): string {
	const group = firstText(line, ['groupId'], ['parent', 'groupId']);
	const artifact = textIn(line[0], 'artifactId');
	return [group, artifact]
		.filter(Boolean)
		.map(part => substitute(part ?? '', line))
		.join(':');
}

function nameOf(element: Element, line: readonly Element[]): string {
	return [textIn(element, 'groupId'), textIn(element, 'artifactId')]
		.map(part => substitute(part ?? '', line))
		.join(':');
}

function firstText(line: readonly Element[], ...places: readonly (readonly string[])[]): string | undefined {
	return places.map(place => textIn(line[0], ...place)).find(text => text !== undefined && text !== '');
}

/** Puts in the properties of the file and its parents; what only Maven knows stays as it is. */
function substitute(text: string, line: readonly Element[]): string {
	let current = text;
	for (let step = 0; step < MAX_STEPS && current.includes('${'); step++) {
		const next = replaceBetween(current, '${', '}', (name, whole) => propertyOf(name, line) ?? whole);
		// Properties that stand for each other many times grow without end.
		if (next === current || next.length > MAX_TEXT) {
			break;
		}
		current = next;
	}
	return current;
}

function propertyOf(name: string, line: readonly Element[]): string | undefined {
	const builtIn = /^(?:project\.|pom\.)?(version|groupId|artifactId|parent\.version|parent\.groupId)$/.exec(name)?.[1];
	if (builtIn !== undefined) {
		return firstText(line, builtIn.split('.'), ['parent', builtIn]);
	}
	return line.map(pom => childrenOf(pom, 'properties', name)[0]?.text.trim()).find(value => value !== undefined);
}
