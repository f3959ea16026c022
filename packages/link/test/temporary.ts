import { join } from 'node:path';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { ensureHome } from '../src/home.ts';
import type { WindowEntry } from '../src/window-entry.ts';

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
