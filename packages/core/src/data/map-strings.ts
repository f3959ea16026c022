/** Copies a JSON value with every string and every name changed. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}
	if (Array.isArray(value)) {
		return value.map(item => mapStrings<unknown>(item, change));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [change(key), mapStrings<unknown>(item, change)]),
		);
	}
	return value;
}
