import { listOf, type PlainData, recordsOf, textOf } from '../data/plain-data.ts';

/** The statement that made a table, from the data of database_schema: the engine's own where it keeps one. */
export function createStatement(table: PlainData): string {
	const definition = textOf(table['definition']);
	const name = quoted(table, [table['schema'], table['name']]);
	if (definition !== undefined) {
		// Some engines keep the text of a view without its head.
		return /^\s*create\b/i.test(definition) ? definition : `CREATE VIEW ${name} AS ${definition}`;
	}
	const lines = [
		...recordsOf(table['columns']).map(column => `${quoted(table, [column['name']])} ${columnFacts(column)}`),
		...(listOf(table['primaryKey']).length > 0
			? [
					`PRIMARY KEY (${listOf(table['primaryKey'])
						.map(column => quoted(table, [column]))
						.join(', ')})`,
				]
			: []),
		...recordsOf(table['foreignKeys']).map(foreignKey),
		...listOf(table['checks']).map(check =>
			/^\w+ *\(/.test(String(check)) ? String(check) : `CHECK (${String(check)})`,
		),
	];
	const indexes = recordsOf(table['indexes']).map(
		({ name: index, columns, unique }) =>
			`CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX ${quoted(table, [index])} ON ${name} (${String(columns)});`,
	);
	const made = table['kind'] === 'view' || table['kind'] === 'VIEW' ? 'VIEW' : 'TABLE';
	return [`CREATE ${made} ${name} (\n  ${lines.join(',\n  ')}\n);`, ...indexes].join('\n');
}

function columnFacts({ type, nullable, default: preset, generated, values, comment }: PlainData): string {
	const parts = [
		textOf(type),
		nullable === false && 'NOT NULL',
		typeof preset === 'string' && `DEFAULT ${preset}`,
		textOf(generated),
		values !== undefined && `/* ${listOf(values).join(' | ')} */`,
		typeof comment === 'string' && `/* ${comment.replaceAll('*/', '* /')} */`,
	];
	return parts.filter(part => part !== false && part !== undefined).join(' ');
}

function foreignKey({ columns, table, references, onDelete }: PlainData): string {
	const rule = typeof onDelete === 'string' ? ` ON DELETE ${onDelete.toUpperCase()}` : '';
	return `FOREIGN KEY (${String(columns)}) REFERENCES ${String(table)} (${String(references)})${rule}`;
}

/** Plain names stay as they are. */
function quoted({ engine }: PlainData, parts: readonly unknown[]): string {
	const mark = engine === 'mysql' || engine === 'mariadb' ? '`' : '"';
	return parts
		.flatMap(part => textOf(part) ?? [])
		.map(part => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `${mark}${part.replaceAll(mark, mark + mark)}${mark}`))
		.join('.');
}
