import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';

export interface Connection {
	/** True once the other side has gone; such a connection is never handed out again. */
	readonly broken: boolean;
	/** Ends it; never fails. */
	close(): Promise<void>;
}

export interface Lease<Kind extends Connection> {
	connection: Kind;
	/** True when the connection was used before, so that the server may have gone since. */
	reused: boolean;
	/** Back to the others once the work on it is done; or away with it. Only the first call counts. */
	giveBack(): void;
	discard(): Promise<void>;
}

interface PoolOptions<Kind extends Connection> {
	open: () => Promise<Kind>;
	size: number;
	/** Milliseconds: an idle connection stands in the way of dropping the database. */
	idle: number;
}

export interface Pool<Kind extends Connection> {
	lease(signal: Cancellation): Promise<Lease<Kind>>;
	close(): Promise<void>;
}

/** A few connections, opened when needed, shared by all callers in the order in which they ask. */
export function createPool<Kind extends Connection>({ open, size, idle }: PoolOptions<Kind>): Pool<Kind> {
	const free: { connection: Kind; timer: NodeJS.Timeout }[] = [];
	const waiting = new Set<() => void>();
	const leased = new Set<Kind>();
	let count = 0;
	let closed = false;

	const wakeNext = () => {
		const [next] = waiting;
		next?.();
	};

	const takeFree = (): Kind | undefined => {
		for (let entry = free.pop(); entry; entry = free.pop()) {
			clearTimeout(entry.timer);
			if (!entry.connection.broken) {
				return entry.connection;
			}
			count--;
			void entry.connection.close();
		}
		return undefined;
	};

	const retire = async (connection: Kind) => {
		leased.delete(connection);
		await connection.close();
		count--;
		wakeNext();
	};

	const giveBack = (connection: Kind) => {
		if (closed || connection.broken) {
			void retire(connection);
			return;
		}
		leased.delete(connection);
		const timer = setTimeout(() => {
			const index = free.findIndex(entry => entry.connection === connection);
			if (index !== -1) {
				free.splice(index, 1);
				void retire(connection);
			}
		}, idle);
		timer.unref();
		free.push({ connection, timer });
		wakeNext();
	};

	const leaseOf = (connection: Kind, reused: boolean): Lease<Kind> => {
		leased.add(connection);
		let over = false;
		return {
			connection,
			reused,
			giveBack: () => {
				if (!over) {
					over = true;
					giveBack(connection);
				}
			},
			discard: async () => {
				if (!over) {
					over = true;
					await retire(connection);
				}
			},
		};
	};

	const openNew = async (): Promise<Lease<Kind>> => {
		count++;
		try {
			return leaseOf(await open(), false);
		} catch (cause) {
			count--;
			wakeNext();
			throw cause;
		}
	};

	const turn = (signal: Cancellation) =>
		new Promise<void>((resolve, reject) => {
			const go = () => {
				waiting.delete(go);
				stopListening();
				resolve();
			};
			waiting.add(go);
			const stopListening = signal.onCancelled(() => {
				waiting.delete(go);
				reject(new ToolError('E_CANCELLED', 'The query was cancelled while it waited for a connection.'));
			});
		});

	return {
		async lease(signal) {
			for (;;) {
				const connection = takeFree();
				if (connection) {
					return leaseOf(connection, true);
				}
				if (count < size) {
					return openNew();
				}
				await turn(signal);
			}
		},

		async close() {
			closed = true;
			const idleNow = free.splice(0);
			for (const { timer } of idleNow) {
				clearTimeout(timer);
			}
			await Promise.all([...idleNow.map(entry => entry.connection), ...leased].map(connection => connection.close()));
		},
	};
}
