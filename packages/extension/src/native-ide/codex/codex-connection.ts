import type { Socket } from 'node:net';
import { createFrameReader, frame } from './codex-frames.ts';
import { failure, readMessage, success } from './codex-messages.ts';

export interface CodexQuestions {
	/** What the window of this folder says; undefined where there is none, or where it says nothing. */
	context(workspaceRoot: string): Promise<object | undefined>;
	/** Somebody came who is not Codex in a terminal. */
	foreigner(): void;
}

/** Milliseconds for a frame from its first byte to its last, and for a connection on which nothing happens. */
const FRAME_LIMIT = 5000;
const IDLE_LIMIT = 30_000;
/** Codex asks one question per connection. */
const MAX_WAITING = 8;

/** Answers on one connection, one question after the other. What is no message ends it. */
export function serveCodex(
	socket: Socket,
	{ context, foreigner }: CodexQuestions,
	{ frameLimit = FRAME_LIMIT, idleLimit = IDLE_LIMIT } = {},
): void {
	const reader = createFrameReader();
	let answering: Promise<void> = Promise.resolve();
	let waiting = 0;
	let frameTimer: NodeJS.Timeout | undefined;

	async function answer(text: string): Promise<void> {
		const message = readMessage(text);
		switch (message?.kind) {
			case undefined:
				socket.destroy();
				return;
			case 'question': {
				const { requestId, workspaceRoot } = message;
				const found = await context(workspaceRoot);
				socket.write(frame(found ? success(requestId, found) : failure(requestId, 'no-client-found')));
				return;
			}
			case 'foreign':
				socket.write(frame(failure(message.requestId, 'no-handler-for-request')));
				foreigner();
				return;
			case 'mismatch':
				socket.write(frame(failure(message.requestId, 'request-version-mismatch')));
				return;
			case 'other':
		}
	}

	function take(bytes: Buffer): void {
		const texts = reader.take(bytes);
		if (texts.length > 0 || !reader.half) {
			clearTimeout(frameTimer);
			frameTimer = undefined;
		}
		if (reader.half) {
			frameTimer ??= setTimeout(() => socket.destroy(), frameLimit).unref();
		}
		waiting += texts.length;
		if (waiting > MAX_WAITING) {
			socket.destroy();
			return;
		}
		for (const text of texts) {
			answering = answering
				.then(() => (socket.destroyed ? undefined : answer(text)))
				.catch(() => void socket.destroy())
				.finally(() => waiting--);
		}
	}

	socket.setTimeout(idleLimit, () => socket.destroy());
	socket.on('error', () => socket.destroy());
	socket.on('close', () => clearTimeout(frameTimer));
	socket.on('data', (bytes: Buffer) => {
		try {
			take(bytes);
		} catch {
			socket.destroy();
		}
	});
}
