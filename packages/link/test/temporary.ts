import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureHome } from '../src/home.ts';
import type { WindowEntry } from '../src/window-entry.ts';

export function temporaryFolder(name = 'link'): string {
	return realpathSync(mkdtempSync(join(tmpdir(), `hawser-${name}-`)));
}

export function temporaryHome(): string {
	const home = join(temporaryFolder('home'), 'home');
	ensureHome(home);
	return home;
}

export function anEntry(changes: Partial<WindowEntry> = {}): WindowEntry {
	return {
		id: 'w1',
		pid: process.pid,
		port: 50_001,
		token: 't'.repeat(43),
		folders: ['/project'],
		app: 'Fake Code',
		version: '0.1.0',
		startedAt: 1000,
		seenAt: 1000,
		...changes,
	};
}

/** A process number that nobody has: above the limit of Linux and of macOS, and no multiple of four for Windows. */
export const NO_PROCESS = 2 ** 22 + 54_321;
