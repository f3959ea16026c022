import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { TableColumn } from '@hawser/core/ports/database.ts';
import { typeOf } from './document-cells.ts';

const MAX_DEPTH = 5;
const MAX_FIELDS = 500;
/** Elements of a list that are looked at. */
const MAX_ELEMENTS = 20;

/** The fields of some documents, with their types: `address.city`, `items[].price`. */
export function shapeOf(documents: readonly unknown[]): readonly TableColumn[] {
	const fields = new Map<string, { types: Set<string>; documents: Set<number> }>();

	const note = (path: string, value: unknown, document: number, depth: number) => {
		const known = fields.get(path) ?? { types: new Set<string>(), documents: new Set<number>() };
		if (fields.size >= MAX_FIELDS && known.documents.size === 0) {
			return;
		}
		fields.set(path, known);
		known.documents.add(document);
		const type = typeOf(value);
		known.types.add(type);
		if (depth >= MAX_DEPTH) {
			return;
		}
		if (type === 'object' && isRecord(value)) {
			for (const [name, item] of Object.entries(value)) {
				note(`${path}.${name}`, item, document, depth + 1);
			}
		} else if (Array.isArray(value)) {
			for (const item of value.slice(0, MAX_ELEMENTS)) {
				note(`${path}[]`, item, document, depth + 1);
			}
		}
	};

	for (const [index, document] of documents.entries()) {
		for (const [name, value] of Object.entries(isRecord(document) ? document : {})) {
			note(name, value, index, 0);
		}
	}
	return [...fields].map(([name, { types, documents: seen }]) => ({
		name,
		type: [...types].filter(type => type !== 'null' || types.size === 1).join(' | '),
		nullable: seen.size < documents.length || types.has('null'),
	}));
}
