import { isRecord, listOf, recordOf, recordsOf } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TableIndex, TableSchema, TableSummary } from '@hawser/core/ports/database.ts';
import { EJSON } from 'bson';
import { findTable } from '../find-table.ts';
import { scalarText } from '../values/parsed-values.ts';
import { shapeOf } from './document-shape.ts';
import { estimatedCount, readDocuments, type Send } from './mongodb-reads.ts';
import { MongodbError } from './mongodb-wire.ts';
import type { Value } from './shell-values.ts';

/** Documents that are looked at to say what fields a collection has. */
const SAMPLE = 100;
const LIMITS = { limit: 5_000, timeout: 20_000 };
/** Databases whose collections are listed when the address names none. */
const MAX_DATABASES = 20;

/** The database of the address, or all that belong to projects. */
export async function projectDatabases(send: Send, named: string | undefined): Promise<readonly string[]> {
	if (named !== undefined) {
		return [named];
	}
	const answer = await send(
		'admin',
		new Map<string, Value>([
			['listDatabases', 1],
			['nameOnly', true],
		]),
	);
	const names = recordsOf(answer['databases']).flatMap(({ name }) => scalarText(name) ?? []);
	const own = names.filter(name => !['admin', 'local', 'config'].includes(name));
	return (own.length > 0 ? own : ['test']).slice(0, MAX_DATABASES);
}

export async function mongodbTables(send: Send, named: string | undefined): Promise<readonly TableSummary[]> {
	const databases = await projectDatabases(send, named);
	const tables: TableSummary[] = [];
	for (const database of databases) {
		const found = await readDocuments(send, database, new Map([['listCollections', 1]]), LIMITS);
		for (const { name, type } of found.filter(isRecord)) {
			const collection = scalarText(name) ?? '';
			if (collection === '' || collection.startsWith('system.')) {
				continue;
			}
			const kind = scalarText(type) ?? 'collection';
			const rows = kind === 'view' ? undefined : await estimatedCount(send, database, collection);
			tables.push({
				...(databases.length > 1 && { schema: database }),
				name: collection,
				kind,
				...(rows !== undefined && { rows }),
			});
		}
	}
	return tables.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** The fields of a collection by the look of some documents, its indexes, and the rules that it checks. */
export async function mongodbSchema(send: Send, named: string | undefined, wanted: string): Promise<TableSchema> {
	const table = findTable(await mongodbTables(send, named), wanted, undefined);
	const database = table.schema ?? (await projectDatabases(send, named))[0] ?? 'test';
	const documents = await sample(send, database, table.name);
	const filter = new Map([['name', table.name]]);
	const question = new Map<string, Value>([
		['listCollections', 1],
		['filter', filter],
	]);
	const [about] = await readDocuments(send, database, question, LIMITS);
	const options = recordOf(recordOf(about)['options']);
	const { validator, viewOn, pipeline } = options;
	const definition = validator ?? (viewOn === undefined ? undefined : { viewOn, pipeline });
	return {
		...table,
		comment: `fields of ${documents.length} documents`,
		columns: shapeOf(documents),
		primaryKey: ['_id'],
		indexes: table.kind === 'view' ? [] : await indexesOf(send, database, table.name),
		foreignKeys: [],
		referencedBy: [],
		checks: validator === undefined ? [] : [`validator ${EJSON.stringify(validator, { relaxed: true })}`],
		...(definition !== undefined && { definition: EJSON.stringify(definition, { relaxed: true }) }),
	};
}

async function sample(send: Send, database: string, collection: string): Promise<readonly unknown[]> {
	const limits = { ...LIMITS, limit: SAMPLE };
	const stage = new Map([['$sample', new Map([['size', SAMPLE]])]]);
	const random = new Map<string, Value>([
		['aggregate', collection],
		['pipeline', [stage]],
	]);
	const first = new Map<string, Value>([
		['find', collection],
		['limit', SAMPLE],
	]);
	try {
		return await readDocuments(send, database, random, limits);
	} catch (cause) {
		// Not every server that speaks the protocol draws at random.
		if (cause instanceof MongodbError) {
			return readDocuments(send, database, first, limits);
		}
		throw cause;
	}
}

async function indexesOf(send: Send, database: string, collection: string): Promise<readonly TableIndex[]> {
	const found = await readDocuments(send, database, new Map([['listIndexes', collection]]), LIMITS);
	return found.filter(isRecord).map(({ name, key, unique, sparse, expireAfterSeconds, partialFilterExpression }) => {
		const facts = [
			Object.entries(recordOf(key))
				.map(([field, order]) =>
					Number(order) === 1 ? field : `${field} ${Number(order) === -1 ? 'desc' : (scalarText(order) ?? '')}`,
				)
				.join(', '),
			sparse === true && 'sparse',
			expireAfterSeconds !== undefined && `expires after ${scalarText(expireAfterSeconds) ?? '?'} s`,
			partialFilterExpression !== undefined && `where ${EJSON.stringify(partialFilterExpression, { relaxed: true })}`,
		];
		const isKey = scalarText(name) === '_id_';
		return { name: scalarText(name) ?? '', columns: facts.filter(Boolean).join(' '), unique: unique === true || isKey };
	});
}

/** The one database that questions are about when they name none. */
export async function defaultDatabase(send: Send, named: string | undefined): Promise<string> {
	const databases = await projectDatabases(send, named);
	const [only] = databases;
	if (only === undefined || databases.length > 1) {
		throw new ToolError('E_QUERY_REFUSED', `The server has several databases: ${listOf(databases).join(', ')}.`, {
			hint: "Say which: db.getSiblingDB('name').collection.find({})",
		});
	}
	return only;
}
