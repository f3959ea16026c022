import { defined } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { DEFAULT_PORTS, engineNamed, type FoundDatabase } from './found-database.ts';
import type { Source } from './source.ts';
import { tlsSettings } from './tls-settings.ts';

const URL_KEYS = [
	'DATABASE_URL',
	'DATABASE_URI',
	'DB_URL',
	'DB_URI',
	'POSTGRES_URL',
	'POSTGRESQL_URL',
	'MYSQL_URL',
	'MARIADB_URL',
	'SQLALCHEMY_DATABASE_URI',
	'DSN',
];
const URL_KEY = /^(?!.*(?:TEST|PROD|SHADOW|REDIS|MONGO))(?:[A-Z0-9_]+_)?(?:DATABASE|DB|POSTGRES|PG|MYSQL)_(?:URL|URI)$/;

/** `DATABASE_URL` and its relatives, then the separate variables of the frameworks. */
export const envVariables: Source = ({ env: { env, fileOf } }) => {
	const others = [...env.keys()].filter(key => URL_KEY.test(key) && !URL_KEYS.includes(key));
	const fromUrls = [...URL_KEYS, ...others].flatMap((key): FoundDatabase[] => {
		const value = env.get(key);
		const address = value ? parseDatabaseUrl(value) : undefined;
		return address ? [{ ...address, name: key.toLowerCase(), source: `${fileOf(key)}: ${key}` }] : [];
	});
	if (fromUrls.length > 0) {
		return fromUrls.map((found, index) => ({ ...found, primary: index === 0 }));
	}
	return PARTS.flatMap(parts => fromParts(parts, env, fileOf));
};

interface Parts {
	engine?: FoundDatabase['engine'];
	type?: string;
	prefix: string;
	keys: {
		host: string;
		port: string;
		user: readonly string[];
		password: readonly string[];
		database: readonly string[];
	};
}

const part = (
	prefix: string,
	user: readonly string[],
	database: readonly string[],
	password: readonly string[] = ['PASSWORD'],
) => ({
	host: `${prefix}HOST`,
	port: `${prefix}PORT`,
	user: user.map(key => prefix + key),
	password: password.map(key => prefix + key),
	database: database.map(key => prefix + key),
});

const PARTS: readonly Parts[] = [
	{ engine: 'postgres', prefix: 'PG', keys: part('PG', ['USER'], ['DATABASE']) },
	{
		type: 'DB_TYPE',
		prefix: 'DB_',
		keys: part('DB_', ['USER', 'USERNAME'], ['NAME', 'DATABASE'], ['PASSWORD', 'PASS']),
	},
	{
		type: 'DB_CONNECTION',
		prefix: 'DB_',
		keys: part('DB_', ['USER', 'USERNAME'], ['DATABASE', 'NAME'], ['PASSWORD', 'PASS']),
	},
	{
		type: 'DB_DIALECT',
		prefix: 'DB_',
		keys: part('DB_', ['USER', 'USERNAME'], ['NAME', 'DATABASE'], ['PASSWORD', 'PASS']),
	},
	{ engine: 'postgres', prefix: 'POSTGRES_', keys: part('POSTGRES_', ['USER'], ['DB', 'DATABASE']) },
	{ engine: 'mysql', prefix: 'MYSQL_', keys: part('MYSQL_', ['USER'], ['DATABASE']) },
];

function fromParts(
	{ engine: fixed, type, prefix, keys }: Parts,
	env: ReadonlyMap<string, string>,
	fileOf: (key: string) => string,
): FoundDatabase[] {
	const first = (names: readonly string[]) => names.map(name => env.get(name)).find(Boolean);
	const engine =
		fixed ?? engineNamed(env.get(type ?? '')) ?? (type === 'DB_TYPE' ? engineOfPort(env.get(keys.port)) : undefined);
	const database = first(keys.database);
	if (engine === undefined || database === undefined) {
		return [];
	}
	const source = `${fileOf(keys.database.find(key => env.has(key)) ?? '')}: ${prefix}*`;
	const name = prefix.replace(/_$/, '').toLowerCase();
	if (engine === 'sqlite') {
		return [{ engine, name, source, file: database }];
	}
	// Variables without a host configure a container; compose.ts knows where that listens.
	const host = env.get(keys.host);
	return host
		? [
				defined({
					engine,
					name,
					source,
					host,
					port: Number(env.get(keys.port)) || DEFAULT_PORTS[engine],
					user: first(keys.user),
					password: first(keys.password),
					database,
					...tlsSettings(
						['SSLMODE', 'SSL_MODE', 'SSL', 'SSLROOTCERT', 'SSL_CA', 'SSLCERT', 'SSLKEY', 'ENCRYPT'].map(key => [
							key,
							env.get(prefix + key),
						]),
					),
				}),
			]
		: [];
}

function engineOfPort(port: string | undefined): FoundDatabase['engine'] | undefined {
	return port === '5432' ? 'postgres' : port === '3306' ? 'mysql' : port === '1433' ? 'mssql' : undefined;
}
