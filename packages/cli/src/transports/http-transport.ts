import { askHealth } from '@hawser/link/ask-window.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import type { Transport } from './transport.ts';

export function httpTransport(link: WindowLink): Transport {
	return {
		call: link.call,
		find: projectRoot => link.windows.find(projectRoot),
		async findAnswering(projectRoot) {
			link.windows.forget();
			try {
				const entry = link.windows.find(projectRoot);
				await askHealth(link.http, entry);
				return entry;
			} catch {
				// For a moment there is no window at all, or it is not ready.
				return undefined;
			}
		},
	};
}
