import { askHealth } from '@hawser/link/ask-window.ts';
import { DeadEntry } from '@hawser/link/call-window.ts';
import { noWindow } from '@hawser/link/find-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from '../input/arguments.ts';
import { print } from '../terminal/terminal.ts';
import { choosePlace } from '../transports/workspace.ts';

/** Only for a window that proves itself: the client that asks sends the token to its port without any question. */
export async function run({ options }: Arguments): Promise<number> {
	const workspace = choosePlace(options);
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	try {
		const entry = link.windows.find(workspace);
		await askHealth(link.http, entry);
		print(JSON.stringify({ Authorization: `Bearer ${entry.token}` }));
		return 0;
	} catch (cause) {
		if (cause instanceof DeadEntry) {
			const others = link.windows.all().filter(({ id }) => id !== cause.entry.id);
			throw noWindow(workspace, others);
		}
		throw cause;
	} finally {
		link.close();
	}
}
