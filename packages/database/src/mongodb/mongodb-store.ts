import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { failure } from '../engines/failure.ts';
import type { Store, StoreOptions } from '../stores/store.ts';
import { createStoreConnections, OWN_TIMEOUT } from '../stores/store-connections.ts';
import { connectMongodb } from './mongodb-connection.ts';
import { planOf } from './mongodb-plan.ts';
import { estimatedCount, readRows, type Send } from './mongodb-reads.ts';
import { defaultDatabase, mongodbSchema, mongodbTables } from './mongodb-schema.ts';
import { MongodbError } from './mongodb-wire.ts';
import { ScramFailure } from './scram.ts';
import { type MongodbQuestion, readQuestion } from './shell-question.ts';
import { type Document, Unreadable, type Value } from './shell-values.ts';

export function createMongodbStore(address: DatabaseAddress, options: StoreOptions): Store {
	// The server notices that a connection is gone, and stops what was asked on it.
	const { within, close } = createStoreConnections(address, options, {
		connect: connectMongodb,
		askOf: ({ send }): Send => send,
		isAnswer: cause => cause instanceof MongodbError,
		explain: cause => explain(cause, address),
	});

	return {
		prepare(text, params) {
			const { command, database: named } = judged(text, params);
			const databaseOf = async (send: Send) => named ?? (await defaultDatabase(send, address.database));
			return {
				run: (limits, signal) =>
					within(limits.timeout, signal, async send => readRows(send, await databaseOf(send), command, limits)),
				explain: ({ timeout, analyze }, signal) =>
					within(timeout, signal, async send => {
						const database = await databaseOf(send);
						const [[name, collection] = ['', '']] = command;
						if (!['find', 'aggregate', 'count', 'distinct'].includes(name)) {
							throw new ToolError('E_QUERY_REFUSED', `Give the query itself: ${name} has no plan.`);
						}
						const answer = await send(
							database,
							new Map<string, Value>([
								['explain', explainable(name, command)],
								['verbosity', analyze ? 'executionStats' : 'queryPlanner'],
								['maxTimeMS', timeout],
							]),
						);
						return planOf(
							answer,
							await estimatedCount(send, database, typeof collection === 'string' ? collection : ''),
						);
					}),
			};
		},
		tables: signal => within(OWN_TIMEOUT, signal, send => mongodbTables(send, address.database)),
		schema: (name, signal) => within(OWN_TIMEOUT, signal, send => mongodbSchema(send, address.database, name)),
		close,
	};
}

/** An aggregate is not even explained without saying how it would be paged. */
function explainable(name: string, command: Document): Document {
	return name === 'aggregate' ? new Map([...command, ['cursor', new Map<string, Value>()]]) : command;
}

function judged(text: string, params: Parameters<typeof readQuestion>[1]): MongodbQuestion {
	try {
		return readQuestion(text, params);
	} catch (cause) {
		if (cause instanceof Unreadable) {
			throw new ToolError('E_QUERY_REFUSED', `Not run: ${cause.message}.`, { hint: HOW_TO_ASK });
		}
		throw cause;
	}
}

const HOW_TO_ASK =
	'Ask as in MongoDB\'s shell, db.orders.find({ total: { $gt: 10 } }).sort({ at: -1 }).limit(5) or db.orders.aggregate([…]), or as a command in JSON: { "find": "orders", "filter": {} }.';

const LOGIN = new Set([13, 18, 8000]);
const STOPPED = new Set([50, 262, 11601]);

function explain(cause: unknown, address: DatabaseAddress): ToolError | undefined {
	const message = messageOf(cause);
	if (cause instanceof ScramFailure) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	if (!(cause instanceof MongodbError)) {
		return undefined;
	}
	const { code } = cause;
	if (LOGIN.has(code)) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	if (STOPPED.has(code)) {
		return failure('E_TIMEOUT', `The server stopped the query: ${message}`, address);
	}
	return failure('E_QUERY_FAILED', message, address, { details: { code } });
}
