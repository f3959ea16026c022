import { closeSync, type FSWatcher, watch, writeSync } from 'node:fs';
import type { Envelope, Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { failureReply } from '../failure-reply.ts';
import type { BridgeCommand } from './command.ts';
import { type JobFolder, quietly } from './job-folder.ts';
import { FILES, SPILL_BEYOND } from './layout.ts';

/** Runs the tool that a command names. */
export type RunCommand = (
	command: BridgeCommand,
	options: { signal: Cancellation; progress: (progress: Progress) => void },
) => Promise<Reply>;

/** A job that this window has claimed. */
export interface ClaimedJob {
	readonly folder: JobFolder;
	/** Runs it and writes the answer; resolves when nothing more is written. */
	run(run: RunCommand): Promise<void>;
	refuse(cause: ToolError): void;
	/** The sign of life that the client waits for. */
	touch(): void;
	/** True when the client wants no answer any more. */
	readonly cancelled: boolean;
	/** Cancels the tool and answers at once that the window has gone. */
	abandon(): void;
}

/** Reports beyond this are left out: nobody reads so many, and they must not fill the disk. */
const MAX_EVENTS = 10_000;

export function claimedJob(folder: JobFolder, command: BridgeCommand): ClaimedJob {
	const startedAt = Date.now();
	const { requestId = command.id } = command;
	const signal = createCancellation();
	const watcher = watchForCancel(folder, () => signal.cancel());
	const events = eventWriter(folder);
	let state: 'waiting' | 'running' | 'abandoned' = 'waiting';

	const finish = (reply: Reply): void => {
		events.close();
		if (state !== 'abandoned') {
			writeAnswer(folder, reply);
		}
		watcher?.close();
		folder.close();
	};

	return {
		folder,
		async run(run) {
			state = 'running';
			// The file may have been written before anybody watched for it.
			if (folder.has(FILES.cancel)) {
				signal.cancel();
			}
			let reply: Reply;
			try {
				reply = await run(command, { signal, progress: events.write });
			} catch (cause) {
				reply = failureReply(cause, requestId, startedAt);
			}
			finish(reply);
		},
		refuse(cause) {
			state = 'running';
			finish(failureReply(cause, requestId, startedAt));
		},
		touch: () => quietly(() => folder.touch(FILES.claimed)),
		get cancelled() {
			return signal.cancelled;
		},
		abandon() {
			watcher?.close();
			const { envelope } = failureReply(windowGone(command.tool), requestId, startedAt);
			// Where even that cannot be written, the client sees that the window shows no sign of life.
			quietly(() => {
				folder.create(FILES.error, JSON.stringify(envelope));
				folder.create(FILES.done);
			});
			if (state === 'waiting') {
				folder.close();
			}
			state = 'abandoned';
			signal.cancel();
		},
	};
}

export function windowGone(tool: string): ToolError {
	return new ToolError('E_WINDOW_GONE', `The window closed or reloaded while ${tool} was under way.`);
}

/** Without a watch a cancellation is not heard, and the tool ends by its own time limit. */
function watchForCancel({ path }: JobFolder, onCancel: () => void): FSWatcher | undefined {
	try {
		const watcher = watch(path, { persistent: false }, (_event, name) => {
			if (name === FILES.cancel) {
				onCancel();
			}
		});
		return watcher.on('error', () => watcher.close());
	} catch {
		return undefined;
	}
}

/** One that cannot be written is left out. */
function eventWriter(folder: JobFolder): { write: (progress: Progress) => void; close: () => void } {
	let file: number | undefined;
	let seq = 0;
	let closed = false;
	return {
		write({ message, done, total }) {
			if (closed || seq >= MAX_EVENTS) {
				return;
			}
			const event = {
				ts: new Date().toISOString(),
				seq: ++seq,
				type: 'progress',
				msg: message,
				...(done !== undefined && { done }),
				...(total !== undefined && { total }),
			};
			quietly(() => {
				file ??= folder.createOpen(FILES.events);
				writeSync(file, `${JSON.stringify(event)}\n`);
			});
		},
		close() {
			closed = true;
			if (file !== undefined) {
				closeSync(file);
			}
		},
	};
}

/** `done` comes last, and comes always: a client that sees it need not wait for more. */
function writeAnswer(folder: JobFolder, { envelope, text }: Reply): void {
	try {
		if (envelope.ok) {
			writeSuccess(folder, envelope, text);
		} else {
			folder.create(FILES.error, JSON.stringify(envelope));
		}
	} catch (cause) {
		writeExcuse(folder, cause, envelope);
	}
	try {
		folder.create(FILES.done);
	} catch {
		// A full disk may have no room even for an empty file, but always for another name.
		quietly(() => folder.rename(FILES.command, FILES.done));
	}
}

function writeSuccess(folder: JobFolder, envelope: Envelope & { ok: true }, text: string): void {
	const whole = JSON.stringify(envelope);
	folder.create(FILES.text, text);
	if (whole.length <= SPILL_BEYOND) {
		folder.create(FILES.response, whole);
		return;
	}
	const { data, ...rest } = envelope;
	folder.create(FILES.data, JSON.stringify(data));
	folder.create(FILES.response, JSON.stringify({ ...rest, dataRef: FILES.data }));
}

/** The tool has run, and its answer does not fit on the disk; what was written of it makes room for saying so. */
function writeExcuse(folder: JobFolder, cause: unknown, { meta }: Envelope): void {
	for (const name of [FILES.text, FILES.data, FILES.response, FILES.error]) {
		folder.remove(name);
	}
	const code = errorCode(cause);
	const excuse = new ToolError('E_NO_RESPONSE', `The answer could not be written to the job's folder (${code}).`, {
		details: { code },
	});
	const { envelope } = failureReply(excuse, meta.requestId, Date.parse(meta.timestamp));
	quietly(() => folder.create(FILES.error, JSON.stringify(envelope)));
}
