import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs with a temporary ignore file, which is gone afterwards. */
export async function withIgnoreFile<T>(lines: readonly string[], run: (file: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'hawser-search-'));
	try {
		const file = join(folder, 'ignore');
		await writeFile(file, lines.join('\n'));
		return await run(file);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
