import type { Parameter } from '@hawser/core/ports/database.ts';
import { IGNORED_FIELDS, whyNotRead } from './read-commands.ts';
import { type Document, isDocument, isList, ShellReader, Unreadable, type Value } from './shell-values.ts';

export interface MongodbQuestion {
	/** Another database than that of the address. */
	database?: string;
	/** Its first key is the name of the command. */
	command: Document;
}

/** Databases of the server itself: users, settings, the log of all writes. */
const SERVERS_OWN = new Set(['admin', 'local', 'config']);

interface Call {
	name: string;
	args: readonly Value[];
}

/**
 * Reads a question as people write it: `db.orders.find({ total: { $gt: 10 } }).sort({ at: -1 }).limit(5)`, a command as JSON such as
 * `{ "find": "orders", "filter": { } }`, or `show collections`. It gives a command that only reads, or fails with the reason.
 */
export function readQuestion(text: string, params: readonly Parameter[] = []): MongodbQuestion {
	const question = parse(text.trim(), params);
	const why = whyNotRead(question.command);
	if (why !== undefined) {
		throw new Unreadable(why);
	}
	if (question.database !== undefined && SERVERS_OWN.has(question.database.toLowerCase())) {
		throw new Unreadable(`the database ${question.database} belongs to the server and may hold its passwords`);
	}
	return question;
}

function parse(text: string, params: readonly Parameter[]): MongodbQuestion {
	if (/^show\s+(?:collections|tables);?$/i.test(text)) {
		return { command: new Map([['listCollections', 1]]) };
	}
	const reader = new ShellReader(text, params);
	const isCommand = text.startsWith('{');
	const question = isCommand ? { command: asCommand(reader.value()) } : fromShell(reader);
	reader.take(';');
	if (!reader.atEnd) {
		throw new Unreadable('text follows the question; send one');
	}
	reader.requireAllUsed();
	return question;
}

/** A command as it stands, without what Hawser says itself. An explain is unwrapped: database_explain wraps it again. */
function asCommand(value: Value): Document {
	if (!isDocument(value)) {
		throw new Unreadable('a command is a document whose first field names it');
	}
	const inner = value.get('explain');
	return isDocument(inner)
		? asCommand(inner)
		: new Map([...value].filter(([field], index) => index === 0 || !IGNORED_FIELDS.has(field)));
}

function fromShell(reader: ShellReader): MongodbQuestion {
	reader.expect('db');
	let database: string | undefined;
	const names: string[] = [];
	const calls: Call[] = [];
	for (;;) {
		if (reader.take('[')) {
			requireNoCalls(calls);
			names.push(reader.string());
			reader.expect(']');
		} else if (reader.take('.')) {
			const name = reader.name();
			if (!reader.take('(')) {
				requireNoCalls(calls);
				names.push(name);
				continue;
			}
			const args = reader.values(')');
			if (name === 'getSiblingDB' && calls.length === 0 && names.length === 0) {
				database = textOf(args[0], 'getSiblingDB');
			} else if (name === 'getCollection' && calls.length === 0 && names.length === 0) {
				names.push(textOf(args[0], 'getCollection'));
			} else {
				calls.push({ name, args });
			}
		} else {
			break;
		}
	}
	const command = commandOf(names.join('.'), calls);
	return { ...(database !== undefined && { database }), command };
}

function requireNoCalls(calls: readonly Call[]): void {
	if (calls.length > 0) {
		throw new Unreadable('a method of a cursor is called with brackets');
	}
}

function commandOf(collection: string, [first, ...rest]: readonly Call[]): Document {
	if (!first) {
		throw new Unreadable('it calls nothing; a read is for example db.orders.find({})');
	}
	const { name, args } = first;
	const [a, b, c] = args;
	if (collection === '') {
		return onDatabase(first);
	}
	const options = (given: Value | undefined) => (isDocument(given) ? [...given] : []);
	switch (name) {
		case 'find':
		case 'findOne': {
			const projection: [string, Value][] = b === undefined ? [] : [['projection', b]];
			const one: [string, Value][] = name === 'findOne' ? [['limit', 1]] : [];
			return withCursorMethods(
				[['find', collection], ['filter', a ?? new Map()], ...projection, ...one, ...options(c)],
				rest,
			);
		}
		case 'aggregate': {
			// Stages may also be given one by one.
			const pipeline = isList(a) ? a : args;
			return withCursorMethods(
				[['aggregate', collection], ['pipeline', pipeline], ...(isList(a) ? options(b) : [])],
				rest,
			);
		}
		case 'count':
		case 'countDocuments':
		case 'estimatedDocumentCount':
			return withCursorMethods(
				[['count', collection], ['query', name.startsWith('e') ? new Map() : (a ?? new Map())], ...options(b)],
				rest,
			);
		case 'distinct':
			return withCursorMethods(
				[['distinct', collection], ['key', textOf(a, name)], ['query', b ?? new Map()], ...options(c)],
				rest,
			);
		case 'getIndexes':
		case 'indexes':
			return withCursorMethods([['listIndexes', collection]], rest);
		case 'stats':
			return withCursorMethods([['collStats', collection]], rest);
		default:
			throw new Unreadable(
				`${name.slice(0, 40)} is not one of the methods that only read: find, findOne, aggregate, countDocuments, distinct, getIndexes, stats`,
			);
	}
}

function onDatabase({ name, args: [first] }: Call): Document {
	switch (name) {
		case 'getCollectionNames':
		case 'getCollectionInfos':
			return new Map([['listCollections', 1]]);
		case 'stats':
			return new Map([['dbStats', 1]]);
		case 'runCommand':
			return asCommand(first ?? null);
		default:
			throw new Unreadable(`db.${name.slice(0, 40)} is not one of the methods that only read`);
	}
}

/** Methods that change nothing of the answer but its form in a shell. */
const FORM_ONLY = new Set(['toArray', 'pretty', 'explain', 'batchSize', 'maxTimeMS', 'comment', 'allowDiskUse']);
const TO_FIELD: Readonly<Record<string, string>> = {
	sort: 'sort',
	limit: 'limit',
	skip: 'skip',
	projection: 'projection',
	project: 'projection',
	hint: 'hint',
	collation: 'collation',
	min: 'min',
	max: 'max',
};

function withCursorMethods(fields: readonly [string, Value][], calls: readonly Call[]): Document {
	const command = new Map<string, Value>(fields.filter(([field], index) => index < 2 || !IGNORED_FIELDS.has(field)));
	for (const { name, args } of calls) {
		const field = Object.hasOwn(TO_FIELD, name) ? TO_FIELD[name] : undefined;
		if (field !== undefined) {
			command.set(field, args[0] ?? null);
		} else if ((name === 'count' || name === 'size') && command.has('find')) {
			return new Map<string, Value>([
				['count', command.get('find') ?? ''],
				['query', command.get('filter') ?? new Map()],
			]);
		} else if (!FORM_ONLY.has(name)) {
			throw new Unreadable(`${name.slice(0, 40)} is not one of the methods of a cursor that only read`);
		}
	}
	return command;
}

function textOf(value: Value | undefined, name: string): string {
	if (typeof value !== 'string' || value === '') {
		throw new Unreadable(`${name} wants a name`);
	}
	return value;
}
