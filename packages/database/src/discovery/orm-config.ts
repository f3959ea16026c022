import { isRecord, recordOf } from '@hawser/core/data/plain-data.ts';
import { defined } from '../values/parsed-values.ts';
import { fromEntry } from './configured.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import type { Env } from './env-file.ts';
import { engineNamed, type FoundDatabase } from './found-database.ts';
import type { Source } from './source.ts';
import { parseJsonOrYaml } from './structured-text.ts';

const CONFIGS = [
	'drizzle.config.ts',
	'drizzle.config.js',
	'drizzle.config.mjs',
	'drizzle.config.json',
	'knexfile.ts',
	'knexfile.js',
];

/** Drizzle's and Knex's configuration: literals and environment variables, found by their form; the file is never run. */
export const ormConfig: Source = ({ files, env: { env } }) => {
	const path = CONFIGS.find(candidate => files.exists(candidate));
	const text = path === undefined ? undefined : files.read(path);
	if (path === undefined || text === undefined) {
		return [];
	}
	const code = text.replaceAll(/^[ \t]*\/\/.*$/gm, '');
	const engineName = value(code, '(?:dialect|client|driver|provider)', env);
	const engine = engineNamed(engineName === 'turso' ? 'sqlite' : engineName?.replace(/^better-/, ''));
	const url = value(code, '(?:url|connectionString|uri|connection)', env);
	const name = path.startsWith('drizzle') ? 'drizzle' : 'knex';
	const address =
		url === undefined
			? undefined
			: (parseDatabaseUrl(url) ?? (engine === 'sqlite' ? { engine, file: url } : undefined));
	if (address) {
		return [{ ...address, name, source: path }];
	}
	if (engine === undefined) {
		return [];
	}
	const fields = ['host', 'port', 'user', 'password', 'database', 'filename'].map(
		key => [key, value(code, key, env)] as const,
	);
	const known = Object.fromEntries(fields.filter(([, item]) => item !== undefined));
	return 'database' in known || 'filename' in known
		? [{ ...fromEntry({ type: engine, ...known }, 0, path), name }]
		: [
				{
					engine,
					name,
					source: path,
					problem: `${path} takes its address from an expression, or from a variable that no .env file sets.`,
				},
			];
};

function value(code: string, key: string, env: Env): string | undefined {
	const pattern = new RegExp(
		`\\b${key}["']?\\s*:\\s*(?:["'\`]([^"'\`$]+)["'\`]|(\\d+)|(?:Number\\(|String\\()?process\\.env(?:\\.|\\[["'])(\\w+)["'\\]]*\\)?!?(?:\\s*(?:\\?\\?|\\|\\|)\\s*["'\`]?([^"'\`,\\s)]+))?)`,
	);
	const [, literal, number, variable, fallback] = pattern.exec(code) ?? [];
	return literal ?? number ?? (variable === undefined ? undefined : (env.get(variable) ?? fallback));
}

/** Sequelize's `config/config.json`, by environment. */
export const sequelize: Source = ({ files, env: { env } }) => {
	const path = 'config/config.json';
	const text = files.read(path);
	const parsed = text === undefined ? undefined : parseJsonOrYaml(text);
	const sections = recordOf(parsed && 'value' in parsed ? parsed.value : undefined);
	const section = sections['development'];
	if (!isRecord(section) || typeof section['dialect'] !== 'string') {
		return [];
	}
	const variable = section['use_env_variable'];
	const url = typeof variable === 'string' ? env.get(variable) : undefined;
	const found: FoundDatabase = fromEntry(defined({ ...section, url, name: 'sequelize' }), 0, `${path}: development`);
	return [found];
};
