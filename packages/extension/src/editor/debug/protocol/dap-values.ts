/** Messages of the Debug Adapter Protocol come from any adapter, so nothing about their shape is taken for granted. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
	return isFields(value) ? value : {};
}

export function fieldsIn(fields: Fields, key: string): Fields {
	return fieldsOf(fields[key]);
}

export function textIn(fields: Fields, key: string): string | undefined {
	const value = fields[key];
	return typeof value === 'string' ? value : undefined;
}

export function numberIn(fields: Fields, key: string): number | undefined {
	const value = fields[key];
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagIn(fields: Fields, key: string): boolean {
	return fields[key] === true;
}

export function listIn(fields: Fields, key: string): readonly Fields[] {
	const value = fields[key];
	return Array.isArray(value) ? value.filter(isFields) : [];
}

export function textsIn(fields: Fields, key: string): readonly string[] {
	const value = fields[key];
	return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
