import { listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import { Long } from 'bson';
import { CellWriter } from '../engines/cells.ts';
import type { Rows } from '../engines/engine.ts';
import type { ReadLimits } from '../stores/store.ts';
import { scalarText } from '../values/parsed-values.ts';
import { rowsOfDocuments } from './document-cells.ts';
import { type Answer, MongodbError } from './mongodb-wire.ts';
import type { Document, Value } from './shell-values.ts';

export type Send = (database: string, command: Document) => Promise<Answer>;

/** Documents of one message; a server sends 16 MB at most. */
const MAX_BATCH = 1_000;

/** Asks for so many documents as are wanted and one more, and lets the server forget the rest. */
export async function readDocuments(
	send: Send,
	database: string,
	command: Document,
	{ limit, timeout }: ReadLimits,
): Promise<readonly unknown[]> {
	const wanted = limit + 1;
	const [[name] = ['']] = command;
	const batchSize = Math.min(wanted, MAX_BATCH);
	const paging: [string, Value][] =
		name === 'find' ? [['batchSize', batchSize]] : [['cursor', new Map([['batchSize', batchSize]])]];
	const time: [string, Value][] = ['find', 'aggregate'].includes(name) ? [['maxTimeMS', timeout]] : [];
	let cursor = recordOf((await send(database, new Map([...command, ...paging, ...time])))['cursor']);
	const documents = [...listOf(cursor['firstBatch'])];
	const collection = (scalarText(cursor['ns']) ?? '').slice(database.length + 1);
	while (idOf(cursor) !== 0n && documents.length < wanted) {
		const more = new Map<string, Value>([
			['getMore', Long.fromBigInt(idOf(cursor))],
			['collection', collection],
			['batchSize', Math.min(wanted - documents.length, MAX_BATCH)],
		]);
		cursor = recordOf((await send(database, more))['cursor']);
		documents.push(...listOf(cursor['nextBatch']));
	}
	if (idOf(cursor) !== 0n) {
		const kill = new Map<string, Value>([
			['killCursors', collection],
			['cursors', [Long.fromBigInt(idOf(cursor))]],
		]);
		await send(database, kill).catch(() => undefined);
	}
	return documents;
}

function idOf(cursor: Readonly<Record<string, unknown>>): bigint {
	const { id } = cursor;
	return typeof id === 'bigint' ? id : typeof id === 'number' ? BigInt(id) : 0n;
}

/** Runs one command and gives its answer as rows. */
export async function readRows(send: Send, database: string, command: Document, limits: ReadLimits): Promise<Rows> {
	const { limit, longestCell, timeout } = limits;
	const writer = new CellWriter(longestCell);
	const [[name] = ['']] = command;
	const documents = CURSORS.has(name)
		? await readDocuments(send, database, command, limits)
		: valuesOf(name, await sendWithin(send, database, command, timeout));
	return { ...rowsOfDocuments(documents, limit, writer), cutCells: writer.cut, changedRows: 0 };
}

/** Servers that only speak MongoDB's protocol do not know the limit on every command; the connection is closed in time anyway. */
async function sendWithin(send: Send, database: string, command: Document, timeout: number): Promise<Answer> {
	try {
		return await send(database, new Map([...command, ['maxTimeMS', timeout]]));
	} catch (cause) {
		if (cause instanceof MongodbError && cause.message.includes('maxTimeMS')) {
			return send(database, command);
		}
		throw cause;
	}
}

const CURSORS = new Set(['find', 'aggregate', 'listCollections', 'listIndexes']);
/** Of the server and the conversation, not of the question. */
const ENVELOPE = new Set(['ok', '$clusterTime', 'operationTime', 'wiredTiger', 'indexDetails']);

function valuesOf(name: string, answer: Answer): readonly unknown[] {
	if (name === 'distinct') {
		return listOf(answer['values']).map(value => ({ value }));
	}
	if (name === 'count') {
		return [{ count: answer['n'] }];
	}
	return Object.entries(answer)
		.filter(([field]) => !ENVELOPE.has(field))
		.map(([field, value]) => ({ name: field, value }));
}

/** The number of documents by the server's own records; undefined where it has none. */
export async function estimatedCount(send: Send, database: string, collection: string): Promise<number | undefined> {
	try {
		const answer = await send(database, new Map([['count', collection]]));
		return Number(answer['n'] ?? 0);
	} catch {
		return undefined;
	}
}
