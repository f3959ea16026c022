import { join } from 'node:path';
import { ToolError } from '@hawser/core/contract/errors.ts';
import { type BridgeCommand, checkCommand, readCommandFor } from './command.ts';
import { JobFolder } from './job-folder.ts';
import { FILES, jobsFolder, MAX_COMMAND } from './layout.ts';
import type { Owner } from './read-plain-file.ts';
import { type ClaimedJob, claimedJob, type RunCommand } from './run-job.ts';
import { newClaim } from './sweep-jobs.ts';

export interface JobQueueOptions {
	workspace: string;
	windowId: string;
	nonce: string;
	startedAt: number;
	owner: Owner;
	run: RunCommand;
}

/** The jobs of this window: looked at, claimed, waiting and running. */
export interface JobQueue {
	/** Takes the job if it is for this window and has not been looked at. */
	consider(name: string): void;
	/** Forgets the names of jobs that are not there any more. */
	forgetAllBut(names: ReadonlySet<string>): void;
	/** Shows the clients of all claimed jobs that the window is there, and clears away what was cancelled before. */
	touch(): Promise<void>;
	isUnderWay(name: string): boolean;
	abandonAll(): void;
}

const MAX_RUNNING = 10;
const MAX_WAITING = 256;
/** Files opened at a time to find out whose job it is. */
const MAX_LOOKING = 8;
/** A folder may come before its command does; it is looked at so often, and then left alone. */
const MAX_LOOKS = 5;

export function createJobQueue({ workspace, windowId, nonce, startedAt, owner, run }: JobQueueOptions): JobQueue {
	/** How often each name was looked at; Infinity when that is settled. */
	const looks = new Map<string, number>();
	const toLookAt = new Set<string>();
	const waiting: { name: string; job: ClaimedJob }[] = [];
	const underWay = new Map<string, ClaimedJob>();
	let cancelled: ClaimedJob[] = [];
	let looking = 0;
	let running = 0;
	let closed = false;

	const look = async (name: string): Promise<void> => {
		const folder = await JobFolder.open(join(jobsFolder(workspace), name), owner);
		let claimed = false;
		try {
			const file = await folder?.read(FILES.command, MAX_COMMAND);
			looks.set(name, file ? Infinity : (looks.get(name) ?? 0) + 1);
			const fields = file && readCommandFor(file, nonce, startedAt);
			if (folder && fields && !closed && (await folder.createFirst(FILES.claimed, newClaim(windowId)))) {
				claimed = true;
				accept(name, folder, fields);
			}
		} finally {
			if (!claimed) {
				await folder?.close();
			}
		}
	};

	const accept = (name: string, folder: JobFolder, fields: Record<string, unknown>): void => {
		const command = checkCommand(fields);
		const job = claimedJob(folder, typeof command === 'string' ? unreadable(name) : command);
		underWay.set(name, job);
		if (closed) {
			job.abandon();
		} else if (typeof command === 'string') {
			void settle(name, job, job.refuse(new ToolError('E_INVALID_REQUEST', command)));
		} else if (waiting.length >= MAX_WAITING) {
			const message = `${MAX_WAITING} jobs are waiting in this folder.`;
			void settle(name, job, job.refuse(new ToolError('E_CAPACITY', message)));
		} else {
			waiting.push({ name, job });
			runNext();
		}
	};

	const settle = async (name: string, job: ClaimedJob, work: Promise<void>): Promise<void> => {
		await work.catch(() => undefined);
		underWay.delete(name);
		if (job.cancelled) {
			cancelled.push(job);
		}
	};

	const runNext = (): void => {
		while (running < MAX_RUNNING && !closed) {
			const next = waiting.shift();
			if (!next) {
				return;
			}
			running++;
			void settle(next.name, next.job, next.job.run(run)).then(() => {
				running--;
				runNext();
			});
		}
	};

	const lookAtNext = (): void => {
		for (const name of toLookAt) {
			if (looking >= MAX_LOOKING || closed) {
				return;
			}
			toLookAt.delete(name);
			looking++;
			look(name)
				.catch(() => looks.set(name, MAX_LOOKS))
				.finally(() => {
					looking--;
					lookAtNext();
				});
		}
	};

	return {
		consider(name) {
			if ((looks.get(name) ?? 0) < MAX_LOOKS && !underWay.has(name)) {
				toLookAt.add(name);
				lookAtNext();
			}
		},
		forgetAllBut(names) {
			for (const name of looks.keys()) {
				if (!names.has(name)) {
					looks.delete(name);
				}
			}
		},
		async touch() {
			await Promise.all([...underWay.values()].map(job => job.touch()));
			const over = cancelled;
			cancelled = [];
			for (const { folder } of over) {
				const reopened = await JobFolder.open(folder.path, owner);
				await reopened?.removeAll();
				await reopened?.close();
			}
		},
		isUnderWay: name => underWay.has(name),
		abandonAll() {
			closed = true;
			for (const job of underWay.values()) {
				job.abandon();
			}
			underWay.clear();
		},
	};
}

function unreadable(name: string): BridgeCommand {
	return { version: 0, id: name, clientId: '', createdAt: '', nonce: '', tool: 'the tool', input: {} };
}
