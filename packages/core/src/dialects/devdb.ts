import { z } from 'zod';
import { type Dialect, defineOtherName } from '../contract/dialect.ts';
import { devdbFormat } from './devdb-format.ts';
import { isWritingStatement } from './writing-statement.ts';

/** Characters of our data: DevDB gives every table, and of each only the name, which is a small part of that. */
const ALL_TABLES = 4_000_000;

/** The four tools of DevDB's MCP server, which answer from the project's main database. */
export const devdb: Dialect = {
	name: 'devdb',
	title: 'DevDB',
	format: devdbFormat,
	names: [
		defineOtherName({
			name: 'get-tables',
			title: 'Get tables',
			description: 'Get list of tables in database',
			tools: ['database_tables'],
			budget: ALL_TABLES,
			input: z.strictObject({}),
			translate: () => ({ tool: 'database_tables', input: {} }),
		}),
		defineOtherName({
			name: 'get-schema',
			title: 'Get table schema',
			description: 'Get schema for specified table',
			tools: ['database_schema'],
			input: z.strictObject({ table: z.string().min(1).describe('Name of the table.') }),
			translate: ({ table }) => ({ tool: 'database_schema', input: { table, definition: true } }),
		}),
		defineOtherName({
			name: 'get-database-type',
			title: 'Get database type',
			description: 'Get database type (e.g. mysql2, postgres, mssql) to determine SQL syntax',
			tools: ['database_list'],
			input: z.strictObject({}),
			translate: () => ({ tool: 'database_list', input: {} }),
		}),
		defineOtherName({
			name: 'run-query',
			title: 'Run a query',
			description: 'Run a SQL query',
			tools: ['database_query', 'database_execute'],
			input: z.strictObject({
				query: z.string().min(1).describe('One SQL statement. Writing needs the consent of the user.'),
			}),
			translate: ({ query }) =>
				isWritingStatement(query)
					? { tool: 'database_execute', input: { query } }
					: { tool: 'database_query', input: { query, limit: 100_000 } },
		}),
	],
};
