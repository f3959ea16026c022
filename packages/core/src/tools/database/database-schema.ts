import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import type { TableSchema } from '../../ports/database.ts';
import { database, engine } from './parameters.ts';

const foreignKey = z.object({
	columns: z.string(),
	table: z.string(),
	references: z.string(),
	onDelete: z.string().optional(),
});

export const databaseSchema = defineTool({
	name: 'database_schema',
	title: 'Show a table',
	description:
		'Shows one table or view: columns with types, defaults, enum values and comments, primary key, indexes, checks, and foreign keys in both directions.',
	whenToUse: 'Use it before writing a query or a migration, instead of guessing columns from code.',
	effect: 'queries',
	needs: ['databases'],
	narrowBy: ['offset'],

	example: { table: 'orders' },

	input: z.strictObject({
		table: z.string().min(1).describe('Name of a table or view, with its schema if several have it: "public.users".'),
		database,
		definition: z
			.boolean()
			.default(false)
			.describe('Also the CREATE statement or the text of a view, where the engine keeps it.'),
		offset: z.int().nonnegative().default(0).describe('Columns to skip, to page through a very wide table.'),
	}),

	output: z.object({
		database: z.string(),
		engine,
		schema: z.string().optional(),
		name: z.string(),
		kind: z.string(),
		rows: z.number().optional(),
		comment: z.string().optional(),
		totalColumns: z.int(),
		columns: z.array(
			z.object({
				name: z.string(),
				type: z.string(),
				nullable: z.boolean(),
				default: z.string().optional(),
				generated: z.string().optional(),
				values: z.array(z.string()).optional(),
				comment: z.string().optional(),
			}),
		),
		nextOffset: z.int().optional().describe('Where to go on; absent when all columns are given.'),
		primaryKey: z.array(z.string()),
		indexes: z.array(z.object({ name: z.string(), columns: z.string(), unique: z.boolean() })),
		foreignKeys: z.array(foreignKey),
		referencedBy: z.array(foreignKey),
		checks: z.array(z.string()),
		definition: z.string().optional(),
		truncated: z.array(z.string()).optional().describe('What is given in part only.'),
	}),

	async run({ table, database, definition, offset }, { databases }, { signal, budget, projectRoot }) {
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
		const { database, engine, schema, name, kind, rows, comment, nextOffset } = table;
		const head = `${schema === undefined ? '' : `${schema}.`}${name}: ${kind} in ${database} (${engine})`;
		const facts = [rows === undefined ? undefined : `~${rows} rows`, comment].filter(fact => fact !== undefined);
		const columns = table.columns.map(column => {
			const parts = [
				column.type,
				!column.nullable && 'not null',
				column.default !== undefined && `default ${column.default}`,
				column.generated,
				column.values && `one of ${column.values.join(' | ')}`,
				column.comment !== undefined && `-- ${column.comment}`,
			];
			return `  ${column.name}  ${parts.filter(Boolean).join(' ')}`;
		});
		const keyLine = (key: (typeof table.foreignKeys)[number]) =>
			key.onDelete === undefined ? '' : ` on delete ${key.onDelete}`;
		const sections = [
			table.primaryKey.length > 0 && `primary key (${table.primaryKey.join(', ')})`,
			...table.indexes.map(index => `${index.unique ? 'unique ' : ''}index ${index.name} (${index.columns})`),
			...table.foreignKeys.map(
				key => `foreign key (${key.columns}) -> ${key.table} (${key.references})${keyLine(key)}`,
			),
			...table.referencedBy.map(
				key => `referenced by ${key.table} (${key.columns}) -> (${key.references})${keyLine(key)}`,
			),
			...table.checks.map(check => `check ${check}`),
			table.definition,
			nextOffset !== undefined && `(More columns: call again with offset ${nextOffset}.)`,
			table.truncated && `(Only the start of: ${table.truncated.join(', ')}.)`,
		];
		return [[[head, ...facts].join('; '), ...columns, ...sections.filter(Boolean)].join('\n')];
	},
});

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
