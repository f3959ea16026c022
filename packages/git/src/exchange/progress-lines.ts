import type { SyncProgress } from '@hawser/core/ports/values/git-exchange.ts';

/** Further progress of the same step that comes sooner than this is not told. */
const PAUSE = 250;
const MAX_LINE = 200;

/** Reads what git reports while it works, such as "Receiving objects:  45% (9/20)", in pieces of any size. */
export function createProgressReader(
	tell: (progress: SyncProgress) => void,
	now: () => number = Date.now,
): (text: string) => void {
	let rest = '';
	let last = { message: '', at: 0 };
	return text => {
		const lines = (rest + text).split(/[\r\n]/);
		rest = (lines.pop() ?? '').slice(-MAX_LINE);
		for (const line of lines) {
			const progress = readProgress(line);
			const isLast = progress?.done !== undefined && progress.done === progress.total;
			if (progress && (isLast || progress.message !== last.message || now() - last.at >= PAUSE)) {
				last = { message: progress.message, at: now() };
				tell(progress);
			}
		}
	};
}

export function readProgress(line: string): SyncProgress | undefined {
	const match = /^(?:remote: )?([A-Z][A-Za-z ]{2,40}): +(?:\d{1,3}% \((\d{1,12})\/(\d{1,12})\)|(\d{1,12}))/.exec(line);
	if (match === null) {
		return undefined;
	}
	const [, message = '', done, total, count] = match;
	return {
		message,
		...(done !== undefined && total !== undefined && { done: Number(done), total: Number(total) }),
		...(count !== undefined && { done: Number(count) }),
	};
}

/** What hooks and the server have said, without git's own lines of progress. */
export function withoutProgress(transcript: string): string {
	return transcript
		.split(/[\r\n]+/)
		.filter(line => line.trim() !== '' && !isRoutine(line))
		.join('\n');
}

/** Lines that git itself prints at every fetch and push. */
function isRoutine(line: string): boolean {
	return (
		readProgress(line) !== undefined ||
		/^(?:remote: )?(?:Enumerating|Counting|Compressing|Total|Delta compression)\b/.test(line) ||
		/^(?:From |To |Everything up-to-date|Already up to date|Updating |Fast-forward|Unpacking objects|Done$|POST git)/.test(
			line,
		) ||
		/^[ =*+!-]\t/.test(line) ||
		/^ [ *+!=-] [[0-9a-f]/.test(line)
	);
}
