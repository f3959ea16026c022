import type { Reply } from '@hawser/core/contract/envelope.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { CallOptions, WindowCall } from '../call-window.ts';
import { type FoundBridge, findBridge } from './find-bridge.ts';
import { followJob, type JobEnd } from './follow-job.ts';
import { readHost } from './host-file.ts';
import { type JobFolder, quietly } from './job-folder.ts';
import { FILES } from './layout.ts';
import { readAnswer } from './read-answer.ts';
import { submitJob } from './submit-job.ts';

export interface BridgeCallOptions extends CallOptions {
	/** Milliseconds in which the window must take the job. */
	pickup?: number;
	/** Milliseconds without a sign of life after which a window that took the job is given up. */
	silence?: number;
	/** Milliseconds beyond the time of the call in which the window must say that the time is over. */
	timeLimit?: number;
}

/** Calls a tool through the files of the folder around the path. Rejects with a ToolError. */
export async function callThroughFiles(
	path: string,
	call: WindowCall,
	options: BridgeCallOptions = {},
): Promise<Reply> {
	const { pickup = 5000 } = options;
	const giveUpAt = performance.now() + pickup;
	for (;;) {
		const bridge = requireBridge(path);
		const left = Math.max(giveUpAt - performance.now(), 1);
		const reply = await callOnce(bridge, call, { ...options, pickup: left });
		if (reply !== 'superseded') {
			return reply;
		}
	}
}

async function callOnce(
	bridge: FoundBridge,
	call: WindowCall,
	options: BridgeCallOptions & { pickup: number },
): Promise<Reply | 'superseded'> {
	const { signal, onProgress, pickup, silence, timeLimit = 5000 } = options;
	if (signal?.cancelled === true) {
		throw failure('cancelled', call, bridge);
	}
	const folder = submitJob(bridge, call);
	const follow = () =>
		followJob(folder, {
			pickup,
			...(signal && { signal }),
			...(onProgress && { onProgress }),
			...(silence !== undefined && { silence }),
			...(call.timeout !== undefined && { total: call.timeout + timeLimit }),
			isStillMeant: () => readHost(bridge.workspace, bridge.host.uid)?.nonce === bridge.host.nonce,
		});
	let isOurs = true;
	try {
		let end = await follow();
		if (isUntaken(end) && !takeBack(folder)) {
			// The window was faster by a hair.
			end = await follow();
		}
		if (end === 'superseded') {
			return end;
		}
		const reply = end === 'done' ? readAnswer(folder) : undefined;
		if (reply) {
			return reply;
		}
		if (end === 'cancelled' || end === 'late') {
			isOurs = takeBack(folder);
			if (!isOurs) {
				quietly(() => folder.create(FILES.cancel));
			}
		}
		throw failure(end, call, bridge);
	} finally {
		// The window removes a job that it was told to cancel, when the tool has ended.
		if (isOurs) {
			folder.removeAll();
		}
		folder.close();
	}
}

function isUntaken(end: JobEnd): boolean {
	return end === 'unclaimed' || end === 'superseded';
}

/** Whoever claims a job first has it, the client too: then no window can take it any more. */
function takeBack(folder: JobFolder): boolean {
	try {
		return folder.createFirst(FILES.claimed);
	} catch {
		// The disk is full, for the window too; without the command there is nothing to take.
		folder.remove(FILES.command);
		return !folder.has(FILES.claimed);
	}
}

/** Throws E_BRIDGE_UNAVAILABLE when no live window serves a folder around the path. */
export function requireBridge(path: string): FoundBridge {
	const bridge = findBridge(path);
	if (!bridge) {
		throw new ToolError('E_BRIDGE_UNAVAILABLE', `No window has opened a file bridge for ${path}.`, {
			details: { path },
		});
	}
	if (!bridge.fresh) {
		const { workspace, host } = bridge;
		throw new ToolError('E_BRIDGE_UNAVAILABLE', `The window that opened the file bridge in ${workspace} is gone.`, {
			hint: 'Ask the user to open the folder in VS Code, then call again; nothing needs a restart.',
			details: { folder: workspace, lastSeen: new Date(host.seenAt).toISOString() },
		});
	}
	return bridge;
}

function failure(end: JobEnd, { tool, timeout }: WindowCall, { workspace, host }: FoundBridge): ToolError {
	const details = { folder: workspace, windowId: host.bridgeId };
	switch (end) {
		case 'done':
			return new ToolError('E_NO_RESPONSE', `The window finished ${tool} and left no answer.`, { details });
		case 'cancelled':
			return new ToolError('E_CANCELLED', `The call of ${tool} was cancelled.`);
		case 'late':
			return new ToolError('E_TIMEOUT', `${tool} did not finish within ${timeout ?? 0} ms; it was told to stop.`, {
				details,
			});
		case 'gone':
			return new ToolError('E_WINDOW_GONE', `The window closed, reloaded or hangs while ${tool} was under way.`, {
				details,
			});
		case 'unclaimed':
		case 'superseded':
			return new ToolError('E_PICKUP_TIMEOUT', `The window did not take the job; ${tool} has not run.`, { details });
	}
}
