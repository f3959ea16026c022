import { isRecord, listOf, recordOf } from '../data/plain-data.ts';

/** The arguments of a tool in one line, `(path: string, line?: integer, kind?: 'a' | 'b')`: a tenth of their schema. */
export function describeArguments(schema: Readonly<Record<string, unknown>>): string {
	const required = listOf(schema['required']);
	const fields = Object.entries(recordOf(schema['properties'])).filter(([name]) => name !== 'projectRoot');
	const ordered = [...fields].sort(
		([left], [right]) => Number(required.includes(right)) - Number(required.includes(left)),
	);
	return `(${ordered.map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`).join(', ')})`;
}

function typeOf(field: unknown): string {
	const { type, enum: choices, items, properties, anyOf } = recordOf(field);
	if (Array.isArray(choices)) {
		return choices.map(choice => JSON.stringify(choice)).join(' | ');
	}
	if (Array.isArray(anyOf)) {
		return anyOf.map(typeOf).join(' | ');
	}
	if (type === 'array') {
		const item = typeOf(items);
		return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
	}
	if (type === 'object' && isRecord(properties)) {
		const required = listOf(recordOf(field)['required']);
		const inner = Object.entries(properties).map(
			([name, part]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(part)}`,
		);
		return `{ ${inner.join(', ')} }`;
	}
	return typeof type === 'string' ? type : 'any';
}
