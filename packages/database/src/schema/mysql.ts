import type { ForeignKey, TableSchema } from '@hawser/core/ports/database.ts';
import { defined } from '../values/parsed-values.ts';
import { count, optionalText, type Row, type SchemaReader, text, truth } from './schema-reader.ts';

const TABLES = `
select table_schema as \`schema\`, table_name as name, table_type as kind, table_rows as \`rows\`, nullif(table_comment, '') as comment
from information_schema.tables
where table_schema not in ('mysql','information_schema','performance_schema','sys') and (database() is null or table_schema = database())
order by 1, 2`;

const COLUMNS = `
select column_name as name, column_type as type, is_nullable as nullable, column_default as \`default\`, extra,
	nullif(generation_expression, '') as expression, column_key as \`key\`, nullif(column_comment, '') as comment
from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position`;

const FOREIGN_KEYS = `
select k.constraint_name as name, k.table_schema, k.table_name as \`from_table\`, k.referenced_table_name as to_table,
	group_concat(k.column_name order by k.ordinal_position separator ', ') as \`from\`,
	group_concat(k.referenced_column_name order by k.ordinal_position separator ', ') as \`to\`, lower(r.delete_rule) as deletes
from information_schema.key_column_usage k join information_schema.referential_constraints r
	on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
where k.referenced_table_name is not null
	and ((k.table_schema = ? and k.table_name = ?) or (k.referenced_table_schema = ? and k.referenced_table_name = ?))
group by k.constraint_name, k.table_schema, k.table_name, k.referenced_table_name, r.delete_rule order by 3, 1`;

const INDEXES = `
select index_name as name, min(non_unique) = 0 as is_unique,
	group_concat(coalesce(column_name, '(expression)') order by seq_in_index separator ', ') as columns
from information_schema.statistics where table_schema = ? and table_name = ? group by index_name order by 1`;

const CHECKS = `
select c.check_clause as clause from information_schema.check_constraints c join information_schema.table_constraints t
	on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name
where t.table_schema = ? and t.table_name = ? and t.constraint_type = 'CHECK'`;

export const mysqlSchema: SchemaReader = {
	tables: async ask =>
		(await ask(TABLES)).map(row =>
			defined({
				schema: text(row, 'schema'),
				name: text(row, 'name'),
				kind: kindOf(text(row, 'kind')),
				rows: text(row, 'kind') === 'BASE TABLE' ? count(row, 'rows') : undefined,
				comment: text(row, 'kind') === 'VIEW' ? undefined : optionalText(row, 'comment'),
			}),
		),

	async schema(ask, table): Promise<TableSchema> {
		const place = [table.schema ?? '', table.name];
		const columns = await ask(COLUMNS, place);
		const keys = await ask(FOREIGN_KEYS, [...place, ...place]);
		const indexes = await ask(INDEXES, place);
		// MySQL before 8.0.16 has no such table, and no checks.
		const checks = await ask(CHECKS, place).catch(() => []);
		const isView = table.kind === 'view';
		const [view] = isView
			? await ask(
					'select view_definition as definition from information_schema.views where table_schema = ? and table_name = ?',
					place,
				)
			: [];
		const isOutward = (row: Row) => text(row, 'from_table') === table.name;
		return defined({
			...table,
			columns: columns.map(toColumn),
			primaryKey: indexes.filter(row => row['name'] === 'PRIMARY').flatMap(row => text(row, 'columns').split(', ')),
			indexes: indexes.map(row => ({
				name: text(row, 'name'),
				columns: text(row, 'columns'),
				unique: truth(row, 'is_unique'),
			})),
			foreignKeys: keys.filter(isOutward).map(row => toForeignKey(row, 'to_table')),
			referencedBy: keys
				.filter(row => !isOutward(row) || row['to_table'] === table.name)
				.map(row => toForeignKey(row, 'from_table')),
			checks: checks.map(row => text(row, 'clause')),
			definition: view && optionalText(view, 'definition'),
		});
	},
};

function toColumn(row: Row): TableSchema['columns'][number] {
	const type = text(row, 'type');
	const extra = text(row, 'extra').toLowerCase();
	const expression = optionalText(row, 'expression');
	return defined({
		name: text(row, 'name'),
		type,
		nullable: truth(row, 'nullable'),
		default: optionalText(row, 'default'),
		generated:
			expression === undefined
				? extra.includes('auto_increment')
					? 'auto_increment'
					: undefined
				: `generated as ${expression}`,
		values: /^(?:enum|set)\(/i.test(type)
			? [...type.matchAll(/'((?:[^']|'')*)'/g)].map(match => (match[1] ?? '').replaceAll("''", "'"))
			: undefined,
		comment: optionalText(row, 'comment'),
	});
}

function toForeignKey(row: Row, otherEnd: string): ForeignKey {
	const deletes = optionalText(row, 'deletes');
	return defined({
		columns: text(row, 'from'),
		table: text(row, otherEnd),
		references: text(row, 'to'),
		onDelete: deletes === 'no action' || deletes === 'restrict' ? undefined : deletes,
	});
}

function kindOf(kind: string): string {
	return kind === 'BASE TABLE' ? 'table' : kind.toLowerCase();
}
