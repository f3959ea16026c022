export interface PlainResult {
	result?: unknown;
	notJson?: string;
	truncated?: true;
}

/** Reduces what a command returned to what JSON can hold and the budget allows. */
export function toPlainJson(value: unknown, budget: number): PlainResult {
	if (value === undefined || value === null) {
		return value === null ? { result: null } : {};
	}
	if (typeof value === 'function' || typeof value === 'symbol') {
		return { notJson: kindOf(value) };
	}
	let json: string;
	try {
		json = JSON.stringify(value, withoutBigInts);
	} catch (error) {
		return {
			notJson: `${kindOf(value)} that JSON cannot hold (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`,
		};
	}
	if (json.length > budget) {
		return { result: json.slice(0, budget), truncated: true };
	}
	const result: unknown = JSON.parse(json);
	return { result };
}

function withoutBigInts(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

function kindOf(value: unknown): string {
	return typeof value === 'object' && value !== null ? 'an object' : `a ${typeof value}`;
}
