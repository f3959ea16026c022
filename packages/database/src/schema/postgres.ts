import type { ForeignKey, TableSchema, TableSummary } from '@hawser/core/ports/database.ts';
import { defined } from '../values/parsed-values.ts';
import { count, optionalText, type Row, type SchemaReader, text, truth } from './schema-reader.ts';

const KINDS = `case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
	when 'm' then 'materialized view' when 'f' then 'foreign table' when 'S' then 'sequence' end`;

/** Sequences that belong to a column are told with the column. */
const TABLES = `
select n.nspname as schema, c.relname as name, ${KINDS} as kind,
	case when c.reltuples >= 0 and c.relkind <> 'S' then c.reltuples::bigint end as rows,
	obj_description(c.oid, 'pg_class') as comment
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r','p','v','m','f','S') and n.nspname not in ('pg_catalog','information_schema')
	and n.nspname !~ '^pg_(toast|temp)' and not c.relispartition
	and case when c.relkind = 'S' then
			not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype in ('a','i') and d.refobjsubid > 0)
		else has_table_privilege(c.oid, 'select') end
order by 1, 2`;

const COLUMNS = `
select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
	case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as "default",
	case when a.attgenerated <> '' then 'generated as ' || pg_get_expr(d.adbin, d.adrelid)
		when a.attidentity = 'a' then 'identity always' when a.attidentity = 'd' then 'identity' end as generated,
	(select string_agg(e.enumlabel, E'\\x1f' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = a.atttypid) as labels,
	col_description(a.attrelid, a.attnum) as comment
from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const CONSTRAINTS = `
select contype as type, pg_get_constraintdef(oid) as definition,
	array_to_string(array(select attname from unnest(conkey) with ordinality k(n, o)
		join pg_catalog.pg_attribute on attrelid = conrelid and attnum = n order by o), ', ') as columns
from pg_catalog.pg_constraint where conrelid = $1::regclass and contype in ('p','c','x') order by contype, conname`;

const FOREIGN_KEYS = `
select conrelid = $1::regclass as outward,
	(case when conrelid = $1::regclass then confrelid else conrelid end)::regclass::text as "table",
	array_to_string(array(select attname from unnest(conkey) with ordinality k(n, o)
		join pg_catalog.pg_attribute on attrelid = conrelid and attnum = n order by o), ', ') as "from",
	array_to_string(array(select attname from unnest(confkey) with ordinality k(n, o)
		join pg_catalog.pg_attribute on attrelid = confrelid and attnum = n order by o), ', ') as "to",
	case confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default' when 'r' then 'restrict' end as deletes,
	conrelid = confrelid as same
from pg_catalog.pg_constraint where contype = 'f' and (conrelid = $1::regclass or confrelid = $1::regclass) order by 2, conname`;

const INDEXES = `
select i.relname as name, x.indisunique as is_unique,
	substring(pg_get_indexdef(x.indexrelid) from ' USING (.*)$') as definition
from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid where x.indrelid = $1::regclass order by 1`;

export const postgresSchema: SchemaReader = {
	tables: async ask => (await ask(TABLES)).map(toTable),

	async schema(ask, table): Promise<TableSchema> {
		const name = [quoteName(table.schema ?? 'public'), quoteName(table.name)].join('.');
		const columns = await ask(COLUMNS, [name]);
		const constraints = await ask(CONSTRAINTS, [name]);
		const keys = await ask(FOREIGN_KEYS, [name]);
		const indexes = await ask(INDEXES, [name]);
		const isView = table.kind.endsWith('view');
		const [view] = isView ? await ask('select pg_get_viewdef($1::regclass, true) as definition', [name]) : [];
		return defined({
			...table,
			columns: columns.map(row =>
				defined({
					name: text(row, 'name'),
					type: text(row, 'type'),
					nullable: truth(row, 'nullable'),
					default: optionalText(row, 'default'),
					generated: optionalText(row, 'generated'),
					values: optionalText(row, 'labels')?.split('\x1f'),
					comment: optionalText(row, 'comment'),
				}),
			),
			primaryKey: constraints.filter(row => row['type'] === 'p').flatMap(row => text(row, 'columns').split(', ')),
			indexes: indexes.map(row => ({
				name: text(row, 'name'),
				columns: text(row, 'definition').replace(/^btree \((.*?)\)/, '$1'),
				unique: truth(row, 'is_unique'),
			})),
			foreignKeys: keys.filter(row => truth(row, 'outward')).map(toForeignKey),
			referencedBy: keys.filter(row => !truth(row, 'outward') || truth(row, 'same')).map(toForeignKey),
			checks: constraints.filter(row => row['type'] !== 'p').map(row => text(row, 'definition')),
			definition: view && optionalText(view, 'definition'),
		});
	},
};

function toTable(row: Row): TableSummary {
	return defined({
		schema: text(row, 'schema'),
		name: text(row, 'name'),
		kind: text(row, 'kind'),
		rows: count(row, 'rows'),
		comment: optionalText(row, 'comment'),
	});
}

function toForeignKey(row: Row): ForeignKey {
	return defined({
		columns: text(row, 'from'),
		table: text(row, 'table'),
		references: text(row, 'to'),
		onDelete: optionalText(row, 'deletes'),
	});
}

export function quoteName(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
