import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { removeAbandonedTemporaries, writeFileAtomically } from '@hawser/node/write-file-atomically.ts';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

export interface StoredText {
	/** Bytes on disk. */
	size: number;
	/** Time at which it was stored, in milliseconds. */
	since: number;
}

export interface PutText {
	digest: string;
	/** Bytes that were written for it; none where the text was there. */
	written: number;
}

/** Texts by the digest of their content: a text that many changes share is kept once. */
export interface TextStore {
	/** The text is on disk when the promise ends. */
	put(text: string): Promise<PutText>;
	/** Undefined when the text was given up, or is damaged. */
	get(digest: string): Promise<string | undefined>;
	stored(): Promise<ReadonlyMap<string, StoredText>>;
	remove(digests: readonly string[]): Promise<void>;
}

export function textStore(folder: string): TextStore {
	const place = (digest: string) => join(folder, digest);
	return {
		async put(text) {
			const digest = digestOf(text);
			const known = await stat(place(digest)).catch(() => undefined);
			if (known) {
				// As if it were new: another window must not give it up before it is entered.
				await utimes(place(digest), new Date(), new Date()).catch(() => undefined);
				return { digest, written: 0 };
			}
			const bytes = await compress(text);
			await mkdir(folder, { recursive: true, mode: 0o700 });
			await writeFileAtomically(place(digest), bytes);
			return { digest, written: bytes.length };
		},
		async get(digest) {
			try {
				const text = (await expand(await readFile(place(digest)))).toString('utf8');
				return digestOf(text) === digest ? text : undefined;
			} catch {
				return undefined;
			}
		},
		async stored() {
			const names = (await readdir(folder).catch(() => [])).filter(isDigest);
			const found = await Promise.all(
				names.map(async name => {
					const stats = await stat(place(name)).catch(() => undefined);
					return stats ? [[name, { size: stats.size, since: stats.mtimeMs }] as const] : [];
				}),
			);
			return new Map(found.flat());
		},
		async remove(digests) {
			removeAbandonedTemporaries(folder);
			await Promise.all(digests.filter(isDigest).map(digest => rm(place(digest), { force: true })));
		},
	};
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

function isDigest(name: string): boolean {
	return /^[0-9a-f]{64}$/.test(name);
}
