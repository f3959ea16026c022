import { isProcessAlive } from '@hawser/node/process-alive.ts';
import type { Page } from 'playwright-core';
import type { ServerLog } from './server-log.ts';

const LAUNCHED = /\[([0-9a-f]{8})\]\[ExtensionHostConnection\] <(\d+)> Launched Extension Host Process/;

/**
 * Knows which extension host belongs to which page. A page opens its connections with a random token in the address;
 * code-server logs the first eight digits of that token with the process id of the extension host it starts for it.
 * This holds for two pages on the same folder too, where the folder could not tell them apart.
 */
export class ExtensionHosts {
	readonly #pids = new Map<string, number>();

	constructor(log: ServerLog) {
		log.onLine(line => {
			const [, token, pid] = LAUNCHED.exec(line) ?? [];
			if (token !== undefined) {
				this.#pids.set(token, Number(pid));
			}
		});
	}

	/** Follows one page; call before it navigates. The function it returns gives the living extension host, if there is one. */
	follow(page: Page): () => number | undefined {
		let tokens: string[] = [];
		page.on('request', request => {
			// A new document brings new connections; those of the old one only shut down.
			if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
				tokens = [];
			}
		});
		page.on('websocket', socket => {
			const token = new URL(socket.url()).searchParams.get('reconnectionToken');
			if (token !== null) {
				tokens.push(token.slice(0, 8));
			}
		});
		return () => {
			const pids = tokens.flatMap(token => this.#pids.get(token) ?? []);
			return pids.findLast(isProcessAlive);
		};
	}
}
