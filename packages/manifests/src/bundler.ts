import type { Dependency, ProjectModule } from '@hawser/core/ports/projects.ts';
import { withoutHashComment } from './comments.ts';
import { below, dependency, folderName, folderOf, type ManifestReader, readEach } from './manifests.ts';

type Versions = ReadonlyMap<string, string>;

export const readBundler: ManifestReader = async manifests => {
	const gemfiles = await readEach(manifests, name => name === 'Gemfile' || name === 'gems.rb', readGemfile);
	const gemspecs = await readEach(manifests, name => name.endsWith('.gemspec'), readGemspec);
	const locks = await readEach(manifests, name => name === 'Gemfile.lock' || name === 'gems.locked', readLock);
	const lockIn = new Map([...locks.read].map(([path, versions]) => [folderOf(path), versions]));
	const withLocks = (folder: string, wanted: readonly Dependency[]) =>
		wanted.map(item => ({ ...item, ...lockedIn(lockIn.get(folder), item.name) }));
	const ofGemspecs = [...gemspecs.read].map(([path, { name, version, wanted }]): ProjectModule => {
		const folder = folderOf(path);
		const gemfile = gemfiles.read.get(below(folder, 'Gemfile')) ?? [];
		return {
			name: name ?? folderName(path),
			...(version !== undefined && { version }),
			system: 'bundler',
			path: folder,
			manifest: path,
			dependencies: withLocks(folder, [...wanted, ...gemfile]),
		};
	});
	const taken = new Set(ofGemspecs.map(({ path }) => path));
	const ofGemfiles = [...gemfiles.read]
		.filter(([path]) => !taken.has(folderOf(path)))
		.map(
			([path, wanted]): ProjectModule => ({
				name: folderName(path),
				system: 'bundler',
				path: folderOf(path),
				manifest: path,
				dependencies: withLocks(folderOf(path), wanted),
			}),
		);
	return { modules: [...ofGemspecs, ...ofGemfiles], unreadable: [] };
};

function lockedIn(versions: Versions | undefined, name: string): { locked?: string } {
	const locked = versions?.get(name);
	return locked === undefined ? {} : { locked };
}

/** The plain statements of a Gemfile, with the groups they stand in. */
function readGemfile(text: string): Dependency[] {
	const found: Dependency[] = [];
	const blocks: string[] = [];
	for (const raw of text.split(/\r?\n/)) {
		const line = withoutHashComment(raw).trim();
		const gem = /^gem\s*(?:\(\s*)?["']([^"']+)["'](.*)$/s.exec(line);
		if (gem?.[1] !== undefined) {
			const own = /\bgroups?:\s*(?:\[\s*)?:(\w+)/.exec(gem[2] ?? '')?.[1];
			found.push(
				dependency(gem[1], useOf(own ?? blocks.findLast(name => name !== '') ?? ''), {
					declared: versionsIn(gem[2] ?? ''),
				}),
			);
		} else if (/\bdo\b(?:\s*\|[^|]*\|)?$|^(?:if|unless|case)\b/.test(line)) {
			blocks.push(/^group\s*(?:\(\s*)?:(\w+)/.exec(line)?.[1] ?? '');
		} else if (line === 'end') {
			blocks.pop();
		}
	}
	return found;
}

function readGemspec(text: string): { name: string | undefined; version: string | undefined; wanted: Dependency[] } {
	const field = (name: string) => new RegExp(`\\.${name}\\s*=\\s*["']([^"']+)["']`).exec(text)?.[1];
	const wanted = [
		...text.matchAll(/\.add_(?:(runtime|development)_)?dependency\s*(?:\(\s*)?["']([^"'\n]+)["'](.*)$/gm),
	];
	return {
		name: field('name'),
		version: field('version'),
		wanted: wanted.map(([, kind, name = '', rest = '']) =>
			dependency(name, kind === 'development' ? 'development' : 'runtime', { declared: versionsIn(rest) }),
		),
	};
}

function versionsIn(rest: string): string | undefined {
	const versions = [...rest.matchAll(/["']\s*((?:[~<>=!]+\s*)?\d[\w.]*)\s*["']/g)].map(([, version = '']) => version);
	return versions.length === 0 ? undefined : versions.join(', ');
}

function useOf(group: string): string {
	return group === '' || group === 'default' ? 'runtime' : group;
}

/** The gems themselves stand four spaces deep, what they need six. */
function readLock(text: string): Versions {
	const entries = [...text.matchAll(/^ {4}(\S+) \(([^)\n]+)\)$/gm)];
	return new Map(entries.map(([, name = '', version = '']) => [name, version]));
}
