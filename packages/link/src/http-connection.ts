import { connect, type Socket } from 'node:net';
import { HttpResponseParser } from './http-response-parser.ts';

/** Why there is no response, or not all of it. */
export type ConnectionFailure =
	/** No connection came about. */
	| 'unreachable'
	/** The connection was closed before the request was on its way: the other side cannot have seen all of it. */
	| 'unsent'
	/** The connection broke while the request was on its way or being answered: it may have taken effect. */
	| 'lost'
	/** Whoever answers there does not speak HTTP. */
	| 'malformed'
	/** Whoever answers there is no window: nothing was sent but the question for its proof. */
	| 'stranger'
	/** A window with another token answers there, or somebody who wants to look like one; the same holds. */
	| 'unproven';

export interface Exchange {
	head(status: number, headers: ReadonlyMap<string, string>): void;
	body(bytes: Buffer): void;
	end(): void;
	fail(reason: ConnectionFailure): void;
}

/** Milliseconds. The kernel answers for a listening process, however busy that is; Windows takes seconds to refuse. */
const CONNECT_LIMIT = 150;
const DEFAULT_KEEP_ALIVE = 4000;

/** A connection to a port of this machine that carries one request after the other. */
export class HttpConnection {
	readonly #socket: Socket;
	readonly #onIdle: (connection: HttpConnection) => void;
	#exchange: Exchange | undefined;
	#parser: HttpResponseParser | undefined;
	#connected = false;
	#unsent = false;
	#usableUntil = 0;
	#keepAlive = DEFAULT_KEEP_ALIVE;

	/** `onIdle` is called when a response is complete and the connection can be used again. */
	constructor(port: number, onIdle: (connection: HttpConnection) => void) {
		this.#onIdle = onIdle;
		this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
		const limit = setTimeout(() => {
			// This process may have been asleep for long: what has happened meanwhile is heard before the limit counts.
			setImmediate(() => this.#connected || this.#socket.destroy());
		}, CONNECT_LIMIT);
		this.#socket.once('connect', () => {
			this.#connected = true;
			clearTimeout(limit);
		});
		this.#socket.on('data', bytes => this.#receive(bytes));
		// The event `close` follows and has all that is needed; without a listener the error would end the process.
		this.#socket.on('error', () => undefined);
		this.#socket.once('close', () => {
			clearTimeout(limit);
			this.#closed();
		});
	}

	/** False when the other side has closed it, or is about to because it was idle for too long. */
	get usable(): boolean {
		return this.#exchange === undefined && this.#socket.writable && performance.now() < this.#usableUntil;
	}

	/** True when a request can be written to it now. */
	get open(): boolean {
		return this.#exchange === undefined && this.#socket.writable;
	}

	send(request: string, exchange: Exchange): void {
		this.#exchange = exchange;
		this.#parser = new HttpResponseParser({
			head: (status, headers) => {
				this.#readKeepAlive(headers.get('keep-alive'));
				exchange.head(status, headers);
			},
			body: bytes => exchange.body(bytes),
			end: reusable => this.#complete(reusable),
		});
		this.#socket.ref();
		this.#socket.write(request, cause => {
			// Only the word of the system counts: a write that was given up because the connection broke may have arrived.
			this.#unsent = cause != null && 'syscall' in cause && cause.syscall === 'write';
		});
	}

	/** Closes the connection, which also cancels what it carries. The exchange hears nothing more. */
	destroy(): void {
		this.#exchange = undefined;
		this.#socket.destroy();
	}

	/** Servers announce after how many seconds they close an idle connection; ours must not be in use at that moment. */
	#readKeepAlive(header: string | undefined): void {
		const seconds = /timeout=(\d+)/.exec(header ?? '')?.[1];
		this.#keepAlive = seconds === undefined ? DEFAULT_KEEP_ALIVE : Number(seconds) * 1000 - 1000;
	}

	#receive(bytes: Buffer): void {
		try {
			this.#parser?.push(bytes);
		} catch {
			this.#fail('malformed');
			this.#socket.destroy();
		}
	}

	#complete(reusable: boolean): void {
		const exchange = this.#exchange;
		this.#exchange = undefined;
		this.#parser = undefined;
		if (reusable) {
			this.#usableUntil = performance.now() + this.#keepAlive;
			this.#socket.unref();
			this.#onIdle(this);
		} else {
			this.#socket.destroy();
		}
		exchange?.end();
	}

	#closed(): void {
		if (this.#parser?.close() !== true) {
			this.#fail(this.#connected ? (this.#unsent ? 'unsent' : 'lost') : 'unreachable');
		}
	}

	#fail(reason: ConnectionFailure): void {
		const exchange = this.#exchange;
		this.#exchange = undefined;
		exchange?.fail(reason);
	}
}
