import { randomBytes } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { removeAbandonedTemporaries } from '@hawser/node/write-file-atomically.ts';
import { announceHost, withdrawHost } from './announce-host.ts';
import { ensureBridgeFolder, removeEmptyBridgeFolder } from './bridge-folder.ts';
import type { BridgeHostFacts } from './host-file.ts';
import { createJobQueue } from './job-queue.ts';
import { BRIDGE_VERSION, bridgeFolder, HEARTBEAT, isJobId, jobsFolder } from './layout.ts';
import type { RunCommand } from './run-job.ts';
import { listJobs, sweepJobs } from './sweep-jobs.ts';

export interface BridgeHostOptions {
	/** The workspace folder. */
	workspace: string;
	windowId: string;
	toolsets: () => readonly string[];
	run: RunCommand;
	/** Told once for each new reason for which the bridge does not work, and with undefined when it works again. */
	onProblem: (reason: string | undefined) => void;
	/** Milliseconds between two signs of life. */
	heartbeat?: number;
}

/** The end of the file bridge that is in the window. */
export interface BridgeHost {
	/** Resolves when jobs are taken for the first time, or when that has failed. */
	readonly ready: Promise<void>;
	/**
	 * Takes away what there is at once, because a window that closes may not wait. Resolves when a sign of life that was being
	 * given meanwhile has left nothing behind either.
	 */
	close(): Promise<void>;
}

/** Folders of jobs beyond this are not looked at until others are gone. */
const MAX_JOBS = 10_000;
/** Signs of life between two sweeps: half a minute. */
const SWEEP_EVERY = 15;

export function openBridgeHost(options: BridgeHostOptions): BridgeHost {
	const { workspace, windowId, toolsets, run, onProblem, heartbeat = HEARTBEAT } = options;
	const owner = process.getuid?.();
	const startedAt = Date.now();
	const nonce = randomBytes(32).toString('base64url');
	const queue = createJobQueue({ workspace, windowId, nonce, startedAt, owner, run });
	let watcher: FSWatcher | undefined;
	let watched: string | undefined;
	let beats = 0;
	let problem: string | undefined;
	let closed = false;

	const facts = (): BridgeHostFacts => ({
		version: BRIDGE_VERSION,
		bridgeId: windowId,
		nonce,
		pid: process.pid,
		platform: process.platform,
		workspace,
		startedAt,
		toolsets: toolsets(),
	});

	const stopWatching = () => {
		watcher?.close();
		watcher = undefined;
		watched = undefined;
	};

	/** Somebody may have removed the folder and it was made anew, as `git clean` does: a watch stays with the old one. */
	const followFolder = async (): Promise<void> => {
		const { dev, ino } = await stat(jobsFolder(workspace));
		const identity = `${dev}:${ino}`;
		if (watched === identity || closed) {
			return;
		}
		stopWatching();
		watcher = watch(jobsFolder(workspace), { persistent: false }, (_event, name) => {
			if (name === basename(jobsFolder(workspace))) {
				// The folder itself has gone.
				beatSoon();
			} else if (name !== null && isJobId(name)) {
				queue.consider(name);
			}
		}).on('error', stopWatching);
		watched = identity;
	};

	/** Events bring the jobs in time; this finds those whose event was lost, or never sent, as on some network drives. */
	const lookAround = async (): Promise<void> => {
		const names = (await listJobs(workspace, MAX_JOBS)).filter(isJobId);
		queue.forgetAllBut(new Set(names));
		for (const name of names) {
			queue.consider(name);
		}
	};

	const beat = async (): Promise<void> => {
		// First, because whatever else fails, those who wait must not think that the window has gone.
		queue.touch();
		await ensureBridgeFolder(workspace, owner);
		await followFolder();
		if (closed) {
			return;
		}
		await announceHost(facts(), owner);
		await lookAround();
		if (beats++ % SWEEP_EVERY === 0) {
			removeAbandonedTemporaries(bridgeFolder(workspace));
			await sweepJobs(workspace, owner, queue.isUnderWay);
		}
	};

	const report = (reason?: string) => {
		if (reason !== problem && !closed) {
			problem = reason;
			onProblem(reason);
		}
	};

	let timer: NodeJS.Timeout | undefined;
	let lastBeat: Promise<void>;
	const keepBeating = (): Promise<void> => (lastBeat = beatOnce());
	const beatOnce = async (): Promise<void> => {
		timer = undefined;
		try {
			await beat();
			report();
		} catch (cause) {
			report(cause instanceof Error ? cause.message : 'Unknown reason');
		}
		if (closed) {
			// It was closed while this beat was writing.
			leave();
		} else {
			timer = setTimeout(() => void keepBeating(), heartbeat).unref();
		}
	};

	const beatSoon = () => {
		if (timer !== undefined) {
			clearTimeout(timer);
			void keepBeating();
		}
	};

	const leave = () => {
		stopWatching();
		withdrawHost(facts());
		queue.abandonAll();
		removeEmptyBridgeFolder(workspace);
	};

	return {
		ready: keepBeating(),
		close() {
			if (!closed) {
				closed = true;
				clearTimeout(timer);
				leave();
			}
			return lastBeat;
		},
	};
}
