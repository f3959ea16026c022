import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Cell } from '@hawser/core/ports/database.ts';
import { Binary, BSONRegExp, Decimal128, EJSON, Long, ObjectId } from 'bson';
import { binary, type CellWriter } from '../engines/cells.ts';
import type { Rows } from '../engines/engine.ts';

/** Columns that an answer has at most; documents of many shapes have their rest in the last. */
const MAX_COLUMNS = 200;

/** Documents as rows: a column for each field of the first level, in the order in which they first occur. */
export function rowsOfDocuments(
	documents: readonly unknown[],
	limit: number,
	writer: CellWriter,
): Pick<Rows, 'columns' | 'rows' | 'more'> {
	const shown = documents.slice(0, limit);
	const names = new Set<string>();
	for (const document of shown) {
		for (const name of Object.keys(isRecord(document) ? document : { value: document })) {
			names.add(name);
		}
	}
	const columns = [...names];
	if (columns.length > MAX_COLUMNS) {
		return {
			columns: ['document'],
			rows: shown.map(document => [writer.text(textOf(document))]),
			more: documents.length > limit,
		};
	}
	const rows: Cell[][] = [];
	for (const document of shown) {
		if (writer.isFull) {
			break;
		}
		const fields: Readonly<Record<string, unknown>> = isRecord(document) ? document : { value: document };
		rows.push(columns.map(name => (Object.hasOwn(fields, name) ? cellOf(fields[name], writer) : null)));
	}
	return { columns, rows, more: rows.length < documents.length };
}

function cellOf(value: unknown, writer: CellWriter): Cell {
	if (value instanceof ObjectId) {
		return value.toHexString();
	}
	if (value instanceof Decimal128 || value instanceof Long) {
		return value.toString();
	}
	if (value instanceof Binary) {
		return value.sub_type === Binary.SUBTYPE_UUID && value.position === 16
			? value.toUUID().toHexString()
			: binary(value.buffer.subarray(0, value.position));
	}
	if (value instanceof BSONRegExp) {
		return writer.text(`/${value.pattern}/${value.options}`);
	}
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
	}
	return typeof value === 'object' && value !== null ? writer.text(textOf(value)) : writer.value(value);
}

function textOf(value: unknown): string {
	return EJSON.stringify(value, { relaxed: true });
}

/** The name of a value's type, as MongoDB's own tools say it. */
export function typeOf(value: unknown): string {
	if (value === null || value === undefined) {
		return 'null';
	}
	if (value instanceof ObjectId) {
		return 'objectId';
	}
	if (value instanceof Date) {
		return 'date';
	}
	if (value instanceof Decimal128) {
		return 'decimal';
	}
	if (value instanceof Binary) {
		return value.sub_type === Binary.SUBTYPE_UUID ? 'uuid' : 'binData';
	}
	if (value instanceof BSONRegExp) {
		return 'regex';
	}
	if (Array.isArray(value)) {
		return 'array';
	}
	if (typeof value === 'number') {
		return Number.isInteger(value) ? 'int' : 'double';
	}
	return TYPES[typeof value] ?? 'object';
}

const TYPES: Readonly<Record<string, string>> = { bigint: 'long', boolean: 'bool', string: 'string' };
