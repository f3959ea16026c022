import { type FSWatcher, watch } from 'node:fs';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { JobFolder } from './job-folder.ts';
import { FILES, SILENCE } from './layout.ts';

export interface FollowOptions {
	signal?: Cancellation;
	onProgress?: (progress: Progress) => void;
	/** Milliseconds in which the window must claim the job. */
	pickup: number;
	/** Milliseconds in which the job must be done, if there is such a limit. */
	total?: number;
	/** Milliseconds without a sign of life after which the window is given up. */
	silence?: number;
	/** True when the window for which the job was made is still the one of the folder. */
	isStillMeant: () => boolean;
}

export type JobEnd =
	| 'done'
	| 'cancelled'
	| 'late'
	/** Claimed, and then no sign of life. */
	| 'gone'
	/** Nobody claimed it. */
	| 'unclaimed'
	/** Nobody claimed it, and another window is in charge now. */
	| 'superseded';

/** Events tell of every change at once; where the file system sends none, as some mounts in containers, this finds it. */
const LOOK_AGAIN = 200;
const MAX_EVENTS_FILE = 16 * 1024 * 1024;
const TELLING: ReadonlySet<string> = new Set([FILES.claimed, FILES.events, FILES.done]);

/** Waits until the job has come to an end of some kind. */
export async function followJob(folder: JobFolder, options: FollowOptions): Promise<JobEnd> {
	const { signal, onProgress, pickup, total = Infinity, silence = SILENCE, isStillMeant } = options;
	const startedAt = performance.now();
	const alarm = createAlarm();
	const watcher = watchJob(folder, alarm.ring);
	const timer = setInterval(alarm.ring, LOOK_AGAIN);
	const stopListening = signal?.onCancelled(alarm.ring);
	const report = progressReader(folder, onProgress);
	let sign: number | undefined;
	let signAt = startedAt;
	try {
		for (;;) {
			const isDone = folder.has(FILES.done);
			report();
			if (isDone) {
				return 'done';
			}
			const newSign = folder.changeTime(FILES.claimed);
			const now = performance.now();
			if (newSign !== sign) {
				[sign, signAt] = [newSign, now];
			}
			if (signal?.cancelled === true) {
				return 'cancelled';
			}
			if (now - startedAt > total) {
				return 'late';
			}
			if (sign === undefined) {
				if (now - startedAt > pickup) {
					return 'unclaimed';
				}
				if (now - startedAt > LOOK_AGAIN && !isStillMeant()) {
					return 'superseded';
				}
			} else if (now - signAt > silence) {
				return 'gone';
			}
			await alarm.rung();
		}
	} finally {
		stopListening?.();
		clearInterval(timer);
		watcher?.close();
	}
}

/** Remembers a ring that nobody was waiting for. */
function createAlarm(): { ring: () => void; rung: () => Promise<void> } {
	let isRung = false;
	let wake: (() => void) | undefined;
	return {
		ring() {
			isRung = true;
			wake?.();
		},
		async rung() {
			if (!isRung) {
				await new Promise<void>(resolve => (wake = resolve));
			}
			isRung = false;
			wake = undefined;
		},
	};
}

function watchJob({ path }: JobFolder, onChange: () => void): FSWatcher | undefined {
	try {
		const watcher = watch(path, (_event, name) => {
			if (name === null || TELLING.has(name)) {
				onChange();
			}
		});
		return watcher.on('error', () => watcher.close());
	} catch {
		// No watches left: looking again now and then must do.
		return undefined;
	}
}

function progressReader(folder: JobFolder, onProgress: FollowOptions['onProgress']): () => void {
	if (!onProgress) {
		return () => undefined;
	}
	let told = 0;
	return () => {
		const file = folder.read(FILES.events, MAX_EVENTS_FILE);
		// What follows the last line feed is still being written.
		const lines = file?.text.split('\n').slice(0, -1) ?? [];
		for (const line of lines.slice(told)) {
			const event = parseJson(line);
			if (isRecord(event) && event['type'] === 'progress' && typeof event['msg'] === 'string') {
				const { msg, done, total } = event;
				onProgress({
					message: msg,
					...(typeof done === 'number' && { done }),
					...(typeof total === 'number' && { total }),
				});
			}
		}
		told = Math.max(told, lines.length);
	};
}
