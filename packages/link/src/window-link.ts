import type { Reply } from '@hawser/core/contract/envelope.ts';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { sleep } from '@hawser/node/sleep.ts';
import { askHealth } from './ask-window.ts';
import { type CallOptions, callWindow, DeadEntry, type WindowAnswer, type WindowCall } from './call-window.ts';
import { type WindowFinder, windowFinder } from './find-window.ts';
import type { WindowEntry } from './window-entry.ts';
import { type WindowHttp, windowHttp } from './window-http.ts';

/** Finds and calls windows. One per process: it keeps connections open and what it read of the registry. */
export interface WindowLink {
	readonly windows: WindowFinder;
	readonly http: WindowHttp;
	/** Calls a tool in the window that has this project open. Rejects with a ToolError. */
	call(projectRoot: string, call: WindowCall, options?: CallOptions): Promise<Reply>;
	/** Closes idle connections; calls under way go on. */
	close(): void;
}

export interface LinkOptions {
	/** Milliseconds beyond the time of a call after which the window is asked for a sign of life, and to answer that. */
	timeLimit?: number;
	/** The only window answers for every place if it has no folder. */
	onlyWindowAnswers?: boolean;
}

const DEFAULT_CALL_TIME = 30_000;

export function windowLink(
	home: string,
	{ timeLimit = 5000, onlyWindowAnswers = false }: LinkOptions = {},
): WindowLink {
	const windows = windowFinder(home, { onlyWindowAnswers });
	const http = windowHttp();

	/** A dead entry certainly took no call, so asking the next window that matches repeats nothing. */
	async function call(projectRoot: string, request: WindowCall, options: CallOptions = {}): Promise<Reply> {
		let dead: Set<string> | undefined;
		for (;;) {
			const entry = await findOrAwait(windows, projectRoot, dead, options);
			try {
				return await callEntry(projectRoot, entry, request, options);
			} catch (cause) {
				if (!(cause instanceof DeadEntry)) {
					throw cause;
				}
				if (!wasRenewed(entry)) {
					dead = (dead ?? new Set()).add(cause.entry.id);
				}
			}
		}
	}

	/** The token was renewed and this process had read the old one. */
	function wasRenewed({ id, token }: WindowEntry): boolean {
		windows.forget();
		return windows.all().some(entry => entry.id === id && entry.token !== token);
	}

	async function callEntry(
		projectRoot: string,
		entry: WindowEntry,
		request: WindowCall,
		options: CallOptions,
	): Promise<Reply> {
		const answer = await callWatched(http, entry, request, options, timeLimit);
		if (answer.status === 401) {
			// The token was renewed and this process had read the old one. A refused call had no effect.
			windows.forget();
			const renewed = windows.find(projectRoot);
			return renewed.token === entry.token
				? answer.reply
				: (await callWatched(http, renewed, request, options, timeLimit)).reply;
		}
		if (answer.windowId !== undefined && answer.windowId !== entry.id && !isSuccessor(entry, answer.windowId)) {
			throw new DeadEntry(entry);
		}
		return answer.reply;
	}

	/** A window that reloads gets a new id and keeps port and token: then the call has run in the right window. */
	function isSuccessor({ port, token }: WindowEntry, id: string): boolean {
		windows.forget();
		return windows.all().some(entry => entry.id === id && entry.port === port && entry.token === token);
	}

	return { windows, http, call, close: () => http.close() };
}

/** Milliseconds between two looks for a window that is expected back. */
const LOOK_AGAIN = 100;
/** Milliseconds for which a window that was expected a moment ago, and whose entry is gone, is waited for. */
const SWEPT_LIMIT = 5000;
/** Looks at a window that takes no connections and whose process is there still: it may be dying this very moment. */
const LAST_LOOKS = 5;

/**
 * The window for the path. One that died a moment ago is waited for: the editor is starting it again, and an agent that is told to
 * open the folder would be told wrong. Throws what the finder throws when none is expected, or none has come.
 */
async function findOrAwait(
	windows: WindowFinder,
	projectRoot: string,
	dead: ReadonlySet<string> | undefined,
	{ signal, onProgress }: CallOptions,
): Promise<WindowEntry> {
	let told = false;
	let until: number | undefined;
	for (let looks = dead === undefined ? 0 : LAST_LOOKS; ; looks--) {
		try {
			return windows.find(projectRoot, dead);
		} catch (cause) {
			const expected = isToolError(cause) && cause.code === 'E_NO_WINDOW' ? windows.expected(projectRoot) : undefined;
			// Windows that start sweep the entries of dead ones, and a new window may not have written its own yet.
			until = expected ?? (until && Math.min(until, Date.now() + SWEPT_LIMIT));
			if (until === undefined ? looks <= 0 : Date.now() > until) {
				throw cause;
			}
			if (signal?.cancelled === true) {
				throw new ToolError('E_CANCELLED', 'The call was cancelled while its window was starting again.');
			}
			if (until !== undefined && !told) {
				told = true;
				onProgress?.({ message: 'The window is starting again' });
			}
		}
		await sleep(LOOK_AGAIN);
		windows.forget();
	}
}

/**
 * A call may take long, because a user is asked or a test runs; a window that hangs must not hold its callers for ever. So
 * when the time of the call is over, the window is asked for a sign of life, again and again until the answer comes.
 */
async function callWatched(
	http: WindowHttp,
	entry: WindowEntry,
	call: WindowCall,
	options: CallOptions,
	timeLimit: number,
): Promise<WindowAnswer> {
	const source = createCancellation();
	const stopListening = options.signal?.onCancelled(() => source.cancel());
	const interval = (call.timeout ?? call.defaultTimeout ?? DEFAULT_CALL_TIME) + timeLimit;
	const window = { silent: false };
	const timer = setInterval(() => {
		askHealth(http, entry, timeLimit).catch(() => {
			window.silent = true;
			source.cancel();
		});
	}, interval);
	try {
		return await callWindow(http, entry, call, { ...options, signal: source });
	} catch (cause) {
		throw window.silent ? doesNotAnswer(entry, call) : cause;
	} finally {
		clearInterval(timer);
		stopListening?.();
	}
}

function doesNotAnswer({ id, folders }: WindowEntry, { tool }: WindowCall): ToolError {
	return new ToolError('E_TIMEOUT', `The window does not answer; whether ${tool} took effect is not known.`, {
		hint: 'Ask the user to look at the VS Code window: it may be stopped in a debugger, or need a reload.',
		details: { windowId: id, folders },
	});
}
