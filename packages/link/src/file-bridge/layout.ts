import { join } from 'node:path';

/** Names and figures that both ends of the bridge keep to. */

export const BRIDGE_VERSION = 1;

export const FILES = {
	command: 'command.json',
	claimed: 'claimed.json',
	events: 'events.ndjson',
	response: 'response.json',
	error: 'error.json',
	/** The answer as a reader sees it; a failure needs none. */
	text: 'text.txt',
	/** The data of an answer that is too big for one file. */
	data: 'data.json',
	/** Empty, always written last. */
	done: 'done',
	/** Empty, written by the client. */
	cancel: 'cancel',
	/** Written by a user who wants to look at the job later. */
	keep: 'keep',
} as const;

/** The files of a job. Anything else in its folder is not ours to remove. */
export const JOB_FILES = Object.values(FILES).filter(name => name !== FILES.keep);

/** Bytes. */
export const MAX_COMMAND = 4 * 1024 * 1024;
export const MAX_ANSWER = 64 * 1024 * 1024;
/** Data beyond this gets a file of its own, so that `response.json` stays readable at a glance. */
export const SPILL_BEYOND = 2 * 1024 * 1024;

/** Milliseconds between two signs of life of a window. */
export const HEARTBEAT = 2000;
/** Without a sign of life for so long a window is gone: a busy one may be late, a suspended machine is not counted. */
export const SILENCE = 15_000;

/** Names with a dot in front are still being written. */
const JOB_ID = /^[A-Za-z0-9_][\w.-]{0,79}$/;

export function isJobId(name: string): boolean {
	return JOB_ID.test(name);
}

export function bridgeFolder(workspace: string): string {
	return join(workspace, '.hawser');
}

export function hostFile(workspace: string): string {
	return join(bridgeFolder(workspace), 'host.json');
}

export function jobsFolder(workspace: string): string {
	return join(bridgeFolder(workspace), 'execute');
}
