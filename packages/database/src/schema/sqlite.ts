import type { ForeignKey, TableSchema } from '@hawser/core/ports/database.ts';
import { defined } from '../values/parsed-values.ts';
import { type Ask, optionalText, type Row, type SchemaReader, text, truth } from './schema-reader.ts';

const TABLES = `
select l.name, l.type as kind from pragma_table_list as l
where l.schema = 'main' and l.name not like 'sqlite\\_%' escape '\\' and l.type in ('table','view','virtual') order by 1`;

const INBOUND = `
select m.name as "table", f.id, f."from", f."to", f.on_delete as deletes
from sqlite_schema as m, pragma_foreign_key_list(m.name) as f
where m.type = 'table' and f."table" = ? collate nocase order by m.name, f.id, f.seq`;

const INDEXES = `
select l.name, l."unique" as is_unique, l.origin,
	(select group_concat(coalesce(i.name, '(expression)'), ', ') from pragma_index_info(l.name) as i) as columns
from pragma_index_list(?) as l order by l.name`;

export const sqliteSchema: SchemaReader = {
	async tables(ask) {
		const estimates = await rowEstimates(ask);
		return (await ask(TABLES)).map(row => {
			const name = text(row, 'name');
			const kind = text(row, 'kind');
			return defined({ name, kind: kind === 'virtual' ? 'virtual table' : kind, rows: estimates.get(name) });
		});
	},

	async schema(ask, table): Promise<TableSchema> {
		const { name } = table;
		const columns = await ask(
			'select name, type, "notnull" as required, dflt_value, pk, hidden from pragma_table_xinfo(?)',
			[name],
		);
		const outward = await ask(
			'select id, "table", "from", "to", on_delete as deletes from pragma_foreign_key_list(?) order by id, seq',
			[name],
		);
		const inward = await ask(INBOUND, [name]);
		const indexes = await ask(INDEXES, [name]);
		const [made] = await ask("select sql from sqlite_schema where name = ? and type in ('table','view')", [name]);
		const keyColumns = columns.filter(row => Number(row['pk']) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
		return defined({
			...table,
			columns: columns.map(row =>
				defined({
					name: text(row, 'name'),
					type: text(row, 'type') || 'any',
					nullable: !truth(row, 'required'),
					default: optionalText(row, 'dflt_value'),
					generated: Number(row['hidden']) >= 2 ? 'generated' : undefined,
				}),
			),
			primaryKey: keyColumns.map(row => text(row, 'name')),
			indexes: indexes.map(row => ({
				name: text(row, 'name'),
				columns: text(row, 'columns'),
				unique: truth(row, 'is_unique'),
			})),
			foreignKeys: grouped(outward),
			referencedBy: grouped(inward),
			checks: [],
			definition: made && optionalText(made, 'sql'),
		});
	},
};

/** Known only after ANALYZE; counting would read the whole table. */
async function rowEstimates(ask: Ask): Promise<ReadonlyMap<string, number>> {
	const [present] = await ask("select 1 as present from sqlite_schema where name = 'sqlite_stat1'");
	const rows = present ? await ask('select tbl, max(cast(stat as integer)) as n from sqlite_stat1 group by tbl') : [];
	return new Map(rows.map(row => [text(row, 'tbl'), Number(row['n'])]));
}

/** One foreign key is one row per column. */
function grouped(rows: readonly Row[]): readonly ForeignKey[] {
	const keys = new Map<string, Row[]>();
	for (const row of rows) {
		const key = `${text(row, 'table')} ${text(row, 'id')}`;
		keys.set(key, [...(keys.get(key) ?? []), row]);
	}
	return [...keys.values()].map(parts => {
		const [first] = parts;
		const deletes = first === undefined ? '' : text(first, 'deletes').toLowerCase();
		return defined({
			columns: parts.map(part => text(part, 'from')).join(', '),
			table: first === undefined ? '' : text(first, 'table'),
			references: parts.map(part => optionalText(part, 'to') ?? '(primary key)').join(', '),
			onDelete: deletes === 'no action' || deletes === '' ? undefined : deletes,
		});
	});
}
