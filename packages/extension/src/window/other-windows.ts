import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { WindowSummary } from '@hawser/core/ports/windows.ts';
import type { Forward } from '@hawser/core/runtime/runtime.ts';
import { askHealth } from '@hawser/link/ask-window.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';

/** A window that does not answer in this time is not worth listing. */
const HEALTH_LIMIT = 1000;

/** All windows that answer, this one included; an entry without an answer is not a window. */
export async function listWindows(link: WindowLink, ownId: string, signal: Cancellation): Promise<WindowSummary[]> {
	const entries = signal.cancelled ? [] : link.windows.all();
	const summaries = await Promise.all(
		entries.map(async (entry): Promise<WindowSummary[]> => {
			try {
				const { focused } = await askHealth(link.http, entry, HEALTH_LIMIT);
				const { id, folders, workspaceFile, port, app, version, remote, startedAt } = entry;
				return [
					{
						id,
						folders,
						...(workspaceFile !== undefined && { workspaceFile }),
						port,
						app,
						version,
						...(remote !== undefined && { remote }),
						focused,
						since: new Date(startedAt).toISOString(),
						current: id === ownId,
					},
				];
			} catch {
				return [];
			}
		}),
	);
	return summaries.flat().sort((left, right) => left.since.localeCompare(right.since));
}

/** The way to the window of a project, or undefined when that is this one. */
export function routeByProject(link: WindowLink, ownId: string, projectRoot: string): Forward | undefined {
	if (isOwn(link, ownId, projectRoot)) {
		return undefined;
	}
	return (tool, input, { agent, client, requestId, signal, timeout, defaultTimeout, progress }) =>
		link.call(
			projectRoot,
			{
				tool,
				input,
				surface: 'forward',
				...(agent !== undefined && { agent }),
				...(client && { client }),
				...(requestId !== undefined && { requestId }),
				...(timeout !== undefined && { timeout }),
				...(defaultTimeout !== undefined && { defaultTimeout }),
			},
			{ ...(signal && { signal }), ...(progress && { onProgress: progress }) },
		);
}

/** Throws when no window has the project, and none is expected back that had it. */
function isOwn({ windows }: WindowLink, ownId: string, projectRoot: string): boolean {
	try {
		return windows.find(projectRoot).id === ownId;
	} catch (cause) {
		if (windows.expected(projectRoot) === undefined) {
			throw cause;
		}
		return false;
	}
}
