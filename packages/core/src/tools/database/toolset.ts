import type { Toolset } from '../../contract/toolset.ts';
import { databaseExecute } from './database-execute.ts';
import { databaseExplain } from './database-explain.ts';
import { databaseList } from './database-list.ts';
import { databaseQuery } from './database-query.ts';
import { databaseSchema } from './database-schema.ts';
import { databaseTables } from './database-tables.ts';

export const databaseToolset: Toolset = {
	thing: 'database',
	title: "The project's database",
	onByDefault: true,
	instructions: "Database: database_schema and database_query read the project's own database; nothing they do writes.",
	tools: [databaseList, databaseTables, databaseSchema, databaseQuery, databaseExplain, databaseExecute],
};
