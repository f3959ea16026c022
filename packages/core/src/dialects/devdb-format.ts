import type { DialectAnswer, DialectFormat } from '../contract/dialect-format.ts';
import { listOf, type PlainData, recordsOf, textOf } from '../data/plain-data.ts';
import { type ErrorCode } from '../errors/error-codes.ts';
import { ToolError } from '../errors/tool-error.ts';
import { createStatement } from './create-statement.ts';

const NO_CONNECTION = 'Could not establish database connection';

/** DevDB has one sentence for having no database. */
const NO_DATABASE: ReadonlySet<ErrorCode> = new Set([
	'E_NO_DATABASE',
	'E_NO_WORKSPACE',
	'E_DATABASE_AMBIGUOUS',
	'E_DATABASE_UNUSABLE',
	'E_DATABASE_UNREACHABLE',
	'E_DATABASE_LOGIN',
	'E_UNTRUSTED_WORKSPACE',
	'E_DENIED',
	// DevDB says the same when its request to the window breaks off.
	'E_WINDOW_GONE',
]);

export function meansNoDatabase(code: ErrorCode): boolean {
	return NO_DATABASE.has(code);
}

/** Our hints name our tools; a client that got only DevDB's must hear of those. */
const NAMES: readonly (readonly [ours: string, theirs: string])[] = [
	['database_tables', 'get-tables'],
	['database_schema', 'get-schema'],
	['database_query', 'run-query'],
	['database_execute', 'run-query'],
	['database_list', '"hawser call database_list"'],
];

const CHOOSE_ONE = 'Ask the user to make the one to use the only entry of the setting hawser.databases.';

/** The words of DevDB's MCP server. Where it gave no reason, ours follows its sentence. */
export const devdbFormat: DialectFormat = {
	server: { name: 'DevDB', version: '1.1.0' },
	requiresProjectRoot: true,
	absolutePaths: false,
	answers: {
		'get-tables': tableNames,
		'get-schema': tableSchema,
		'get-database-type': databaseType,
		'run-query': resultRows,
	},
	failure({ code, message, hint, details }) {
		const [wrongRoot] = /^projectRoot (?:must be an absolute path|does not exist)/.exec(message) ?? [];
		if (wrongRoot !== undefined) {
			return `Error: ${wrongRoot}`;
		}
		if (code === 'E_NO_WINDOW') {
			const projectRoot = textOf(details['projectRoot']);
			return `Error: ${projectRoot === undefined ? message : `MCP server not running for project: ${projectRoot}`}`;
		}
		const advice = code === 'E_DATABASE_AMBIGUOUS' ? CHOOSE_ONE : inTheirNames(hint);
		const reason = inTheirNames(message).replace(/[^.!?]$/, '$&.');
		return `Error: ${meansNoDatabase(code) ? `${NO_CONNECTION}: ` : ''}${reason} ${advice}`;
	},
};

function inTheirNames(text: string): string {
	return NAMES.reduce((changed, [ours, theirs]) => changed.replaceAll(ours, theirs), text);
}

function tableNames(data: PlainData): DialectAnswer {
	const tables = recordsOf(data['tables']).filter(({ kind }) => kind !== 'sequence');
	const value = tables.map(({ schema, name }) => {
		const bare = [undefined, 'public', 'dbo', 'main'].includes(textOf(schema)) || isMysql(data);
		return bare ? textOf(name) : `${textOf(schema) ?? ''}.${textOf(name) ?? ''}`;
	});
	return data['nextOffset'] === undefined
		? { value }
		: { value, note: `(The first ${value.length} of ${String(data['total'])}; run-query can list the others.)` };
}

function isMysql({ engine }: PlainData): boolean {
	return engine === 'mysql' || engine === 'mariadb';
}

function tableSchema(data: PlainData): DialectAnswer {
	const cut = [...listOf(data['truncated']), ...(data['nextOffset'] === undefined ? [] : ['columns'])];
	const value = createStatement(data);
	return cut.length === 0 ? { value } : { value, note: `(Only the start of: ${cut.join(', ')}.)` };
}

/** DevDB names MySQL by its driver. */
const TYPES: Partial<Record<string, string>> = { mysql: 'mysql2', mariadb: 'mysql2' };

function databaseType(data: PlainData): DialectAnswer {
	const databases = recordsOf(data['databases']);
	const [chosen] = databases.filter(({ isDefault }) => isDefault === true);
	const engine = textOf((chosen ?? databases[0])?.['engine']);
	if (engine === undefined) {
		throw new ToolError('E_NO_DATABASE', 'No file of this project names a database, and no SQLite file was found.');
	}
	if (!chosen && databases.some(other => other['engine'] !== engine)) {
		throw new ToolError('E_DATABASE_AMBIGUOUS', `The project has ${databases.length} databases.`);
	}
	return { value: TYPES[engine] ?? engine };
}

function resultRows(data: PlainData): DialectAnswer {
	if (typeof data['changedRows'] === 'number' && listOf(data['columns']).length === 0) {
		return { value: { changedRows: data['changedRows'] } };
	}
	const columns = uniqueNames(listOf(data['columns']).map(String));
	const value = listOf(data['rows']).map(row =>
		Object.fromEntries(columns.map((name, index) => [name, listOf(row)[index]])),
	);
	const notes = [
		data['truncated'] === true && `(More rows exist than the ${value.length} shown: add WHERE or LIMIT … OFFSET.)`,
		typeof data['cutCells'] === 'number' && `(Only the start of ${data['cutCells']} values is given.)`,
	].filter(note => note !== false);
	return notes.length === 0 ? { value } : { value, note: notes.join(' ') };
}

/** Rows are objects there, in which the second column of a name would hide the first. */
function uniqueNames(names: readonly string[]): readonly string[] {
	const seen = new Map<string, number>();
	return names.map(name => {
		const count = (seen.get(name) ?? 0) + 1;
		seen.set(name, count);
		return count === 1 ? name : `${name}_${count}`;
	});
}
