import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { failureReply } from '@hawser/link/failure-reply.ts';
import type { RunCommand } from '@hawser/link/file-bridge/run-job.ts';
import { identityOf, isSameIdentity, withAncestors } from '@hawser/link/folder-identity.ts';

/** Jobs of one folder go the way of every call; that they come as files changes nothing. */
export function runCommandIn(workspace: string, runtime: () => Promise<Runtime>): RunCommand {
	return async (
		{ id, tool, input, requestId = id, clientId, client, timeout, defaultTimeout },
		{ signal, progress },
	) => {
		const { projectRoot } = input;
		if (typeof projectRoot === 'string' && isElsewhere(projectRoot, workspace)) {
			return failureReply(otherProject(projectRoot, workspace), requestId, Date.now());
		}
		return (await runtime()).invoke(tool, input, {
			surface: 'files',
			agent: clientId,
			...(client && { client }),
			requestId,
			signal,
			progress,
			...(timeout !== undefined && { timeout }),
			...(defaultTimeout !== undefined && { defaultTimeout }),
		});
	};
}

/** A path that does not exist is not elsewhere; the runtime reports it. */
function isElsewhere(path: string, workspace: string): boolean {
	const [place, own] = [identityOf(path), identityOf(workspace)];
	return place !== undefined && own !== undefined && !withAncestors(place).some(around => isSameIdentity(around, own));
}

/** The user opened the bridge for one folder: it must not lead to the windows of others. */
function otherProject(projectRoot: string, workspace: string): ToolError {
	return new ToolError('E_FORBIDDEN', `The file bridge of ${workspace} does not lead to ${projectRoot}.`, {
		hint: 'Leave projectRoot out, or ask the user to allow the file bridge in that folder.',
		details: { projectRoot, folder: workspace },
	});
}
