import { promises as files } from 'node:fs';
import { extname, join } from 'node:path';
import { errorCode } from '@hawser/node/system-error.ts';

/** A file below .hawser that a tool of the project can load as code. */
export interface ProgramFile {
	/** The path from the project's root, with slashes. */
	path: string;
	/** The real path, by which Node knows a module. */
	realPath: string;
	hash: string;
	bytes: Buffer;
}

/** Everything of Hawser in a project stands here. */
const PLACE = '.hawser';
/** The file bridge writes here by the second, and nothing in it is code. */
const BRIDGE = new Set(['.hawser/execute', '.hawser/host.json']);
/** Node takes a file without an ending for a script too. */
const CODE = new Set(['', '.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.node', '.wasm']);

const MAX_FILES = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * All code that stands in .hawser, by path. A permission is for these bytes: which of the files a script imports is known only
 * when it runs. package.json is among them, because it decides what an import means, and so are the descriptions of the tools;
 * other data is not.
 */
export async function readProgramFiles(folder: string): Promise<ReadonlyMap<string, ProgramFile>> {
	const { createHash } = await import('node:crypto');
	const found = new Map<string, ProgramFile>();
	const visited = new Set<string>();
	let total = 0;

	async function readFile(path: string, absolute: string): Promise<void> {
		const [bytes, realPath] = await Promise.all([files.readFile(absolute), files.realpath(absolute)]);
		total += bytes.length;
		if (found.size >= MAX_FILES || total > MAX_BYTES) {
			throw new Error(
				`${PLACE} has more than ${MAX_FILES} program files or ${MAX_BYTES} bytes of them. Keep dependencies of its tools outside of it.`,
			);
		}
		found.set(path, { path, realPath, bytes, hash: createHash('sha256').update(bytes).digest('hex') });
	}

	async function walk(path: string): Promise<void> {
		const absolute = join(folder, path);
		const realPath = await files.realpath(absolute);
		// A link may lead back to where it stands.
		if (visited.has(realPath)) {
			return;
		}
		visited.add(realPath);
		for (const name of (await files.readdir(absolute)).sort()) {
			const below = `${path}/${name}`;
			if (!BRIDGE.has(below)) {
				await take(below, name);
			}
		}
	}

	async function take(path: string, name: string): Promise<void> {
		const absolute = join(folder, path);
		try {
			const stats = await files.stat(absolute);
			if (stats.isDirectory()) {
				await walk(path);
			} else if (stats.isFile() && isProgram(name)) {
				await readFile(path, absolute);
			}
		} catch (cause) {
			// Gone in this moment, or a link to nowhere: then nothing can be loaded from it either.
			if (errorCode(cause) !== 'ENOENT') {
				throw cause;
			}
		}
	}

	await take(PLACE, PLACE);
	return found;
}

function isProgram(name: string): boolean {
	return name === 'package.json' || name.endsWith('.meta.yaml') || CODE.has(extname(name).toLowerCase());
}
