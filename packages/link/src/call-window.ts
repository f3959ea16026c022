import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { failureText, type Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { LineSplitter } from '@hawser/node/lines.ts';
import { isFailure, isProgressLine, isReplyLine } from './answer-shapes.ts';
import type { ConnectionFailure } from './http-connection.ts';
import type { WindowEntry } from './window-entry.ts';
import type { WindowHttp } from './window-http.ts';

/** One call of a tool, as it goes over the link. */
export interface WindowCall {
	tool: string;
	input: Record<string, unknown>;
	requestId?: string;
	/** Tells agents apart, by the process that speaks for each. */
	agent?: string;
	/** What the agent says of itself. */
	client?: AgentClaim;
	/** The place of the call in a trace of the client, as W3C Trace Context writes it. */
	traceparent?: string;
	/** The surface on which the call came in. */
	surface?: 'stdio' | 'cli' | 'forward';
	/** Milliseconds that the tool may take, instead of its own limit. */
	timeout?: number;
	/** Milliseconds for tools that have no limit of their own. */
	defaultTimeout?: number;
}

export interface CallOptions {
	signal?: Cancellation;
	onProgress?: (progress: Progress) => void;
}

export interface WindowAnswer {
	/** HTTP status; 200 unless the window refused the request before it looked for the tool. */
	status: number;
	/** The window that answered; absent when the window refused before it knew the caller. */
	windowId: string | undefined;
	reply: Reply;
}

/** Nobody, or somebody else, answers at the address of the entry: the call certainly had no effect. */
export class DeadEntry extends Error {
	override readonly name = 'DeadEntry';
	readonly entry: WindowEntry;
	readonly reason: ConnectionFailure | undefined;

	constructor(entry: WindowEntry, reason?: ConnectionFailure) {
		super(`Window ${entry.id} does not answer on port ${entry.port}.`);
		this.entry = entry;
		this.reason = reason;
	}
}

/**
 * Calls a tool in the window. Rejects with DeadEntry, or with a ToolError: E_WINDOW_GONE when the connection broke under way,
 * E_CANCELLED when the signal said so.
 */
export function callWindow(
	http: WindowHttp,
	entry: WindowEntry,
	call: WindowCall,
	options: CallOptions = {},
): Promise<WindowAnswer> {
	const { signal, onProgress } = options;
	return new Promise((resolve, reject) => {
		if (signal?.cancelled === true) {
			reject(cancelled(call));
			return;
		}
		const answer = new AnswerReader(entry, onProgress);
		const giveUp = http.send(
			entry,
			{ method: 'POST', path: '/call', body: JSON.stringify(call) },
			{
				head: (status, headers) => answer.head(status, headers),
				body: bytes => answer.body(bytes),
				end() {
					stopListening?.();
					answer.finish(resolve, reject);
				},
				fail(reason) {
					stopListening?.();
					reject(explainFailure(reason, entry, call));
				},
			},
		);
		const stopListening = signal?.onCancelled(() => {
			giveUp();
			reject(cancelled(call));
		});
	});
}

class AnswerReader {
	readonly #entry: WindowEntry;
	readonly #lines: LineSplitter;
	#status = 0;
	#windowId: string | undefined;
	#reply: Reply | undefined;

	constructor(entry: WindowEntry, onProgress: CallOptions['onProgress']) {
		this.#entry = entry;
		this.#lines = new LineSplitter(line => {
			const value = parseLine(line);
			if (isReplyLine(value)) {
				this.#reply = value.reply;
			} else if (isProgressLine(value)) {
				onProgress?.(value.progress);
			} else if (isFailure(value)) {
				this.#reply = { envelope: value, text: failureText(value.error) };
			}
		});
	}

	head(status: number, headers: ReadonlyMap<string, string>): void {
		this.#status = status;
		this.#windowId = headers.get('hawser-window');
	}

	body(bytes: Buffer): void {
		this.#lines.push(bytes);
	}

	finish(resolve: (answer: WindowAnswer) => void, reject: (cause: Error) => void): void {
		this.#lines.end();
		const reply = this.#reply;
		// A stranger on this port neither knows the header nor speaks in our envelopes.
		const stranger = this.#windowId === undefined && (this.#status === 200 || reply === undefined);
		if (stranger) {
			reject(new DeadEntry(this.#entry));
		} else if (reply === undefined) {
			reject(new ToolError('E_INTERNAL', `The window answered with HTTP status ${this.#status} and no reply.`));
		} else {
			resolve({ status: this.#status, windowId: this.#windowId, reply });
		}
	}
}

function parseLine(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

function explainFailure(reason: ConnectionFailure, entry: WindowEntry, { tool }: WindowCall): Error {
	if (reason !== 'lost') {
		return new DeadEntry(entry, reason);
	}
	return new ToolError('E_WINDOW_GONE', `The window closed or reloaded while ${tool} was under way.`, {
		details: { windowId: entry.id, folders: entry.folders },
	});
}

function cancelled({ tool }: WindowCall): ToolError {
	return new ToolError('E_CANCELLED', `The call of ${tool} was cancelled.`);
}
