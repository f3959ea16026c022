import { setTimeout as sleep } from 'node:timers/promises';
import { windowFinder } from '@hawser/link/find-window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';

const LIMIT = 120_000;

/** The registry entry of the window that has the folder open, as soon as there is one. */
export async function waitForWindow(home: string, folder: string): Promise<WindowEntry> {
	const windows = windowFinder(home);
	const giveUpAt = Date.now() + LIMIT;
	for (;;) {
		windows.forget();
		const entry = windows.all().find(({ folders }) => folders.includes(folder));
		if (entry) {
			return entry;
		}
		if (Date.now() > giveUpAt) {
			throw new Error(`No window with Hawser appeared on ${folder} within ${LIMIT / 1000} s.`);
		}
		await sleep(50);
	}
}
