/** A value as the server sends it: text of a status, number, bytes, nothing, a list or an error. */
export type Reply = string | number | bigint | Buffer | null | readonly Reply[] | ReplyError;

export class ReplyError extends Error {
	override readonly name = 'ReplyError';
}

/** Thrown for an answer that is larger than we hold in memory, or not of the protocol. */
export class ReplyTooLarge extends Error {}
export class NotRedis extends Error {}

const MAX_DEPTH = 16;
const MAX_LINE = 64 * 1024;
/** Bytes that an element of a list is counted with at least, so that a list of nothing cannot fill the memory. */
const LEAST_ELEMENT = 16;

interface OpenList {
	items: Reply[];
	missing: number;
}

/** Words as bulk strings with their length before them, so that nothing in a word can end it. */
export function encodeCommand(words: readonly string[]): Buffer {
	const parts = words.flatMap(word => {
		const bytes = Buffer.from(word);
		return [Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')];
	});
	return Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...parts]);
}

/**
 * Reads RESP 2 piece by piece. By hand: ioredis adds 54 kB to a package that has 90 kB of room and reconnects, queues and pipelines,
 * which a bounded question must not; the part of the protocol that answers reads is this file.
 */
export class ReplyReader {
	private chunks: Buffer[] = [];
	private length = 0;
	private lists: OpenList[] = [];
	private received = 0;
	private readonly maxBytes: number;

	constructor(maxBytes: number) {
		this.maxBytes = maxBytes;
	}

	/** The reply that is complete with this chunk; undefined while more is to come. */
	push(chunk: Buffer): Reply | undefined {
		this.chunks.push(chunk);
		this.length += chunk.length;
		this.count(chunk.length);
		for (;;) {
			const value = this.next();
			if (value === undefined) {
				return undefined;
			}
			const done = this.place(value.value);
			if (done !== undefined) {
				this.received = 0;
				return done.value;
			}
		}
	}

	private count(bytes: number): void {
		this.received += bytes;
		if (this.received > this.maxBytes) {
			throw new ReplyTooLarge(`The answer is larger than ${this.maxBytes} bytes.`);
		}
	}

	/** The next value that is whole, where a list that has begun is no value yet. */
	private next(): { value: Reply } | undefined {
		for (;;) {
			const line = this.peekLine();
			if (line === undefined) {
				return undefined;
			}
			const [kind, text] = [line.charAt(0), line.slice(1)];
			const size = line.length + 2;
			switch (kind) {
				case '+':
					this.skip(size);
					return { value: text };
				case '-':
					this.skip(size);
					return { value: new ReplyError(text) };
				case ':': {
					this.skip(size);
					const number = integer(text);
					return { value: Number.isSafeInteger(Number(number)) ? Number(number) : number };
				}
				case '$': {
					const length = Number(integer(text));
					if (length < 0) {
						this.skip(size);
						return { value: null };
					}
					if (length > this.maxBytes) {
						throw new ReplyTooLarge(`A value of ${length} bytes is larger than ${this.maxBytes}.`);
					}
					if (this.length < size + length + 2) {
						return undefined;
					}
					this.skip(size);
					const value = Buffer.from(this.flat().subarray(0, length));
					this.skip(length + 2);
					return { value };
				}
				case '*': {
					this.skip(size);
					const missing = Number(integer(text));
					if (missing < 0) {
						return { value: null };
					}
					if (missing === 0) {
						return { value: [] };
					}
					this.count(missing * LEAST_ELEMENT);
					if (this.lists.length >= MAX_DEPTH) {
						throw new NotRedis('The answer is nested too deeply.');
					}
					this.lists.push({ items: [], missing });
					break;
				}
				default:
					throw new NotRedis('The server does not speak the protocol of Redis.');
			}
		}
	}

	/** Puts a value into the innermost open list; lists that become full by it are values in turn. */
	private place(value: Reply): { value: Reply } | undefined {
		let current = value;
		for (let list = this.lists.at(-1); list; list = this.lists.at(-1)) {
			list.items.push(current);
			if (--list.missing > 0) {
				return undefined;
			}
			this.lists.pop();
			current = list.items;
		}
		return { value: current };
	}

	private peekLine(): string | undefined {
		const buffer = this.flat(MAX_LINE);
		const end = buffer.indexOf('\r\n');
		if (end === -1 && buffer.length >= MAX_LINE) {
			throw new NotRedis('The server does not speak the protocol of Redis.');
		}
		return end === -1 ? undefined : buffer.toString('latin1', 0, end);
	}

	/** One buffer of what is unread. Only the start is joined while a long value is still arriving. */
	private flat(enough = Number.POSITIVE_INFINITY): Buffer {
		const [first] = this.chunks;
		if (this.chunks.length > 1 && (first?.length ?? 0) < enough) {
			this.chunks = [Buffer.concat(this.chunks)];
		}
		return this.chunks[0] ?? Buffer.alloc(0);
	}

	private skip(bytes: number): void {
		this.chunks = [this.flat().subarray(bytes)];
		this.length -= bytes;
	}
}

function integer(text: string): bigint {
	if (!/^-?\d{1,20}$/.test(text)) {
		throw new NotRedis('The server does not speak the protocol of Redis.');
	}
	return BigInt(text);
}
