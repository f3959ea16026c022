import { hostname } from 'node:os';
import { askHealth } from '@hawser/link/ask-window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { wasSeenLately } from '@hawser/link/window-life.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import { readWindowFolder } from '@hawser/link/window-reader.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';

/**
 * The windows that would write again what is taken back. A busy one that does not answer counts too, and so does one of
 * another machine that shares the home, as long as it gives signs of life; an entry that is all that is left of a window does not.
 */
export async function openWindows(home: string): Promise<WindowEntry[]> {
	const { http, close } = windowLink(home);
	const entries = readWindowFolder(home).found.map(({ entry }) => entry);
	const open = await Promise.all(
		entries.map(async entry => {
			if (entry.host !== undefined && entry.host !== hostname()) {
				return wasSeenLately(home, entry.id);
			}
			return isProcessAlive(entry.pid) && ((await answers(http, entry)) || wasSeenLately(home, entry.id));
		}),
	);
	close();
	return entries.filter((_entry, index) => open[index]);
}

function answers(http: Parameters<typeof askHealth>[0], entry: WindowEntry): Promise<boolean> {
	return askHealth(http, entry).then(
		() => true,
		() => false,
	);
}
