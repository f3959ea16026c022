import { isRecord, listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import type { DatabaseEngine } from '@hawser/core/ports/database.ts';
import { defined, scalarText } from '../values/parsed-values.ts';
import type { EnvOfProject } from './env-file.ts';
import { DEFAULT_PORTS, type FoundDatabase, isStore, type StoreEngine } from './found-database.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ComposeService, Source } from './source.ts';
import { parseYaml, withVariables } from './structured-text.ts';

const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** The services of the project's compose file, with the variables of its env files put in. */
export function composeServices(files: ProjectFiles, env: EnvOfProject): readonly ComposeService[] {
	const file = FILES.find(candidate => files.exists(candidate));
	const text = file === undefined ? undefined : files.read(file);
	const parsed = text === undefined ? undefined : parseYaml(text);
	if (file === undefined || !parsed || 'problem' in parsed) {
		return [];
	}
	const services = recordOf(recordOf(withVariables(parsed.value, env, true))['services']);
	return Object.entries(services).map(([name, value]) => {
		const service = recordOf(value);
		return {
			name,
			file,
			image: scalarText(service['image']) ?? '',
			environment: environmentOf(service['environment']),
			command: listOf(service['command'])
				.concat(scalarText(service['command']) ?? [])
				.join(' '),
			published: new Map(listOf(service['ports']).flatMap(portOf)),
		};
	});
}

/** Databases that run as services, by the name of their image. */
export const compose: Source = ({ services }) => services.flatMap(fromService);

function fromService(service: ComposeService): FoundDatabase[] {
	const { name, file, image, environment, published } = service;
	const engine = engineOfImage(image);
	if (engine === undefined) {
		return [];
	}
	if (isStore(engine)) {
		return [storeOfService(service, engine)];
	}
	const get = (...keys: readonly string[]) => keys.map(key => environment[key]).find(Boolean);
	const user =
		engine === 'postgres'
			? (get('POSTGRES_USER') ?? 'postgres')
			: engine === 'mssql'
				? 'sa'
				: (get('MYSQL_USER', 'MARIADB_USER') ?? 'root');
	const passwordKeys = {
		postgres: ['POSTGRES_PASSWORD'],
		mssql: ['MSSQL_SA_PASSWORD', 'SA_PASSWORD'],
		mysql: user === 'root' ? ['MYSQL_ROOT_PASSWORD', 'MARIADB_ROOT_PASSWORD'] : ['MYSQL_PASSWORD', 'MARIADB_PASSWORD'],
	}[engine === 'mariadb' ? 'mysql' : engine];
	const database = engine === 'postgres' ? (get('POSTGRES_DB') ?? user) : get('MYSQL_DATABASE', 'MARIADB_DATABASE');
	const port = published.get(DEFAULT_PORTS[engine]);
	const found = defined({
		engine,
		name,
		source: `${file}: ${name}`,
		host: '127.0.0.1',
		port,
		user,
		password: get(...passwordKeys),
		database,
	});
	return [
		port === undefined ? { ...found, problem: `The service "${name}" publishes no port on this machine.` } : found,
	];
}

/** MongoDB is told its first user by variables, Redis its password by an argument. */
function storeOfService(service: ComposeService, engine: StoreEngine): FoundDatabase {
	const { name, file, environment, published, command } = service;
	const port = published.get(DEFAULT_PORTS[engine]);
	const given = (key: string) => scalarText(environment[key]);
	const user = given('MONGO_INITDB_ROOT_USERNAME');
	const login =
		engine === 'mongodb'
			? {
					user,
					password: given('MONGO_INITDB_ROOT_PASSWORD'),
					database: given('MONGO_INITDB_DATABASE'),
					authSource: user === undefined ? undefined : 'admin',
				}
			: { password: given('REDIS_PASSWORD') ?? /--requirepass[ =]"?([^\s"]+)/.exec(command)?.[1] };
	const found = defined({ engine, name, source: `${file}: ${name}`, host: '127.0.0.1', port, ...login });
	return port === undefined ? { ...found, problem: `The service "${name}" publishes no port on this machine.` } : found;
}

function engineOfImage(image: string): Exclude<DatabaseEngine, 'sqlite'> | undefined {
	const name = (image.split(/[:@]/, 1)[0] ?? '').toLowerCase();
	if (/exporter|admin|backup|pgbouncer|pgweb|express|commander|insight|sentinel|connector/.test(name)) {
		return undefined;
	}
	if (/postgres|postgis|timescale|pgvector|supabase\/postgres/.test(name)) {
		return 'postgres';
	}
	if (/(?:^|\/)(?:mongo|mongodb|mongodb-community-server|mongodb-atlas-local|ferretdb)$/.test(name)) {
		return 'mongodb';
	}
	if (/(?:^|\/)(?:redis|redis-stack|redis-stack-server|valkey|valkey-bundle|keydb|dragonfly)$/.test(name)) {
		return 'redis';
	}
	return name.includes('mariadb')
		? 'mariadb'
		: /mysql|percona/.test(name)
			? 'mysql'
			: /mssql|azure-sql/.test(name)
				? 'mssql'
				: undefined;
}

/**
 * A host that is the name of a service is only known inside the containers. From here it is the published port, if there
 * is one.
 */
export function throughCompose(found: FoundDatabase, services: readonly ComposeService[]): FoundDatabase {
	const service = services.find(({ name }) => name === found.host);
	// A name behind an SSH server is looked up there.
	if (!service || found.problem !== undefined || found.ssh) {
		return found;
	}
	const port = service.published.get(found.port ?? DEFAULT_PORTS[found.engine]);
	return port === undefined
		? {
				...found,
				problem: `The host "${service.name}" is a service of ${service.file} that publishes no port on this machine.`,
			}
		: { ...found, host: '127.0.0.1', port };
}

function environmentOf(value: unknown): Record<string, string> {
	const pairs = isRecord(value)
		? Object.entries(value).map(([key, item]) => [key, scalarText(item) ?? ''] as const)
		: listOf(value).map(item => {
				const [key = '', ...rest] = (scalarText(item) ?? '').split('=');
				return [key, rest.join('=')] as const;
			});
	return Object.fromEntries(pairs);
}

/** `5432`, `15432:5432`, `127.0.0.1:15432:5432/tcp` or `{ target, published }`. */
function portOf(value: unknown): [number, number][] {
	if (isRecord(value)) {
		const [target, published] = [Number(scalarText(value['target'])), Number(scalarText(value['published']))];
		return target > 0 && published > 0 ? [[target, published]] : [];
	}
	const parts = (scalarText(value) ?? '').replace(/\/(?:tcp|udp)$/, '').split(':');
	const [target, published] = [Number(parts.at(-1)), Number(parts.at(-2))];
	return parts.length > 1 && target > 0 && published > 0 ? [[target, published]] : [];
}
