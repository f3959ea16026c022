import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { HeadlessError } from '../shared/errors.ts';

/**
 * Adds extension folders without copying them. VS Code loads an extension from wherever its entry in extensions.json
 * points; folders that were merely put beside that file are ignored once it exists.
 */
export async function addUnpackedExtensions(extensionsFolder: string, folders: readonly string[]): Promise<void> {
	if (folders.length === 0) {
		return;
	}
	const file = join(extensionsFolder, 'extensions.json');
	const listed: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
	const existing: unknown[] = Array.isArray(listed) ? listed : [];
	const added = await Promise.all(folders.map(extensionEntry));
	await writeFile(file, JSON.stringify([...existing, ...added]));
}

async function extensionEntry(folder: string) {
	const path = resolve(folder);
	const { publisher, name, version } = await readManifest(path);
	return { identifier: { id: `${publisher}.${name}` }, version, location: { $mid: 1, path, scheme: 'file' } };
}

async function readManifest(folder: string): Promise<{ publisher: string; name: string; version: string }> {
	const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));
	const field = (key: string) => {
		const value: unknown = Object.getOwnPropertyDescriptor(Object(manifest), key)?.value;
		if (typeof value === 'string') {
			return value;
		}
		throw new HeadlessError('E_EXTENSION_INSTALL', `${folder} is not an extension: its package.json has no ${key}.`, {
			hint: 'Give the folder that holds the package.json of the extension.',
		});
	};
	return { publisher: field('publisher'), name: field('name'), version: field('version') };
}
