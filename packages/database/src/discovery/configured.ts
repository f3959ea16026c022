import { isRecord, listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import { defined, scalarText } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { DEFAULT_PORTS, engineNamed, type FoundDatabase } from './found-database.ts';
import { throughSsh } from './ssh-settings.ts';
import { tlsSettings } from './tls-settings.ts';

/** Entries of the setting `hawser.databases`: `{ name, url }` or `{ name, type, host, port, database, user, password, path … }`. */
export function fromSetting(entries: unknown): readonly FoundDatabase[] {
	return listOf(entries).map((entry, index) => fromEntry(entry, index, 'setting hawser.databases'));
}

/** One entry as DevDB, dbhub and our own setting write it; their keys differ little. */
export function fromEntry(entry: unknown, index: number, source: string): FoundDatabase {
	const fields = recordOf(entry);
	return throughSsh(withoutSsh(fields, index, source), fields);
}

function withoutSsh(fields: Readonly<Record<string, unknown>>, index: number, source: string): FoundDatabase {
	const text = (...keys: readonly string[]) =>
		keys.map(key => scalarText(fields[key])).find(value => value !== undefined);
	const name = text('name', 'id') ?? `database-${index + 1}`;
	const url = text('url', 'dsn', 'connectionString');
	if (url !== undefined) {
		const address = parseDatabaseUrl(url);
		return address
			? { ...address, name, source }
			: { engine: 'sqlite', name, source, problem: `The URL in ${source} is of an engine that Hawser does not know.` };
	}
	const type = text('type', 'driver', 'engine', 'dialect');
	const engine = engineNamed(type);
	if (engine === undefined) {
		const problem = `${source} names the type "${type ?? ''}"; known are sqlite, postgres, mysql, mariadb, mssql, mongodb and redis.`;
		return { engine: 'sqlite', name, source, problem };
	}
	if (engine === 'sqlite') {
		const file = text('path', 'file', 'database', 'filename', 'storage');
		return file === undefined
			? { engine, name, source, problem: `${source} gives no path.` }
			: { engine, name, source, file };
	}
	return defined({
		engine,
		name,
		source,
		host: text('host', 'server') ?? 'localhost',
		port: Number(text('port')) || DEFAULT_PORTS[engine],
		socket: text('socket', 'socketPath'),
		user: text('user', 'username'),
		password: text('password'),
		database: text('database', 'db'),
		authSource: engine === 'mongodb' ? text('authSource') : undefined,
		schema: text('schema') ?? scalarText(listOf(fields['schemas'])[0]),
		...tlsSettings(Object.entries(fields).map(([key, value]) => [key, settingText(value)])),
	});
}

/** `ssl` may also be a boolean, or an object as Node's drivers take it. */
function settingText(value: unknown): string | undefined {
	return isRecord(value) ? JSON.stringify(value) : typeof value === 'boolean' ? String(value) : scalarText(value);
}
