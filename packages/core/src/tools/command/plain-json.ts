export interface PlainResult {
	result?: unknown;
	notJson?: string;
	truncated?: true;
}

/** What a command returned, as far as JSON can hold it and the budget allows. */
export function toPlainJson(value: unknown, budget: number): PlainResult {
	if (value === undefined || value === null) {
		return value === null ? { result: null } : {};
	}
	let json: string | undefined;
	try {
		json = JSON.stringify(value, leaveOutFunctions);
	} catch (error) {
		return {
			notJson: `${kindOf(value)} that JSON cannot hold (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`,
		};
	}
	if (json === undefined) {
		return { notJson: kindOf(value) };
	}
	if (json.length > budget) {
		return { result: json.slice(0, budget), truncated: true };
	}
	const result: unknown = JSON.parse(json);
	return { result };
}

function leaveOutFunctions(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? String(value) : value;
}

function kindOf(value: unknown): string {
	return typeof value === 'object' && value !== null ? `an object (${value.constructor.name})` : `a ${typeof value}`;
}
