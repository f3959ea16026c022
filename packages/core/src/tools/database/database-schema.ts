import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import type { ForeignKey, SchemaAnswer, TableSchema, TableSummary, TablesAnswer } from '../../ports/database.ts';
import { shorten } from '../../text/shorten.ts';
import { database, engine } from './parameters.ts';
import { tableLine, tableParts } from './table-line.ts';

const ROOM_FOR_HEAD = 400;

const foreignKey = z.object({
	columns: z.string(),
	table: z.string(),
	references: z.string(),
	onDelete: z.string().optional(),
});

export const databaseSchema = defineTool({
	name: 'database_schema',
	title: 'Show tables',
	searchHint: 'table columns schema types keys indexes',
	description:
		'Shows the whole schema, a line per table, or one table or view: columns with types, defaults, enum values and comments, keys, indexes, checks, and foreign keys in both directions.',
	whenToUse: 'Use it before writing a query or a migration, instead of guessing columns from code.',
	effect: 'queries',
	needs: ['databases'],
	narrowBy: ['offset'],

	example: { table: 'orders' },

	input: z.strictObject({
		table: z
			.string()
			.min(1)
			.optional()
			.describe('Table or view, "public.users" if several schemas have it; or several, with commas. All unless given.'),
		database,
		definition: z
			.boolean()
			.default(false)
			.describe('Also the CREATE statement or the text of a view, where the engine keeps it.'),
		offset: z.int().nonnegative().default(0).describe('Tables to skip; of one table, columns.'),
	}),

	output: z.object({
		database: z.string(),
		engine,
		schema: z.string().optional(),
		total: z.int().optional().describe('Tables that match, if several are asked for.'),
		tables: z
			.array(z.object({ name: z.string(), kind: z.string(), rows: z.number().optional(), columns: z.string() }))
			.optional()
			.describe('Several tables, each in one line; the fields below are of one table.'),
		name: z.string().optional(),
		kind: z.string().optional(),
		rows: z.number().optional(),
		comment: z.string().optional(),
		totalColumns: z.int().optional(),
		columns: z
			.array(
				z.object({
					name: z.string(),
					type: z.string(),
					nullable: z.boolean(),
					default: z.string().optional(),
					generated: z.string().optional(),
					values: z.array(z.string()).optional(),
					comment: z.string().optional(),
				}),
			)
			.optional(),
		nextOffset: z.int().optional().describe('Where to go on; absent when all is given.'),
		primaryKey: z.array(z.string()).optional(),
		indexes: z.array(z.object({ name: z.string(), columns: z.string(), unique: z.boolean() })).optional(),
		foreignKeys: z.array(foreignKey).optional(),
		referencedBy: z.array(foreignKey).optional(),
		checks: z.array(z.string()).optional(),
		definition: z.string().optional(),
		truncated: z.array(z.string()).optional().describe('What is given in part only.'),
	}),

	async run({ table: wanted, database, definition, offset }, { databases }, { signal, budget, projectRoot }) {
		const names =
			wanted
				?.split(',')
				.map(name => name.trim())
				.filter(name => name !== '') ?? [];
		const [table] = names;
		if (table === undefined || names.length > 1) {
			return severalTables(names, offset, budget, {
				tables: () => databases.tables(database, signal, projectRoot),
				schema: name => databases.schema(database, name, signal, projectRoot),
			});
		}
		const { table: found, ...about } = await databases.schema(database, table, signal, projectRoot);
		// Columns matter most, so they get half of the answer; the lists share the rest.
		const columns = takeWhileFits(found.columns.slice(offset), budget / 2, column => JSON.stringify(column).length + 1);
		const next = offset + columns.length;
		const { lists, truncated } = fitLists(found, budget / 8);
		const { schema, name, kind, rows, comment } = found;
		const text = definition ? found.definition : undefined;
		const cut = [...truncated, ...((text?.length ?? 0) > budget / 8 ? ['definition'] : [])];
		return {
			...about,
			...(schema !== undefined && { schema }),
			name,
			kind,
			...(rows !== undefined && { rows }),
			...(comment !== undefined && { comment: comment.slice(0, 500) }),
			totalColumns: found.columns.length,
			columns: columns.map(({ values, ...column }) => ({ ...column, ...(values && { values: [...values] }) })),
			...(next < found.columns.length && { nextOffset: next }),
			primaryKey: [...found.primaryKey],
			...lists,
			...(text !== undefined && { definition: text.slice(0, budget / 8) }),
			...(cut.length > 0 && { truncated: cut }),
		};
	},

	render(table) {
		const { database, engine, schema, name = '', kind = '', rows, comment, nextOffset } = table;
		if (table.tables) {
			return [renderSeveral(`${database} (${engine})`, { ...table, tables: table.tables })];
		}
		const head = `${schema === undefined ? '' : `${schema}.`}${name}${kind === 'table' ? '' : ` [${kind}]`} in ${database} (${engine})`;
		const facts = [rows === undefined ? undefined : `~${rows} rows`, comment].filter(fact => fact !== undefined);
		const { primaryKey = [], indexes = [], foreignKeys = [], referencedBy = [], checks = [] } = table;
		const columns = (table.columns ?? []).map(({ default: value, generated, values, comment: note, ...column }) => ({
			...column,
			...(value !== undefined && { default: value }),
			...(generated !== undefined && { generated }),
			...(values && { values }),
			...(note !== undefined && { comment: note }),
		}));
		const keys = foreignKeys.map(plainKey);
		const pointing = referencedBy.map(key => `${key.table}(${key.columns})`);
		const sections = [
			pointing.length > 0 && `referenced by ${pointing.join(', ')}`,
			table.definition,
			nextOffset !== undefined && `(More columns: call again with offset ${nextOffset}.)`,
			table.truncated && `(Only the start of: ${table.truncated.join(', ')}.)`,
		];
		const parts = tableParts({ columns, primaryKey, foreignKeys: keys, indexes, checks }, { indexNames: true });
		return [[[head, ...facts].join('; '), ...parts, ...sections.filter(Boolean)].join('\n')];
	},
});

function plainKey({ onDelete, ...key }: z.output<typeof foreignKey>): ForeignKey {
	return { ...key, ...(onDelete !== undefined && { onDelete }) };
}

/** Tables are read one after the other, until the answer is full: a database of a thousand tables is not read for sixty lines. */
async function severalTables(
	names: readonly string[],
	offset: number,
	budget: number,
	read: { tables: () => Promise<TablesAnswer>; schema: (name: string) => Promise<SchemaAnswer> },
) {
	const { tables: all, ...about } = await read.tables();
	const wanted =
		names.length > 0
			? names
			: all
					.filter(({ kind }) => kind !== 'sequence')
					.map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
	const shown: { name: string; kind: string; rows?: number; columns: string }[] = [];
	let left = budget - ROOM_FOR_HEAD;
	for (const name of wanted.slice(offset)) {
		const { table } = await read.schema(name);
		const row = {
			name: shownName(table, all),
			kind: table.kind,
			...(table.rows !== undefined && { rows: table.rows }),
			columns: shorten(tableLine(table), budget / 2),
		};
		left -= JSON.stringify(row).length + 1;
		if (left < 0 && shown.length > 0) {
			break;
		}
		shown.push(row);
	}
	const next = offset + shown.length;
	return { ...about, total: wanted.length, tables: shown, ...(next < wanted.length && { nextOffset: next }) };
}

/** With its schema only where the database has several. */
function shownName({ schema, name }: TableSummary, all: readonly TableSummary[]): string {
	return schema !== undefined && new Set(all.map(table => table.schema)).size > 1 ? `${schema}.${name}` : name;
}

function renderSeveral(
	head: string,
	{
		total = 0,
		tables,
		nextOffset,
	}: {
		total?: number | undefined;
		tables: readonly { name: string; kind: string; rows?: number | undefined; columns: string }[];
		nextOffset?: number | undefined;
	},
): string {
	const lines = tables.map(({ name, kind, rows, columns }) => {
		const facts = [kind === 'table' ? undefined : kind, rows === undefined ? undefined : `~${rows} rows`];
		const given = facts.filter(fact => fact !== undefined).join(', ');
		return `${name}${given && ` [${given}]`}(${columns})`;
	});
	const more =
		nextOffset === undefined ? [] : [`(${total - nextOffset} more tables: call again with offset ${nextOffset}.)`];
	return [`${head}${total === 0 ? ': no tables' : ''}`, ...lines, ...more].join('\n');
}

function fitLists(table: TableSchema, room: number) {
	const truncated: string[] = [];
	const fit = <Item>(name: string, items: readonly Item[]): Item[] => {
		const shown = takeWhileFits(items, room, item => JSON.stringify(item).length + 1);
		if (shown.length < items.length) {
			truncated.push(name);
		}
		return [...shown];
	};
	const lists = {
		indexes: fit('indexes', table.indexes),
		foreignKeys: fit('foreignKeys', table.foreignKeys),
		referencedBy: fit('referencedBy', table.referencedBy),
		checks: fit('checks', table.checks),
	};
	return { lists, truncated };
}
