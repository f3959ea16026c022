import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TableColumn, TableSchema, TableSummary } from '@hawser/core/ports/database.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { keyPatterns } from './key-patterns.ts';
import type { Call } from './redis-connection.ts';
import { listOf, textOf } from './reply-rows.ts';

/** Keys that are looked at to say what is in a database. */
const MAX_KEYS = 5_000;
/** Keys of one pattern that are opened to say what is in them. */
const MAX_OPENED = 20;

/** Redis has no tables: keys that are named alike are one, and how many there are is estimated from those seen. */
export async function redisTables(call: Call): Promise<readonly TableSummary[]> {
	const { keys, complete } = await someKeys(call, '*');
	const total = complete ? keys.length : Number(await call('DBSIZE'));
	const tables: TableSummary[] = [];
	for (const { pattern, keys: members } of keyPatterns(keys)) {
		const kind = textOf(await call('TYPE', members[0] ?? ''));
		const rows = complete ? members.length : Math.round((members.length / keys.length) * total);
		const comment = complete ? undefined : `estimated from ${keys.length} of ${total} keys`;
		tables.push({ name: pattern, kind, rows, ...(comment !== undefined && { comment }) });
	}
	return tables;
}

/** What the keys of a pattern hold, by the look of some of them. A key of its own is a pattern too. */
export async function redisSchema(call: Call, name: string): Promise<TableSchema> {
	const { keys, complete } = await someKeys(call, name);
	const [first] = keys;
	if (first === undefined) {
		throw new ToolError('E_TABLE_NOT_FOUND', `No key matches "${name}".`, {
			hint: 'database_tables lists the patterns of the keys; a pattern may have * and ?.',
		});
	}
	const opened = keys.slice(0, MAX_OPENED);
	const kinds = new Map<string, number>();
	const fields = new Map<string, { types: Set<string>; count: number }>();
	let expiring = 0;
	for (const key of opened) {
		const kind = textOf(await call('TYPE', key));
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
		expiring += Number(await call('PTTL', key)) >= 0 ? 1 : 0;
		for (const [field, type] of await fieldsOf(call, key, kind)) {
			const known = fields.get(field) ?? { types: new Set<string>(), count: 0 };
			known.types.add(type);
			fields.set(field, { types: known.types, count: known.count + 1 });
		}
	}
	const columns = [...fields].map(
		([field, { types, count }]): TableColumn => ({
			name: field,
			type: [...types].sort().join(' | '),
			nullable: count < opened.length,
		}),
	);
	const encoding = textOf(await call('OBJECT', 'ENCODING', first).catch(() => ''));
	const facts = [
		encoding && `encoding ${encoding}`,
		expiring === 0 ? 'does not expire' : `${expiring} of ${opened.length} keys seen expire`,
		`for example ${summarize(keys.slice(0, 3))}`,
	];
	return {
		name,
		kind: [...kinds.keys()].join(' | '),
		...(complete && { rows: keys.length }),
		comment: facts.filter(Boolean).join('; '),
		columns,
		primaryKey: [],
		indexes: [],
		foreignKeys: [],
		referencedBy: [],
		checks: [],
	};
}

async function someKeys(call: Call, pattern: string): Promise<{ keys: readonly string[]; complete: boolean }> {
	const keys = new Set<string>();
	let cursor = '0';
	do {
		const [next, found] = listOf(await call('SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000'));
		for (const key of listOf(found)) {
			keys.add(textOf(key));
		}
		cursor = textOf(next);
	} while (cursor !== '0' && keys.size < MAX_KEYS);
	return { keys: [...keys], complete: cursor === '0' };
}

async function fieldsOf(call: Call, key: string, kind: string): Promise<readonly (readonly [string, string])[]> {
	switch (kind) {
		case 'hash': {
			const [, found] = listOf(await call('HSCAN', key, '0', 'COUNT', '100'));
			const items = listOf(found).map(textOf);
			return items.flatMap((item, index) => (index % 2 === 0 ? [[item, typeOf(items[index + 1] ?? '')] as const] : []));
		}
		case 'string': {
			const text = textOf(await call('GETRANGE', key, '0', '9999'));
			const value = parsed(text);
			return isRecord(value)
				? Object.entries(value).map(([field, item]) => [field, `${kindOf(item)} in JSON`] as const)
				: [['value', typeOf(text)]];
		}
		case 'list':
			return [['element', listOf(await call('LRANGE', key, '0', '9')).map(item => typeOf(textOf(item)))[0] ?? 'text']];
		case 'set':
			return [['member', listOf(await call('SRANDMEMBER', key, '10')).map(item => typeOf(textOf(item)))[0] ?? 'text']];
		case 'zset':
			return [
				['member', typeOf(textOf(listOf(await call('ZRANGE', key, '0', '0'))[0]))],
				['score', 'number'],
			];
		case 'stream': {
			const [, entry] = listOf(listOf(await call('XRANGE', key, '-', '+', 'COUNT', '1'))[0]);
			const items = listOf(entry).map(textOf);
			const own = items.flatMap((item, index) =>
				index % 2 === 0 ? [[item, typeOf(items[index + 1] ?? '')] as const] : [],
			);
			return [['id', 'id of the entry'], ...own];
		}
		default:
			return [['value', kind]];
	}
}

function typeOf(text: string): string {
	const value = parsed(text);
	return typeof value === 'object' && value !== null ? 'JSON' : typeof value === 'number' ? 'number' : 'text';
}

function kindOf(value: unknown): string {
	return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : typeof value;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
