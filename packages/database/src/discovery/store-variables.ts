import { defined } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { DEFAULT_PORTS, type FoundDatabase, isStore } from './found-database.ts';
import type { Source } from './source.ts';

const KEY =
	/^(?!.*(?:TEST|PROD))(?:[A-Z0-9]+_){0,4}(?:MONGODB|MONGO|REDIS|VALKEY|KV|CACHE|BROKER)_(?:TLS_)?(?:URL|URI|CONNECTION_STRING)$|^(?:MONGOLAB_URI|MONGOHQ_URL|REDISCLOUD_URL|REDISTOGO_URL)$/;

/** `MONGODB_URI`, `REDIS_URL` and their relatives, then the separate variables of Redis that frameworks write. */
export const storeVariables: Source = ({ env: { env, fileOf } }) => {
	const fromUrls = [...env].flatMap(([key, value]): FoundDatabase[] => {
		const address = KEY.test(key) ? parseDatabaseUrl(value) : undefined;
		return address && isStore(address.engine)
			? [{ ...address, name: key.toLowerCase(), source: `${fileOf(key)}: ${key}` }]
			: [];
	});
	const host = env.get('REDIS_HOST');
	if (!host || fromUrls.some(({ engine }) => engine === 'redis')) {
		return fromUrls;
	}
	// The word "null" is how Laravel's own file says that there is no password.
	const given = (key: string) => (/^(?:null|)$/.test(env.get(key) ?? '') ? undefined : env.get(key));
	const redis = defined({
		engine: 'redis' as const,
		name: 'redis',
		source: `${fileOf('REDIS_HOST')}: REDIS_*`,
		host: host.replace(/^tls:\/\//, ''),
		port: Number(env.get('REDIS_PORT')) || DEFAULT_PORTS.redis,
		user: given('REDIS_USERNAME'),
		password: given('REDIS_PASSWORD'),
		database: given('REDIS_DB'),
		tls: host.startsWith('tls://') ? ('verify-full' as const) : undefined,
	});
	return [...fromUrls, redis];
};
