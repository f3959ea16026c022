/** Data as JSON knows it, read without trusting its shape. */
export type PlainData = Readonly<Record<string, unknown>>;

/** True for an object as JSON knows it: not a list, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly PlainData[] {
	return listOf(value).filter(isRecord);
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
