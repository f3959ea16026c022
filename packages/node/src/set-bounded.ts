/** Sets the value as the newest of the map; beyond `max` entries the one that was set longest ago goes. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
	// Deleted first: a map keeps the place of a key that it has, and who is used all the time would be the first to go.
	map.delete(key);
	map.set(key, value);
	for (const oldest of map.keys()) {
		if (map.size <= max) {
			break;
		}
		map.delete(oldest);
	}
}
