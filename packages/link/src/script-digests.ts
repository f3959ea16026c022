import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { isRecord, recordOf } from '@hawser/core/data/plain-data.ts';
import { scriptOf, scriptTexts } from '@hawser/core/policy/package-scripts.ts';
import { plainCommands } from '@hawser/core/policy/plain-commands.ts';
import { errorCode } from '@hawser/node/system-error.ts';

/**
 * Digests of the scripts of package.json that the line runs, so that a rule holds only for what they did when it was made. What the
 * scripts start in turn, such as files of the project, is not part of it.
 */
export async function scriptDigests(
	line: string,
	{ cwd, folder }: { cwd: string; folder: string },
): Promise<readonly string[]> {
	let place = path.resolve(folder, cwd);
	const scripts = (plainCommands(line) ?? []).flatMap(words => {
		const [program, target = ''] = words;
		if (program === 'cd') {
			place = path.resolve(place, target);
		}
		const script = scriptOf(words);
		return script === undefined ? [] : [{ place, script }];
	});
	const digests = await Promise.all(scripts.map(run => scriptDigest(run.place, run.script, folder)));
	return digests.filter(digest => digest !== undefined);
}

/** Undefined where the folder has no such script. */
export async function scriptDigest(place: string, script: string, folder: string): Promise<string | undefined> {
	try {
		const texts = scriptTexts(scriptsAbove(realpathSync.native(place)), script);
		// The same words do something else in another package.
		return texts && (await digestOf([path.relative(folder, place), script, texts]));
	} catch {
		return undefined;
	}
}

/** Node's cryptography takes milliseconds to load, for which most programs of the CLI need not wait. */
export async function digestOf(value: unknown): Promise<string> {
	const { createHash } = await import('node:crypto');
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Package managers look for the manifest from the folder upwards, and pass by none that is there. */
function scriptsAbove(place: string): Readonly<Record<string, unknown>> {
	const text = manifestIn(place);
	const parent = path.dirname(place);
	if (text === undefined) {
		return parent === place ? {} : scriptsAbove(parent);
	}
	// They read it with a byte order mark too.
	const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
	return recordOf(isRecord(manifest) ? manifest['scripts'] : undefined);
}

/** A manifest is a page or two; a larger file is none. */
const MAX_MANIFEST = 4_000_000;

/** Undefined where there is none; what cannot be read is an error. A link may lead to a device that never ends, or to a pipe that never begins. */
function manifestIn(place: string): string | undefined {
	let file: number | undefined;
	try {
		file = openSync(path.join(place, 'package.json'), constants.O_RDONLY | constants.O_NONBLOCK);
		const stats = fstatSync(file);
		if (!stats.isFile() || stats.size > MAX_MANIFEST) {
			throw new Error(`package.json in ${place} is no file, or too large.`);
		}
		const bytes = Buffer.alloc(stats.size);
		return bytes.toString('utf8', 0, readSync(file, bytes));
	} catch (cause) {
		if (errorCode(cause) === 'ENOENT') {
			return undefined;
		}
		throw cause;
	} finally {
		if (file !== undefined) {
			closeSync(file);
		}
	}
}
