import type { ProjectModule } from '@hawser/core/ports/projects.ts';
import { below, dependency, folderName, folderOf, type ManifestReader, nearestAbove, readEach } from './manifests.ts';

interface GoMod {
	name: string | undefined;
	required: { name: string; version: string; indirect: boolean }[];
	/** Folders that stand in for modules. */
	replaced: Map<string, string>;
}

export const readGo: ManifestReader = async manifests => {
	const mods = await readEach(manifests, name => name === 'go.mod', readGoMod);
	const sums = await readEach(
		manifests,
		name => name === 'go.sum',
		text => new Set(text.split('\n').map(line => line.split(' ').slice(0, 2).join(' '))),
	);
	const works = await readEach(
		manifests,
		name => name === 'go.work',
		(text, path) => directives(text, 'use').map(([place = '.']) => below(folderOf(path), place)),
	);
	const workIn = new Map([...works.read].map(([path, uses]) => [folderOf(path), { path, uses }]));
	const byName = new Map([...mods.read].map(([path, { name }]) => [name, path]));
	const modules = [...mods.read].map(([path, { name, required, replaced }]): ProjectModule => {
		const folder = folderOf(path);
		const work = nearestAbove(folder, place => workIn.get(place));
		const sum = sums.read.get(below(folder, 'go.sum'));
		const owner = work?.uses.includes(folder) ? work.path : undefined;
		return {
			name: name ?? folderName(path),
			system: 'go',
			path: folder,
			manifest: path,
			...(owner !== undefined && { partOf: owner }),
			dependencies: required.map(({ name: wanted, version, indirect }) => {
				const place = replaced.get(wanted);
				const module =
					place === undefined ? (owner === undefined ? undefined : byName.get(wanted)) : below(folder, place, 'go.mod');
				const locked =
					sum?.has(`${wanted} ${version}`) || sum?.has(`${wanted} ${version}/go.mod`) ? version : undefined;
				return dependency(wanted, indirect ? 'indirect' : 'runtime', {
					declared: version,
					locked,
					module: module !== undefined && mods.read.has(module) ? module : undefined,
				});
			}),
		};
	});
	return { modules, unreadable: [...mods.unreadable, ...works.unreadable] };
};

function readGoMod(text: string): GoMod {
	const required = directives(text, 'require').map(([name = '', version = '', ...comment]) => ({
		name,
		version,
		indirect: comment.includes('indirect'),
	}));
	const local = directives(text, 'replace').flatMap(([from = '', ...rest]): [string, string][] => {
		const to = rest[rest.indexOf('=>') + 1] ?? '';
		return /^\.{1,2}\//.test(to) ? [[from, to]] : [];
	});
	return { name: directives(text, 'module')[0]?.[0], required, replaced: new Map(local) };
}

/** Words of a directive, whether it stands alone or in a block. */
function directives(text: string, name: string): string[][] {
	const found: string[][] = [];
	let inBlock = false;
	for (const raw of text.split(/\r?\n/)) {
		const words = raw
			.trim()
			.split(/[\s]+/)
			.map(word => word.replaceAll('"', ''));
		if (inBlock) {
			inBlock = words[0] !== ')';
			if (inBlock && words[0] !== '' && !words[0]?.startsWith('//')) {
				found.push(words);
			}
		} else if (words[0] === name) {
			inBlock = words[1] === '(';
			if (!inBlock) {
				found.push(words.slice(1));
			}
		}
	}
	return found;
}
