import { defined, scalarText } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { DEFAULT_PORTS, engineNamed, type FoundDatabase } from './found-database.ts';
import type { Project, Source } from './source.ts';
import { tlsSettings } from './tls-settings.ts';

/** A longer text is none of the look-ups that are known here. */
const MAX_EXPRESSION = 1_000;

/** `DATABASE_URL` in the env file, else the literal `DATABASES` of a settings module. Python is not run. */
export const django: Source = project => {
	const { files, env } = project;
	if (!files.exists('manage.py')) {
		return [];
	}
	const url = env.env.get('DATABASE_URL');
	const address = url === undefined ? undefined : parseDatabaseUrl(url);
	if (address) {
		return [{ ...address, name: 'default', source: `${env.fileOf('DATABASE_URL')}: DATABASE_URL` }];
	}
	return settingsFiles(project).flatMap(path => fromSettings(files.read(path) ?? '', path, env.env));
};

function settingsFiles({ files }: Project): readonly string[] {
	const packages = files.list('').filter(name => name.endsWith('/') && files.exists(`${name}settings.py`));
	const folders = files.list('').filter(name => name.endsWith('/') && files.exists(`${name}settings/__init__.py`));
	const split = folders.flatMap(folder =>
		['base.py', 'development.py', 'dev.py', 'local.py', '__init__.py'].map(name => `${folder}settings/${name}`),
	);
	return [
		...(files.exists('settings.py') ? ['settings.py'] : []),
		...packages.map(name => `${name}settings.py`),
		...split,
	];
}

function fromSettings(text: string, path: string, env: ReadonlyMap<string, string>): readonly FoundDatabase[] {
	const code = text.replaceAll(/^[ \t]*#.*$/gm, '');
	const start = /^DATABASES[ \t]*(?::[^=\n]+)?=\s*\{/m.exec(code);
	if (!start) {
		return [];
	}
	const body = bracesFrom(code, start.index + start[0].length - 1);
	return entriesOf(body).flatMap(({ alias, fields }) => {
		const engineName = /["']ENGINE["']\s*:\s*["']([\w.]+)["']/.exec(fields)?.[1]?.split('.').at(-1);
		return engineName === undefined ? [] : [fromFields(alias, engineName, fields, path, env)];
	});
}

/** The entries of a dictionary of dictionaries, each with what stands in its braces. */
function entriesOf(body: string): readonly { alias: string; fields: string }[] {
	const entries: { alias: string; fields: string }[] = [];
	const head = /["'](\w+)["']\s*:\s*\{/g;
	for (let match = head.exec(body); match; match = head.exec(body)) {
		const fields = bracesFrom(body, head.lastIndex - 1);
		entries.push({ alias: match[1] ?? '', fields });
		head.lastIndex += fields.length;
	}
	return entries;
}

function fromFields(
	name: string,
	engineName: string,
	fields: string,
	path: string,
	env: ReadonlyMap<string, string>,
): FoundDatabase {
	const source = `${path}: DATABASES["${name}"]`;
	const primary = name === 'default';
	const engine = engineNamed(engineName.replace('spatialite', 'sqlite3'));
	if (engine === undefined) {
		return {
			engine: 'sqlite',
			name,
			source,
			primary,
			problem: `The engine "${engineName}" is one that Hawser does not know.`,
		};
	}
	const value = (key: string) =>
		literal(new RegExp(`["']${key}["']\\s*:\\s*((?:\\([^)\\n]*\\)|[^\\n,(}])+)`).exec(fields)?.[1]?.trim(), env);
	const database = value('NAME');
	const given = { host: value('HOST'), port: value('PORT'), user: value('USER'), password: value('PASSWORD') };
	const open = Object.entries({ name: database, ...given }).find(([, item]) => item === null);
	if (open) {
		const problem = `${open[0].toUpperCase()} in ${source} is an expression that only Python can work out.`;
		return { engine, name, source, primary, problem };
	}
	if (engine === 'sqlite') {
		return defined({ engine, name, source, primary, file: database ?? 'db.sqlite3' });
	}
	return defined({
		engine,
		name,
		source,
		primary,
		host: scalarText(given.host) ?? 'localhost',
		port: Number(given.port) || DEFAULT_PORTS[engine],
		user: scalarText(given.user),
		password: scalarText(given.password),
		database: scalarText(database),
		...tlsSettings(['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].map(key => [key, value(key) ?? undefined])),
	});
}

/** The value of a literal or of an environment look-up; null for anything else. */
function literal(expression: string | undefined, env: ReadonlyMap<string, string>): string | undefined | null {
	if (expression === undefined) {
		return undefined;
	}
	if (expression.length > MAX_EXPRESSION) {
		return null;
	}
	const plain = /^[rb]?(?:"([^"]*)"|'([^']*)'|(\d+))$/.exec(expression);
	if (plain) {
		return plain[1] ?? plain[2] ?? plain[3];
	}
	const joined = /^(?:os\.path\.join\(\s*)?BASE_DIR\s*[/,]\s*["']([^"']+)["']\s*\)?$/.exec(expression);
	if (joined) {
		return joined[1];
	}
	const variable =
		// eslint-disable-next-line regexp/no-super-linear-backtracking -- An expression is at most MAX_EXPRESSION long.
		/^(?:os\.environ(?:\.get\(|\[)|os\.getenv\(|env(?:\.str)?\(|config\()\s*["'](\w+)["']\s*(?:,\s*(?:default\s*=\s*)?["']([^"']*)["'])?\s*[)\]]$/.exec(
			expression,
		);
	return variable ? (env.get(variable[1] ?? '') ?? variable[2] ?? null) : null;
}

/** The text from an opening brace to the one that closes it. */
function bracesFrom(text: string, open: number): string {
	let depth = 0;
	for (let index = open; index < text.length; index++) {
		depth += text[index] === '{' ? 1 : text[index] === '}' ? -1 : 0;
		if (depth === 0) {
			return text.slice(open + 1, index);
		}
	}
	return text.slice(open + 1);
}
