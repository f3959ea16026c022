import { defined, scalarText } from '../values/parsed-values.ts';
import { type DatabaseAddress, DEFAULT_PORTS, engineNamed, isStore } from './found-database.ts';
import { tlsSettings } from './tls-settings.ts';

const URL_SHAPE = /^(?:jdbc:)?([a-z][a-z0-9+.-]*):(?:\/\/)?(.*)$/is;

/** Reads the URLs of all the frameworks we know; undefined for an engine that we do not. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
	const url = text.trim();
	if (/^[a-z ]+=[^;]*;/i.test(url) || /^(?:server|data source)=/i.test(url)) {
		return fromKeyValues(url);
	}
	const [, scheme, rest = ''] = URL_SHAPE.exec(url) ?? [];
	const engine = engineNamed(scheme);
	if (engine === undefined) {
		return undefined;
	}
	if (engine === 'sqlite') {
		return { engine, file: sqliteFile(url) };
	}
	if (engine === 'mssql' && rest.includes(';')) {
		return fromJdbcSqlServer(rest);
	}
	const address = fromAuthority(engine, rest);
	return isStore(engine) ? withScheme(address, scheme?.toLowerCase() ?? '') : address;
}

/** What the schemes of MongoDB and Redis say beyond the engine; undefined for ways to a server that Hawser does not go. */
function withScheme(address: DatabaseAddress, scheme: string): DatabaseAddress | undefined {
	if (scheme === 'mongodb+srv') {
		return { tls: 'verify-full', ...address, srv: true };
	}
	if (scheme.includes('+')) {
		return undefined;
	}
	if (scheme === 'rediss' || scheme === 'valkeys') {
		return { tls: 'verify-full', ...address };
	}
	const { host, ...rest } = address;
	return host?.startsWith('/') ? { ...rest, socket: host } : address;
}

/** `sqlite:///rel.db` is relative and `sqlite:////abs.db` absolute; `file:./dev.db` and `sqlite:dev.db` are as they look. */
function sqliteFile(url: string): string {
	const [path = ''] = url.replace(/^(?:jdbc:)?[a-z0-9+]+:/i, '').split(/[?#]/, 1);
	const afterSlashes = /^\/\/[^/]*\/(.*)$/s.exec(path)?.[1];
	if (afterSlashes !== undefined && !url.startsWith('file:')) {
		return decode(afterSlashes);
	}
	return decode(path.replace(/^\/\/(?=[^/]|\/)/, ''));
}

function fromAuthority(engine: DatabaseAddress['engine'], rest: string): DatabaseAddress {
	const [beforeQuery, query = ''] = splitOnce(rest, '?');
	// Passwords are often pasted with @, : and / unencoded, so the last @ before the query counts.
	const lastAt = beforeQuery.lastIndexOf('@');
	const login = lastAt === -1 ? '' : beforeQuery.slice(0, lastAt);
	const [place, database] = splitOnce(beforeQuery.slice(lastAt + 1), '/');
	const [user, password] = splitOnce(login, ':');
	const options = new URLSearchParams(query);
	const [host, port] = hostAndPort(place.split(',')[0] ?? '');
	const socket =
		options.get('socket') ??
		options.get('unix_socket') ??
		(options.get('host')?.startsWith('/') ? options.get('host') : null);
	return defined({
		engine,
		host: scalarText(decode(host)) ?? options.get('host') ?? (socket ? undefined : 'localhost'),
		port: port ? Number(port) : DEFAULT_PORTS[engine],
		socket: socket ?? undefined,
		user: scalarText(decode(user)) ?? options.get('user') ?? undefined,
		password: scalarText(password === undefined ? options.get('password') : decode(password)),
		database: scalarText(decode(database ?? '')),
		authSource: engine === 'mongodb' ? (options.get('authSource') ?? undefined) : undefined,
		schema: options.get('schema') ?? options.get('currentSchema') ?? undefined,
		...tlsSettings(options),
	});
}

function fromJdbcSqlServer(rest: string): DatabaseAddress {
	const [place = '', ...pairs] = rest.split(';');
	const [host, port] = hostAndPort(place);
	const named = fromKeyValues(pairs.join(';'));
	return { ...named, engine: 'mssql', host, port: port ? Number(port) : (named.port ?? DEFAULT_PORTS.mssql) };
}

/** The `Key=Value;` strings of .NET. The engine shows in the keys: only SQL Server says "Initial Catalog", only Npgsql "Username". */
function fromKeyValues(text: string): DatabaseAddress {
	const values = new Map(
		text.split(';').flatMap(pair => {
			const [key, value] = splitOnce(pair, '=');
			return value === undefined ? [] : [[key.trim().toLowerCase().replaceAll(' ', ''), value.trim()] as const];
		}),
	);
	const first = (...keys: readonly string[]) => keys.map(key => values.get(key)).find(Boolean);
	const source = first('datasource', 'server', 'host', 'address', 'addr') ?? 'localhost';
	if (/\.(?:db|sqlite3?)$/i.test(source)) {
		return { engine: 'sqlite', file: source };
	}
	const engine: DatabaseAddress['engine'] =
		values.has('host') && values.has('username')
			? 'postgres'
			: values.has('uid') || values.has('sslmode')
				? 'mysql'
				: 'mssql';
	const [host, port] = hostAndPort(source.replace(/^tcp:/i, '').replace(',', ':').split('\\', 1)[0] ?? '');
	return defined({
		engine,
		host: host === '.' || host === '(local)' ? 'localhost' : host,
		port: Number(first('port') ?? port) || DEFAULT_PORTS[engine],
		user: first('userid', 'user', 'uid', 'username'),
		password: first('password', 'pwd'),
		database: first('initialcatalog', 'database', 'databasename'),
		...tlsSettings(values),
	});
}

function hostAndPort(place: string): readonly [string, string | undefined] {
	const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(place);
	if (bracketed) {
		return [bracketed[1] ?? '', bracketed[2]];
	}
	const [host, port] = splitOnce(place, ':');
	return [host, port];
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
	const at = text.indexOf(separator);
	return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** A percent sign that encodes nothing is part of the password. */
function decode(text: string): string {
	return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, encoded => {
		try {
			return decodeURIComponent(encoded);
		} catch {
			return encoded;
		}
	});
}
