import { promises as files } from 'node:fs';
import { join } from 'node:path';
import { TOOLS_FOLDER } from './tools-place.ts';

/** Another text whenever a file of a tool has been written, made or removed; cheap enough for every call. */
export async function toolsSignature(folders: readonly string[]): Promise<string> {
	return JSON.stringify(await Promise.all(folders.map(folder => signatureOf(join(folder, TOOLS_FOLDER)))));
}

async function signatureOf(place: string): Promise<readonly string[]> {
	try {
		const names = (await files.readdir(place)).sort();
		return await Promise.all(names.map(async name => `${name} ${await stateOf(join(place, name))}`));
	} catch {
		return [];
	}
}

async function stateOf(file: string): Promise<string> {
	try {
		const { ino, size, mtimeNs, ctimeNs } = await files.stat(file, { bigint: true });
		return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
	} catch {
		return 'gone';
	}
}
