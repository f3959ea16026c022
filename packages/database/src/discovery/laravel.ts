import { defined, scalarText } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { DEFAULT_PORTS, engineNamed } from './found-database.ts';
import type { Source } from './source.ts';
import { tlsSettings } from './tls-settings.ts';

/** `artisan` and `.env`. Sail's host is the name of a compose service, which is mapped to its published port later. */
export const laravel: Source = ({ files, env: { env, fileOf } }) => {
	if (!files.exists('artisan') || !(env.has('DB_CONNECTION') || env.has('DB_URL') || env.has('DATABASE_URL'))) {
		return [];
	}
	const connection = env.get('DB_CONNECTION');
	const urlKey = ['DB_URL', 'DATABASE_URL'].find(key => env.get(key));
	const fromUrl = urlKey === undefined ? undefined : parseDatabaseUrl(env.get(urlKey) ?? '');
	if (urlKey !== undefined && fromUrl) {
		return [{ ...fromUrl, name: 'laravel', source: `${fileOf(urlKey)}: ${urlKey}` }];
	}
	const source = `${fileOf('DB_CONNECTION')}: DB_CONNECTION`;
	const engine = engineNamed(connection);
	if (engine === undefined) {
		const problem = `DB_CONNECTION is "${connection ?? ''}", which Hawser does not know.`;
		return [{ engine: 'sqlite', name: 'laravel', source, problem }];
	}
	if (engine === 'sqlite') {
		return [
			{ engine, name: 'laravel', source, file: scalarText(env.get('DB_DATABASE')) ?? 'database/database.sqlite' },
		];
	}
	return [
		defined({
			engine,
			name: 'laravel',
			source,
			host: scalarText(env.get('DB_HOST')) ?? '127.0.0.1',
			port: Number(env.get('DB_PORT')) || DEFAULT_PORTS[engine],
			socket: scalarText(env.get('DB_SOCKET')),
			user: scalarText(env.get('DB_USERNAME')),
			password: scalarText(env.get('DB_PASSWORD')),
			database: scalarText(env.get('DB_DATABASE')),
			...tlsSettings([
				['sslmode', env.get('DB_SSLMODE')],
				['sslrootcert', env.get('DB_SSLROOTCERT') ?? env.get('MYSQL_ATTR_SSL_CA')],
				['encrypt', env.get('DB_ENCRYPT')],
				['trustServerCertificate', env.get('DB_TRUST_SERVER_CERTIFICATE')],
			]),
		}),
	];
};
