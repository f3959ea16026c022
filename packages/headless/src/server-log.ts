import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable } from 'node:stream';

const KEPT_LINES = 400;
const TAIL_LINES = 40;

/** Noise of every healthy start, left out of error messages. */
const HARMLESS = /vsda|^\s*$|reconnection-grace-time|AgentHostChannel/;

/** The output of code-server is written to a file, kept for error messages, and watched for lines that report events. */
export class ServerLog {
	readonly path: string;
	readonly #file: WriteStream;
	readonly #lines: string[] = [];
	readonly #listeners: ((line: string) => void)[] = [];

	constructor(path: string) {
		this.path = path;
		this.#file = createWriteStream(path, { flags: 'a' });
		// The folder may be removed while the last lines arrive.
		this.#file.on('error', () => undefined);
	}

	read(stream: Readable): void {
		let rest = '';
		stream.setEncoding('utf8');
		stream.on('data', (chunk: string) => {
			this.#file.write(chunk);
			const lines = (rest + chunk).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				this.#add(line);
			}
		});
	}

	onLine(listener: (line: string) => void): void {
		this.#listeners.push(listener);
	}

	/** The end of the log, for error messages. */
	tail(): string {
		const telling = this.#lines.filter(line => !HARMLESS.test(line));
		return telling.slice(-TAIL_LINES).join('\n');
	}

	close(): void {
		this.#file.end();
	}

	#add(line: string): void {
		this.#lines.push(line);
		if (this.#lines.length > KEPT_LINES) {
			this.#lines.shift();
		}
		for (const listener of this.#listeners) {
			listener(line);
		}
	}
}
