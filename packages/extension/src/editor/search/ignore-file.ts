import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

/** Runs with a temporary ignore file, which is gone afterwards. */
export async function withIgnoreFile<T>(lines: readonly string[], run: (file: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'hawser-search-'));
	folders.add(folder);
	try {
		const file = join(folder, 'ignore');
		await writeFile(file, lines.join('\n'));
		return await run(file);
	} finally {
		await rm(folder, { recursive: true, force: true });
		folders.delete(folder);
	}
}

/** Serves a window that closes in the middle of a search and has no time to wait for its end. */
export function removeIgnoreFiles(): void {
	for (const folder of folders) {
		rmSync(folder, { recursive: true, force: true });
	}
}
