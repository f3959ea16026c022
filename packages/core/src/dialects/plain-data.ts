export type PlainData = Readonly<Record<string, unknown>>;

export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly PlainData[] {
	return listOf(value).filter(isRecord);
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is PlainData {
	return typeof value === 'object' && value !== null;
}
