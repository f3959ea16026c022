import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { type BoundDatabase, identityOf } from './choose-database.ts';
import type { StoreEngine } from './discovery/found-database.ts';
import type { Store } from './stores/store.ts';
import type { OpenTunnels } from './tunnel/open-tunnels.ts';

export interface OpenStores {
	/** The store of a database; it connects when it is first asked. */
	get(found: BoundDatabase, engine: StoreEngine): Promise<Store>;
	dispose(): Promise<void>;
}

/** One store per database. Their code is loaded when the first database of their kind is used. */
export function createOpenStores(idle: number, tunnels: OpenTunnels): OpenStores {
	const stores = new Map<string, Promise<Store>>();
	return {
		get(found, engine) {
			const key = identityOf(found);
			const store = stores.get(key) ?? create(found, engine, idle, tunnels);
			stores.set(key, store);
			return store;
		},
		async dispose() {
			const all = [...stores.values()];
			stores.clear();
			await Promise.all(all.map(async store => (await store).close()));
		},
	};
}

async function create(found: BoundDatabase, engine: StoreEngine, idle: number, tunnels: OpenTunnels): Promise<Store> {
	const options = { idle, reach: () => tunnels.reach(found, NEVER_CANCELLED) };
	return engine === 'redis'
		? (await import('./redis/redis-store.ts')).createRedisStore(found, options)
		: (await import('./mongodb/mongodb-store.ts')).createMongodbStore(found, options);
}
