import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
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
	touch(): void;
	isUnderWay(name: string): boolean;
	abandonAll(): void;
}

const MAX_RUNNING = 10;
const MAX_WAITING = 256;
/** Folders opened in a row to find out whose job it is. */
const LOOKS_AT_ONCE = 16;
/** A folder may come before its command does; it is looked at so often, and then left alone. */
const MAX_LOOKS = 5;

export function createJobQueue({ workspace, windowId, nonce, startedAt, owner, run }: JobQueueOptions): JobQueue {
	/** Counts how often each name was looked at; Infinity when nothing is left to find out. */
	const looks = new Map<string, number>();
	const toLookAt = new Set<string>();
	const waiting: { name: string; job: ClaimedJob }[] = [];
	const underWay = new Map<string, ClaimedJob>();
	const cancelled: ClaimedJob[] = [];
	let pending: NodeJS.Immediate | undefined;
	let running = 0;
	let closed = false;

	const look = (name: string): void => {
		const folder = JobFolder.open(join(jobsFolder(workspace), name), owner);
		const file = folder?.read(FILES.command, MAX_COMMAND);
		looks.set(name, file ? Infinity : (looks.get(name) ?? 0) + 1);
		const fields = file && readCommandFor(file, nonce, startedAt);
		if (folder && fields && claim(folder)) {
			accept(name, folder, fields);
		} else {
			folder?.close();
		}
	};

	/** On a full disk nothing can be claimed: the client hears in time that nobody has taken its job. */
	const claim = (folder: JobFolder): boolean => {
		try {
			return folder.createFirst(FILES.claimed, newClaim(windowId));
		} catch {
			return false;
		}
	};

	const accept = (name: string, folder: JobFolder, fields: Record<string, unknown>): void => {
		const command = checkCommand(fields);
		const job = claimedJob(folder, typeof command === 'string' ? unreadable(name) : command);
		underWay.set(name, job);
		if (typeof command === 'string') {
			job.refuse(new ToolError('E_INVALID_REQUEST', command));
			settle(name, job);
		} else if (waiting.length >= MAX_WAITING) {
			job.refuse(new ToolError('E_CAPACITY', `${MAX_WAITING} jobs are waiting in this folder.`));
			settle(name, job);
		} else {
			waiting.push({ name, job });
			runNext();
		}
	};

	const settle = (name: string, job: ClaimedJob): void => {
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
			void next.job.run(run).then(() => {
				settle(next.name, next.job);
				running--;
				runNext();
			});
		}
	};

	/** A few at a time, so that a flood of folders leaves the window time for other things. */
	const lookAtSome = (): void => {
		pending = undefined;
		for (const name of [...toLookAt].slice(0, LOOKS_AT_ONCE)) {
			toLookAt.delete(name);
			look(name);
		}
		if (toLookAt.size > 0 && !closed) {
			pending = setImmediate(lookAtSome);
		}
	};

	return {
		consider(name) {
			if ((looks.get(name) ?? 0) < MAX_LOOKS && !underWay.has(name)) {
				toLookAt.add(name);
				pending ??= setImmediate(lookAtSome);
			}
		},
		forgetAllBut(names) {
			for (const name of looks.keys()) {
				if (!names.has(name)) {
					looks.delete(name);
				}
			}
		},
		touch() {
			for (const job of underWay.values()) {
				job.touch();
			}
			for (const { folder } of cancelled.splice(0)) {
				const reopened = JobFolder.open(folder.path, owner);
				reopened?.removeAll();
				reopened?.close();
			}
		},
		isUnderWay: name => underWay.has(name),
		abandonAll() {
			closed = true;
			clearImmediate(pending);
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
