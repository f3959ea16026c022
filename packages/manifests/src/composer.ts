import { recordOf } from '@hawser/core/data/plain-data.ts';
import type { ProjectModule } from '@hawser/core/ports/projects.ts';
import { below, dependency, folderName, folderOf, type ManifestReader, readEach } from './manifests.ts';
import { at, textAt, versionsByName } from './values.ts';

const USES = { require: 'runtime', 'require-dev': 'development' } as const;

export const readComposer: ManifestReader = async manifests => {
	const packages = await readEach(
		manifests,
		name => name === 'composer.json',
		text => recordOf(JSON.parse(text)),
	);
	const locks = await readEach(
		manifests,
		name => name === 'composer.lock',
		text => {
			const lock: unknown = JSON.parse(text);
			return new Map([...versionsByName(at(lock, 'packages')), ...versionsByName(at(lock, 'packages-dev'))]);
		},
	);
	const byName = new Map([...packages.read].map(([path, manifest]) => [textAt(manifest, 'name'), path]));
	const modules = [...packages.read].map(([path, manifest]): ProjectModule => {
		const locked = locks.read.get(below(folderOf(path), 'composer.lock'));
		const version = textAt(manifest, 'version');
		return {
			name: textAt(manifest, 'name') ?? folderName(path),
			...(version !== undefined && { version }),
			system: 'composer',
			path: folderOf(path),
			manifest: path,
			dependencies: Object.entries(USES).flatMap(([field, use]) =>
				Object.entries(recordOf(manifest[field])).map(([name, wanted]) => {
					// PHP itself and its extensions are not packages.
					const isPlatform = !name.includes('/');
					const declared = typeof wanted === 'string' ? wanted : undefined;
					return dependency(name, isPlatform ? 'platform' : use, {
						declared,
						locked: locked?.get(name)?.[0],
						module: byName.get(name),
					});
				}),
			),
		};
	});
	return { modules, unreadable: [...packages.unreadable, ...locks.unreadable] };
};
