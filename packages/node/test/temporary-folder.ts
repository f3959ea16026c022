import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Registered when a test file imports this one, so that it runs after the file's own clean-up.
afterAll(() => {
	for (const folder of folders.splice(0)) {
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	}
});

/** A new folder, with links in its path resolved, that is removed when the tests of the file are over. */
export function temporaryFolder(name = 'test'): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), `hawser-${name}-`)));
	folders.push(folder);
	return folder;
}
