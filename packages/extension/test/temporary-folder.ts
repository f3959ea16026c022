import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, with links in its path resolved, that is removed when the test is over. */
export function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-extension-')));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
