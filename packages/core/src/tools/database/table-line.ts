import type { ForeignKey, TableSchema } from '../../ports/database.ts';

/** A table in one line, as a person would note it: `orders(id integer primary key, customer_id integer -> customers(id))`. */
export function tableLine(table: TableFacts): string {
	return tableParts(table).join(', ');
}

export type TableFacts = Pick<TableSchema, 'columns' | 'primaryKey' | 'foreignKeys' | 'indexes' | 'checks'>;

/** The columns with what holds for one alone, then what holds for several. */
export function tableParts(
	{ columns, primaryKey, foreignKeys, indexes, checks }: TableFacts,
	{ indexNames = false } = {},
): readonly string[] {
	const [only] = primaryKey.length === 1 ? primaryKey : [];
	const names = new Set(columns.map(({ name }) => name));
	const single = new Map(foreignKeys.filter(({ columns: own }) => names.has(own)).map(key => [key.columns, key]));
	const fields = columns.map(({ name, type, nullable, default: value, generated, values, comment }) => {
		const target = single.get(name);
		const parts = [
			name,
			type,
			name === only && 'primary key',
			!nullable && name !== only && 'not null',
			value !== undefined && `default ${value}`,
			generated,
			values && `one of ${values.join(' | ')}`,
			target && targetOf(target),
			comment !== undefined && `-- ${comment}`,
		];
		return parts.filter(Boolean).join(' ');
	});
	const primary = primaryKey.join(', ');
	const rest = [
		...(primaryKey.length > 1 ? [`primary key (${primary})`] : []),
		...foreignKeys.filter(({ columns: own }) => !single.has(own)).map(key => `(${key.columns}) ${targetOf(key)}`),
		// The index of the primary key says nothing that the key does not say.
		...indexes
			.filter(index => !(index.unique && index.columns === primary))
			.map(index => `${index.unique ? 'unique' : 'index'}${indexNames ? ` ${index.name}` : ''} (${index.columns})`),
		...checks,
	];
	return [...fields, ...rest];
}

function targetOf({ table, references, onDelete }: ForeignKey): string {
	return `-> ${table}(${references})${onDelete === undefined ? '' : ` on delete ${onDelete}`}`;
}
