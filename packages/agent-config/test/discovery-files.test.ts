import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { markedFiles, removeStaleFiles, staleFiles } from '../src/discovery-files.ts';

const mark = (host: number) => JSON.stringify({ hawser: { host, made: [] } });

test.skipIf(process.platform === 'win32')('what others put beside our files holds nobody up', () => {
	const folder = mkdtempSync(join(tmpdir(), 'hawser-discovery-'));
	const elsewhere = join(mkdtempSync(join(tmpdir(), 'hawser-elsewhere-')), 'file.json');
	writeFileSync(elsewhere, mark(1));
	// Whoever opens it waits for somebody to write.
	execFileSync('mkfifo', [join(folder, 'pipe.json')]);
	symlinkSync(elsewhere, join(folder, 'link.json'));
	writeFileSync(join(folder, 'large.json'), mark(1));
	truncateSync(join(folder, 'large.json'), 1_000_000_000);
	writeFileSync(join(folder, 'ours.json'), mark(4_000_000));
	expect(markedFiles(folder).map(({ path }) => path)).toEqual([join(folder, 'ours.json')]);
	removeStaleFiles(folder, () => false);
	expect(staleFiles(folder, () => false)).toEqual([]);
});
