import { isToolError, type ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { queryDeadline } from '../engines/deadline.ts';
import { unreachable } from '../engines/failure.ts';
import { type Connection, createPool } from '../engines/pool.ts';
import { tlsFailure } from '../engines/tls.ts';
import { createAttempts } from './attempts.ts';
import type { StoreOptions } from './store.ts';

/** Milliseconds for questions of our own. */
export const OWN_TIMEOUT = 20_000;

interface Protocol<Kind extends Connection, Ask> {
	connect(address: DatabaseAddress): Promise<Kind>;
	/** What questions are put with. */
	askOf(connection: Kind): Ask;
	/** True for an error that the server has answered with: the connection is as good as before. */
	isAnswer(cause: unknown): boolean;
	/** The error for the caller; undefined for one that is not of this protocol. */
	explain(cause: unknown): ToolError | undefined;
}

/** Connections to a database that is not asked in SQL, and a way to use one of them for so many milliseconds at most. */
export function createStoreConnections<Kind extends Connection, Ask>(
	address: DatabaseAddress,
	{ idle, reach }: StoreOptions,
	{ connect, askOf, isAnswer, explain }: Protocol<Kind, Ask>,
) {
	const pool = createPool({ open: async () => connect(await reach()), size: 2, idle });
	const attempt = createAttempts(pool, isAnswer);
	return {
		within: <Result>(timeout: number, signal: Cancellation, work: (ask: Ask) => Promise<Result>) =>
			runWithin(queryDeadline(timeout), signal, stopped =>
				attempt(stopped, connection => work(askOf(connection))).catch((cause: unknown) => {
					throw isToolError(cause)
						? cause
						: (explain(cause) ?? tlsFailure(cause, address) ?? unreachable(cause, address));
				}),
			),
		close: () => pool.close(),
	};
}
