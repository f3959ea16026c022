/**
 * Cuts a stream of bytes into lines. Bytes are decoded only once a line is complete, so a character that arrives in two
 * pieces stays whole.
 */
export class LineSplitter {
	readonly #onLine: (line: string) => void;
	readonly #maxLength: number;
	#pieces: Buffer[] = [];
	#length = 0;

	constructor(onLine: (line: string) => void, maxLength = 64 * 1024 * 1024) {
		this.#onLine = onLine;
		this.#maxLength = maxLength;
	}

	/** Throws RangeError when a line is longer than allowed; what was read of it is forgotten. */
	push(bytes: Buffer): void {
		let start = 0;
		for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
			this.#emit(bytes.subarray(start, end));
			start = end + 1;
		}
		if (start < bytes.length) {
			this.#pieces.push(start === 0 ? bytes : bytes.subarray(start));
			this.#length += bytes.length - start;
			if (this.#length > this.#maxLength) {
				this.#pieces = [];
				this.#length = 0;
				throw new RangeError(`A line is longer than ${this.#maxLength} bytes.`);
			}
		}
	}

	/** The last line may lack its line feed. */
	end(): void {
		if (this.#length > 0) {
			this.#emit(Buffer.alloc(0));
		}
	}

	#emit(tail: Buffer): void {
		const line = this.#length === 0 ? tail : Buffer.concat([...this.#pieces, tail]);
		this.#pieces = [];
		this.#length = 0;
		const text = line.toString('utf8');
		this.#onLine(text.endsWith('\r') ? text.slice(0, -1) : text);
	}
}
