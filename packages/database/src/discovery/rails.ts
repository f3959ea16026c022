import { isRecord, recordOf } from '@hawser/core/data/plain-data.ts';
import { defined, scalarText } from '../values/parsed-values.ts';
import { parseDatabaseUrl } from './connection-url.ts';
import { renderErb, UNRESOLVED } from './erb.ts';
import { DEFAULT_PORTS, engineNamed, type FoundDatabase } from './found-database.ts';
import type { Source } from './source.ts';
import { parseYaml } from './structured-text.ts';
import { tlsSettings } from './tls-settings.ts';

const PATH = 'config/database.yml';

/** `config/database.yml`, its ERB worked out as far as it goes without Ruby; DATABASE_URL overrides the primary database. */
export const rails: Source = ({ files, env: { env, fileOf } }) => {
	const text = files.read(PATH);
	if (text === undefined) {
		return [];
	}
	const parsed = parseYaml(renderErb(text, env));
	if ('problem' in parsed) {
		return [{ engine: 'sqlite', name: 'rails', source: PATH, problem: `${PATH} cannot be read: ${parsed.problem}.` }];
	}
	const environment = env.get('RAILS_ENV') ?? 'development';
	const section = recordOf(recordOf(parsed.value)[environment]);
	const several = Object.entries(section).filter(([, value]) => isRecord(value));
	const found =
		several.length > 0
			? several.map(([name, value]) => ({
					...fromSection(recordOf(value), name, environment),
					primary: name === 'primary',
				}))
			: Object.keys(section).length > 0
				? [fromSection(section, environment, environment)]
				: [];
	const override = parseDatabaseUrl(env.get('DATABASE_URL') ?? '');
	return found.map((database, index) =>
		override && (database.primary ?? index === 0)
			? { ...override, name: database.name, source: `${fileOf('DATABASE_URL')}: DATABASE_URL`, primary: true }
			: database,
	);
};

function fromSection(section: Record<string, unknown>, name: string, environment: string): FoundDatabase {
	const source = `${PATH}: ${name === environment ? name : `${environment}.${name}`}`;
	const open = Object.entries(section).find(([, value]) => scalarText(value)?.includes(UNRESOLVED));
	const adapter = scalarText(section['adapter']);
	const url = scalarText(section['url']);
	const fromUrl = url === undefined ? undefined : parseDatabaseUrl(url);
	const engine = fromUrl?.engine ?? engineNamed(adapter);
	if (open) {
		const problem = `The value of "${open[0]}" in ${PATH} is an expression that only Ruby can work out.`;
		return { engine: engine ?? 'sqlite', name, source, problem };
	}
	if (fromUrl) {
		return { ...fromUrl, name, source };
	}
	if (engine === undefined) {
		return {
			engine: 'sqlite',
			name,
			source,
			problem: `The adapter "${adapter ?? ''}" is one that Hawser does not know.`,
		};
	}
	const database = scalarText(section['database']);
	if (engine === 'sqlite') {
		return database === undefined
			? { engine, name, source, problem: `${source} names no database.` }
			: { engine, name, source, file: database };
	}
	const host = scalarText(section['host']);
	return defined({
		engine,
		name,
		source,
		host: host?.startsWith('/') ? undefined : (host ?? 'localhost'),
		socket: host?.startsWith('/') ? host : scalarText(section['socket']),
		port: Number(scalarText(section['port'])) || DEFAULT_PORTS[engine],
		user: scalarText(section['username']) ?? scalarText(section['user']),
		password: scalarText(section['password']),
		database,
		schema: scalarText(section['schema_search_path'])?.split(',')[0]?.trim(),
		...tlsSettings(Object.entries(section).map(([key, value]) => [key, scalarText(value)])),
	});
}
