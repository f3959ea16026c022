import { opendir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { failureReply } from '../failure-reply.ts';
import { JobFolder, quietly } from './job-folder.ts';
import { FILES, isJobId, jobsFolder, SILENCE } from './layout.ts';
import type { Owner } from './read-plain-file.ts';
import { windowGone } from './run-job.ts';

/** Milliseconds. Clients remove their own jobs; these are of clients that did not live to do it. */
const FINISHED_FOR = 60 * 60 * 1000;
const UNFINISHED_FOR = 24 * 60 * 60 * 1000;

/** Folders looked at in one go, so that a flood of them cannot keep the window busy. */
const MAX_LOOKED_AT = 1000;

/** The claim of a window to a job. */
export interface Claim {
	bridgeId: string;
	pid: number;
	host: string;
	claimedAt: string;
}

export function newClaim(bridgeId: string): string {
	const claim: Claim = { bridgeId, pid: process.pid, host: hostname(), claimedAt: new Date().toISOString() };
	return JSON.stringify(claim);
}

/** Answers the jobs of windows that are gone, and removes what nobody will fetch. `isOwn` tells jobs that are under way here. */
export async function sweepJobs(workspace: string, owner: Owner, isOwn: (name: string) => boolean): Promise<void> {
	for (const name of await listJobs(workspace, MAX_LOOKED_AT)) {
		if (!isOwn(name)) {
			const folder = JobFolder.open(join(jobsFolder(workspace), name), owner);
			// A disk may be full, or a client faster; the next sweep looks again.
			quietly(() => folder && sweepJob(folder, name));
			folder?.close();
			await setImmediate();
		}
	}
}

/** Names in the folder of jobs, those that are still being written included. */
export async function listJobs(workspace: string, limit: number): Promise<string[]> {
	const names: string[] = [];
	const folder = await opendir(jobsFolder(workspace), { bufferSize: 256 });
	// Leaving the loop closes the folder.
	for await (const { name } of folder) {
		if (names.length >= limit) {
			break;
		}
		names.push(name);
	}
	return names;
}

function sweepJob(folder: JobFolder, name: string): void {
	const now = Date.now();
	const finishedAt = folder.changeTime(FILES.done);
	if (finishedAt !== undefined) {
		if (now - finishedAt > FINISHED_FOR) {
			folder.removeAll();
		}
		return;
	}
	const startedAt = folder.changeTime(FILES.command) ?? folder.changeTime('.');
	const unfinishedFor = isJobId(name) ? UNFINISHED_FOR : FINISHED_FOR;
	if (startedAt !== undefined && now - startedAt > unfinishedFor) {
		folder.removeAll();
	} else if (isOrphan(folder)) {
		const { envelope } = failureReply(windowGone('the tool'), name, Date.now());
		if (folder.createFirst(FILES.error, JSON.stringify(envelope))) {
			folder.createFirst(FILES.done);
		}
	}
}

/** True when a window claimed the job that is not there any more. */
function isOrphan(folder: JobFolder): boolean {
	const claimed = folder.read(FILES.claimed, 4096);
	if (claimed === undefined) {
		return false;
	}
	const claim = parseJson(claimed.text);
	const { pid, host } = isRecord(claim) ? claim : {};
	const ended = host === hostname() && typeof pid === 'number' && Number.isSafeInteger(pid) && !isProcessAlive(pid);
	return ended || Date.now() - claimed.stats.mtimeMs > SILENCE;
}
