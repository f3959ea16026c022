import type { ForeignKey, TableSchema } from '@hawser/core/ports/database.ts';
import { defined } from '../values/parsed-values.ts';
import { count, optionalText, type Row, type SchemaReader, text, truth } from './schema-reader.ts';

const TABLES = `
select s.name as [schema], o.name, case o.type when 'V' then 'view' else 'table' end as kind,
	(select sum(p.rows) from sys.partitions p where p.object_id = o.object_id and p.index_id in (0, 1)) as [rows]
from sys.objects o join sys.schemas s on s.schema_id = o.schema_id where o.type in ('U', 'V') and o.is_ms_shipped = 0 order by 1, 2`;

const COLUMNS = `
select c.column_name as name, c.data_type + case when c.character_maximum_length is null then ''
	when c.character_maximum_length = -1 then '(max)' else '(' + cast(c.character_maximum_length as varchar(10)) + ')' end as type,
	c.is_nullable as nullable, c.column_default as [default],
	columnproperty(object_id(quotename(c.table_schema) + '.' + quotename(c.table_name)), c.column_name, 'IsIdentity') as is_identity
from information_schema.columns c where c.table_schema = @p1 and c.table_name = @p2 order by c.ordinal_position`;

const FOREIGN_KEYS = `
select object_name(k.parent_object_id) as from_table, object_name(k.referenced_object_id) as to_table,
	string_agg(col_name(c.parent_object_id, c.parent_column_id), ', ') as [from],
	string_agg(col_name(c.referenced_object_id, c.referenced_column_id), ', ') as [to], lower(k.delete_referential_action_desc) as deletes
from sys.foreign_keys k join sys.foreign_key_columns c on c.constraint_object_id = k.object_id
where object_id(quotename(@p1) + '.' + quotename(@p2)) in (k.parent_object_id, k.referenced_object_id)
group by k.object_id, k.parent_object_id, k.referenced_object_id, k.delete_referential_action_desc`;

const INDEXES = `
select i.name, i.is_unique, i.is_primary_key,
	string_agg(col_name(c.object_id, c.column_id), ', ') within group (order by c.key_ordinal) as columns
from sys.indexes i join sys.index_columns c on c.object_id = i.object_id and c.index_id = i.index_id
where i.object_id = object_id(quotename(@p1) + '.' + quotename(@p2)) and i.name is not null
group by i.name, i.is_unique, i.is_primary_key`;

/** Written from the documentation; there was no server to try it on. */
export const mssqlSchema: SchemaReader = {
	tables: async ask =>
		(await ask(TABLES)).map(row =>
			defined({
				schema: text(row, 'schema'),
				name: text(row, 'name'),
				kind: text(row, 'kind'),
				rows: count(row, 'rows'),
			}),
		),

	async schema(ask, table): Promise<TableSchema> {
		const place = [table.schema ?? 'dbo', table.name];
		const columns = await ask(COLUMNS, place);
		const keys = await ask(FOREIGN_KEYS, place);
		const indexes = await ask(INDEXES, place);
		const isOutward = (row: Row) => text(row, 'from_table') === table.name;
		return {
			...table,
			columns: columns.map(row =>
				defined({
					name: text(row, 'name'),
					type: text(row, 'type'),
					nullable: truth(row, 'nullable'),
					default: optionalText(row, 'default'),
					generated: truth(row, 'is_identity') ? 'identity' : undefined,
				}),
			),
			primaryKey: indexes.filter(row => truth(row, 'is_primary_key')).flatMap(row => text(row, 'columns').split(', ')),
			indexes: indexes.map(row => ({
				name: text(row, 'name'),
				columns: text(row, 'columns'),
				unique: truth(row, 'is_unique'),
			})),
			foreignKeys: keys.filter(isOutward).map(row => toForeignKey(row, 'to_table')),
			referencedBy: keys.filter(row => !isOutward(row)).map(row => toForeignKey(row, 'from_table')),
			checks: [],
		};
	},
};

function toForeignKey(row: Row, otherEnd: string): ForeignKey {
	const deletes = text(row, 'deletes').replace('_', ' ');
	return defined({
		columns: text(row, 'from'),
		table: text(row, otherEnd),
		references: text(row, 'to'),
		onDelete: deletes === 'no action' || deletes === '' ? undefined : deletes,
	});
}
