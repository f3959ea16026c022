import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { tellConnected } from '@hawser/link/ask-window.ts';
import { windowNamed } from '@hawser/link/find-window.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import { processOrigin } from './process-origin.ts';

/** Tells the window of the project which agent is there before it calls: what it writes with tools of its own counts from then on. */
export interface Announcement {
	/** The client has said who it is. */
	introduced(client: AgentClaim): void;
	/** Windows have come or gone. */
	again(): void;
}

export function announcement(
	{ windows, http }: Pick<WindowLink, 'windows' | 'http'>,
	workspace: string,
	agent: string,
): Announcement {
	const own = { ...processOrigin(), ...(windowNamed(workspace) === undefined && { folder: workspace }) };
	let client: AgentClaim | undefined;
	let told: string | undefined;

	function again(): void {
		try {
			const window = windows.find(workspace);
			const life = `${window.id} ${window.pid}`;
			if (client && told !== life) {
				told = life;
				tellConnected(http, window, { agent, client: { ...client, ...own } }).catch(() => {
					told = undefined;
				});
			}
		} catch {
			// No window, or several: the first call will say which one is meant.
		}
	}

	return {
		introduced(claim) {
			if (claim.name !== client?.name) {
				client = claim;
				told = undefined;
				// Later, so that the first answer does not wait for it.
				setImmediate(again);
			}
		},
		again,
	};
}
