import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/discovery/connection-url.ts';
import { discover } from '../../src/discovery/discover.ts';
import { parseEnv } from '../../src/discovery/env-file.ts';
import { renderErb, UNRESOLVED } from '../../src/discovery/erb.ts';
import { memoryFiles } from '../support/memory-files.ts';

const find = (files: Record<string, string>, setting?: unknown) => discover(memoryFiles(files), setting);
const first = (files: Record<string, string>, setting?: unknown) => find(files, setting).databases[0];
const LOCAL = { host: '127.0.0.1', user: 'u', password: 'p', database: 'd' };

describe('addresses', () => {
	test.each([
		['postgres://u:p@h:5/d', { engine: 'postgres', host: 'h', port: 5, user: 'u', password: 'p', database: 'd' }],
		['postgresql+asyncpg://u@h/d', { engine: 'postgres', host: 'h', port: 5432, user: 'u', database: 'd' }],
		[
			'psql://u:p%40q@h/d?sslmode=require&schema=app',
			{ engine: 'postgres', password: 'p@q', tls: 'require', schema: 'app' },
		],
		['postgres://h/d?sslmode=prefer', { tls: 'prefer' }],
		['postgres://h/d?sslmode=verify-ca&sslrootcert=ca.pem', { tls: 'verify-ca', rootCertificate: 'ca.pem' }],
		[
			'postgres://h/d?sslmode=verify-full&sslcert=c&sslkey=k',
			{ tls: 'verify-full', clientCertificate: 'c', clientKey: 'k' },
		],
		['postgres://h/d?sslmode=no-verify', { tls: 'require' }],
		['postgres://h/d?ssl=true', { tls: 'verify-full' }],
		['postgres://h/d?sslmode=misspelled', { tls: 'verify-full' }],
		['postgres://h/d?sslmode=prefer&sslaccept=accept_invalid_certs', { tls: 'require' }],
		['mysql://h/d?ssl-mode=REQUIRED', { tls: 'require' }],
		['mysql://h/d?ssl-mode=VERIFY_IDENTITY&ssl-ca=/ca.pem', { tls: 'verify-full', rootCertificate: '/ca.pem' }],
		['jdbc:mysql://h/d?sslMode=VERIFY_CA', { tls: 'verify-ca' }],
		['jdbc:mysql://h/d?useSSL=true&verifyServerCertificate=false', { tls: 'require' }],
		['mysql://h/d?ssl={"rejectUnauthorized":false}', { tls: 'require' }],
		['mysql://h/d?ssl={"rejectUnauthorized":true}', { tls: 'verify-full' }],
		['sqlserver://h/d?encrypt=true&trustServerCertificate=true', { tls: 'require' }],
		['jdbc:sqlserver://h;databaseName=d;encrypt=true;trustServerCertificate=false', { tls: 'verify-full' }],
		['Server=h;Initial Catalog=d;Encrypt=False', { tls: 'disable' }],
		['Server=h;Initial Catalog=d;TrustServerCertificate=yes', { tls: 'require' }],
		[
			'Host=h;Username=u;SSL Mode=VerifyFull;Root Certificate=ca.pem',
			{ tls: 'verify-full', rootCertificate: 'ca.pem' },
		],
		['postgres://u:a@b:c/d@h/d', { user: 'u', password: 'a@b:c/d', host: 'h', database: 'd' }],
		['postgres://u:50%off@h/d', { password: '50%off' }],
		['postgres:///d?host=/var/run/postgresql', { socket: '/var/run/postgresql', database: 'd' }],
		['postgres://u:p@[::1]:99/d', { host: '::1', port: 99 }],
		['mysql2://root@localhost/d?sslmode=disable', { engine: 'mysql', user: 'root', tls: 'disable', port: 3306 }],
		['mariadb+pymysql://u:p@h/d', { engine: 'mariadb' }],
		['trilogy://u:p@h/d', { engine: 'mysql' }],
		['jdbc:postgresql://h:1/d?user=u&password=p', { engine: 'postgres', user: 'u', password: 'p', port: 1 }],
		[
			'jdbc:sqlserver://h:1;databaseName=d;user=u;password=p',
			{ engine: 'mssql', host: 'h', port: 1, user: 'u', database: 'd' },
		],
		['sqlserver://u:p@h/d', { engine: 'mssql', port: 1433 }],
		[
			'Server=tcp:h,1444;Initial Catalog=d;User ID=u;Password=p;Encrypt=True',
			{ engine: 'mssql', host: 'h', port: 1444, database: 'd', tls: 'verify-full' },
		],
		['Host=h;Port=5;Database=d;Username=u;Password=p', { engine: 'postgres', host: 'h', port: 5 }],
		['Data Source=app.db', { engine: 'sqlite', file: 'app.db' }],
		['sqlite:///rel.db', { engine: 'sqlite', file: 'rel.db' }],
		['sqlite:////abs/x.db', { engine: 'sqlite', file: '/abs/x.db' }],
		['sqlite3:db/x.sqlite3', { engine: 'sqlite', file: 'db/x.sqlite3' }],
		['file:./dev.db?mode=ro', { engine: 'sqlite', file: './dev.db' }],
		['file:///abs/x.db', { engine: 'sqlite', file: '/abs/x.db' }],
	])('%s', (url, expected) => {
		expect(parseDatabaseUrl(url)).toMatchObject(expected);
	});

	test.each(['redis+sentinel://h', 'mongodb+odd://h/d', 'http://h', 'nonsense', ''])('%s is none', url => {
		expect(parseDatabaseUrl(url)).toBeUndefined();
	});
});

test('an env file with quotes, comments, exports and references', () => {
	const env = parseEnv(
		[
			'A=plain # comment',
			'B="abc:123def"',
			"C='keep $A and #hash'",
			'export D=exported',
			'E="${A}-${MISSING:-fallback}"',
			'F=pa$word#1',
			'G=',
			'H="two\\nlines"',
			'# I=no',
			'J = spaced ',
			'K="multi\nline"',
			'L=postgres://u:p@h/d?x=1#frag',
		].join('\r\n'),
	);
	expect(Object.fromEntries(env)).toEqual({
		A: 'plain',
		B: 'abc:123def',
		C: 'keep $A and #hash',
		D: 'exported',
		E: 'plain-fallback',
		F: 'pa$word#1',
		G: '',
		H: 'two\nlines',
		J: 'spaced',
		K: 'multi\nline',
		L: 'postgres://u:p@h/d?x=1#frag',
	});
});

test.each([
	['<%= ENV["X"] || "y" %>', 'x'],
	["<%= ENV['NONE'] || 'y' %>", 'y'],
	['<%= ENV.fetch("NONE") { 5 } %>', '5'],
	['<%= ENV.fetch("X", "d") %>', 'x'],
	['<%= ENV.fetch("NONE", "d") %>', 'd'],
	['<%= Rails.root.join("storage/a.sqlite3") %>', 'storage/a.sqlite3'],
	['<%# a comment %>', ''],
	['<%= nil %>', ''],
	['<%= Rails.application.credentials.db %>', UNRESOLVED],
	['<%= ENV.fetch("NONE") %>', UNRESOLVED],
])('ERB without Ruby: %s', (text, expected) => {
	expect(renderErb(text, new Map([['X', 'x']]))).toBe(expected);
});

describe('sources', () => {
	test('the setting comes first', () => {
		const { databases, defaultName } = find({ '.env': 'DATABASE_URL=postgres://a@h/d' }, [
			{ name: 'main', url: 'mysql://u:p@127.0.0.1/d' },
		]);
		expect(databases.map(({ name, source }) => [name, source])).toEqual([
			['main', 'setting hawser.databases'],
			['database_url', '.env: DATABASE_URL'],
		]);
		expect(defaultName).toBe('main');
	});

	test('.devdbrc in JSON with comments, and in YAML', () => {
		const json =
			'[\n// ours\n{ "name": "shop", "type": "postgres", "host": "127.0.0.1", "port": 5433, "username": "u", "password": "p//q", "database": "d", },\n]';
		expect(first({ '.devdbrc': json })).toMatchObject({
			...LOCAL,
			password: 'p//q',
			engine: 'postgres',
			port: 5433,
			name: 'shop',
		});
		expect(first({ '.devdbrc': '- type: sqlite\n  path: a.db\n' })).toMatchObject({ engine: 'sqlite', file: 'a.db' });
		expect(first({ '.devdbrc': '[{ "type": "oracle" }]' })?.problem).toContain('oracle');
		const broken = first({ '.devdbrc': '[{"password": "hidden"' })?.problem;
		expect(broken).toContain('not well formed');
		expect(broken).not.toContain('hidden');
	});

	test('dbhub.toml is read', () => {
		const toml =
			'[[sources]]\nid = "a"\ndsn = "postgres://u:${PW}@127.0.0.1/d"\n[[sources]]\nid = "b"\ntype = "sqlite"\npath = "b.db"\n';
		const { databases, defaultName } = find({ 'dbhub.toml': toml, '.env': 'PW=p' });
		expect(databases).toMatchObject([
			{ ...LOCAL, name: 'a' },
			{ name: 'b', file: 'b.db' },
		]);
		expect(defaultName).toBeUndefined();
	});

	test('DDEV with a fixed port, and without', () => {
		const config = 'name: x\ndatabase:\n  type: postgres\n  version: "15"\n';
		expect(first({ '.ddev/config.yaml': `${config}host_db_port: 59002\n` })).toMatchObject({
			engine: 'postgres',
			port: 59_002,
			user: 'db',
		});
		expect(first({ '.ddev/config.yaml': config })?.problem).toContain('host_db_port');
	});

	test('the configuration of Supabase is read', () => {
		expect(first({ 'supabase/config.toml': '[db]\nport = 54329\n' })).toMatchObject({
			engine: 'postgres',
			port: 54_329,
			password: 'postgres',
		});
		expect(first({ 'supabase/config.toml': 'project_id = "x"' })).toMatchObject({ port: 54_322 });
	});

	test('Laravel, with Sail through its compose file', () => {
		const env =
			'DB_CONNECTION=pgsql\nDB_HOST=pgsql\nDB_PORT=5432\nDB_DATABASE=d\nDB_USERNAME=u\nDB_PASSWORD="p"\nFORWARD_DB_PORT=54320\n';
		const compose =
			'services:\n  pgsql:\n    image: postgres:17\n    ports:\n      - "${FORWARD_DB_PORT:-5432}:5432"\n    environment:\n      POSTGRES_DB: "${DB_DATABASE}"\n';
		const { databases } = find({ artisan: '', '.env': env, 'docker-compose.yml': compose });
		expect(databases).toHaveLength(1);
		expect(databases[0]).toMatchObject({ ...LOCAL, engine: 'postgres', port: 54_320, name: 'laravel' });
		expect(first({ artisan: '', '.env': 'DB_CONNECTION=sqlite\n' })).toMatchObject({
			file: 'database/database.sqlite',
		});
		expect(first({ artisan: '', '.env': 'DB_CONNECTION=mysql\nDB_DATABASE=d\n' })).toMatchObject({
			engine: 'mysql',
			port: 3306,
		});
	});

	test('Rails, one database and several', () => {
		const one =
			'default: &default\n  adapter: postgresql\n  host: <%= ENV["DB_HOST"] || "localhost" %>\ndevelopment:\n  <<: *default\n  database: d\n';
		expect(first({ 'config/database.yml': one })).toMatchObject({
			engine: 'postgres',
			host: 'localhost',
			database: 'd',
		});
		const several =
			'development:\n  primary:\n    adapter: sqlite3\n    database: storage/development.sqlite3\n  cache:\n    adapter: sqlite3\n    database: storage/cache.sqlite3\n';
		expect(find({ 'config/database.yml': several })).toMatchObject({
			defaultName: 'primary',
			databases: [{ name: 'primary' }, { name: 'cache' }],
		});
		const secret =
			'development:\n  adapter: mysql2\n  database: d\n  password: <%= Rails.application.credentials.pw %>\n';
		expect(first({ 'config/database.yml': secret })?.problem).toContain('"password"');
		expect(first({ 'config/database.yml': one, '.env': 'DATABASE_URL=mysql2://u:p@127.0.0.1/d' })).toMatchObject({
			...LOCAL,
			engine: 'mysql',
		});
	});

	test('Django: literal settings, environment look-ups, and DATABASE_URL', () => {
		const sqlite =
			"DATABASES = {\n    'default': {\n        'ENGINE': 'django.db.backends.sqlite3',\n        'NAME': BASE_DIR / 'db.sqlite3',\n    }\n}\n";
		expect(first({ 'manage.py': '', 'site/settings.py': sqlite })).toMatchObject({
			engine: 'sqlite',
			file: 'db.sqlite3',
			name: 'default',
		});
		const postgres =
			"DATABASES = {\n    'default': {\n        'ENGINE': 'django.db.backends.postgresql',\n        'NAME': 'd',\n        'USER': os.environ.get('DB_USER', 'u'),\n        'PASSWORD': os.environ['DB_PASSWORD'],\n        'HOST': '127.0.0.1',\n        'PORT': '5433',\n    }\n}\n";
		expect(first({ 'manage.py': '', 'site/settings.py': postgres, '.env': 'DB_PASSWORD=p' })).toMatchObject({
			...LOCAL,
			port: 5433,
		});
		expect(first({ 'manage.py': '', 'site/settings.py': postgres })?.problem).toContain('PASSWORD');
		expect(first({ 'manage.py': '', '.env': 'DATABASE_URL=psql://u:p@127.0.0.1/d' })).toMatchObject(LOCAL);
	});

	test('Prisma up to 6 and from 7 on', () => {
		const schema = 'datasource db {\n  provider = "postgresql"\n  url      = env("PRISMA_URL")\n}\n';
		expect(first({ 'prisma/schema.prisma': schema, '.env': 'PRISMA_URL=postgres://u:p@127.0.0.1/d' })).toMatchObject({
			...LOCAL,
			name: 'prisma',
		});
		expect(first({ 'prisma/schema.prisma': schema })?.problem).toContain('PRISMA_URL');
		const file = 'datasource db {\n  provider = "sqlite"\n  url = "file:./dev.db"\n}\n';
		expect(first({ 'prisma/schema.prisma': file })).toMatchObject({ engine: 'sqlite', file: 'prisma/dev.db' });
		const seven =
			"import { defineConfig, env } from 'prisma/config';\nexport default defineConfig({ datasource: { url: env('PRISMA_URL') } });\n";
		expect(first({ 'prisma.config.ts': seven, '.env': 'PRISMA_URL=mysql://u:p@127.0.0.1/d' })).toMatchObject({
			...LOCAL,
			engine: 'mysql',
		});
	});

	test('Drizzle, Knex and Sequelize', () => {
		const drizzle =
			"export default defineConfig({ dialect: 'postgresql', dbCredentials: { url: process.env.PG_DSN! } });";
		expect(first({ 'drizzle.config.ts': drizzle, '.env': 'PG_DSN=postgres://u:p@127.0.0.1/d' })).toMatchObject({
			...LOCAL,
			name: 'drizzle',
		});
		const sqlite = "export default { dialect: 'sqlite', dbCredentials: { url: './local.db' } };";
		expect(first({ 'drizzle.config.ts': sqlite })).toMatchObject({ engine: 'sqlite', file: './local.db' });
		const knex =
			"module.exports = { client: 'mysql2', connection: { host: '127.0.0.1', user: 'u', password: 'p', database: 'd' } };";
		expect(first({ 'knexfile.js': knex })).toMatchObject({ ...LOCAL, engine: 'mysql', name: 'knex' });
		const sequelize =
			'{ "development": { "username": "u", "password": "p", "database": "d", "host": "127.0.0.1", "dialect": "postgres" } }';
		expect(first({ 'config/config.json': sequelize })).toMatchObject({ ...LOCAL, engine: 'postgres' });
	});

	test('variables: later files win, production and examples are never read', () => {
		const files = {
			'.env': 'DATABASE_URL=postgres://u:p@127.0.0.1/old',
			'.env.local': 'DATABASE_URL=postgres://u:p@127.0.0.1/d',
			'.env.production': 'DATABASE_URL=postgres://u:p@prod/d',
			'.env.example': 'MYSQL_URL=mysql://u:p@h/d',
		};
		expect(find(files).databases).toMatchObject([{ ...LOCAL, source: '.env.local: DATABASE_URL' }]);
		expect(first({ '.env': 'PGHOST=127.0.0.1\nPGUSER=u\nPGPASSWORD=p\nPGDATABASE=d\n' })).toMatchObject({
			...LOCAL,
			engine: 'postgres',
		});
		expect(
			first({ '.env': 'DB_CONNECTION=mysql\nDB_HOST=127.0.0.1\nDB_USER=u\nDB_PASSWORD=p\nDB_DATABASE=d\n' }),
		).toMatchObject({ ...LOCAL, engine: 'mysql' });
		expect(find({ '.env': 'TEST_DATABASE_URL=postgres://h/t\nTEST_REDIS_URL=redis://h\n' }).databases).toEqual([]);
	});

	test('compose: an alias that leads back to what it stands in, and a file that is nested without end, harm nobody', () => {
		const looped = 'services:\n  db: &db\n    image: postgres:16\n    ports: ["5432:5432"]\n    self: *db\n';
		expect(find({ 'compose.yaml': looped }).databases).toMatchObject([{ engine: 'postgres', port: 5432 }]);
		expect(find({ 'compose.yaml': `services: ${'{'.repeat(5000)}` }).databases).toEqual([]);
	});

	test('compose: images, both forms of ports and environment, variables', () => {
		const yaml = [
			'services:',
			'  db:',
			'    image: postgis/postgis:16-3.4',
			'    environment: ["POSTGRES_USER=u", "POSTGRES_PASSWORD=${PW:-p}", "POSTGRES_DB=d"]',
			'    ports: ["127.0.0.1:15432:5432"]',
			'  maria:',
			'    image: mariadb:11',
			'    environment: { MARIADB_ROOT_PASSWORD: rootpw, MARIADB_DATABASE: m }',
			'    ports: [{ target: 3306, published: 13306 }]',
			'  hidden:',
			'    image: mysql:8',
			'  admin:',
			'    image: dpage/pgadmin4',
		].join('\n');
		expect(find({ 'compose.yaml': yaml }).databases).toMatchObject([
			{ ...LOCAL, engine: 'postgres', port: 15_432, name: 'db' },
			{ engine: 'mariadb', port: 13_306, user: 'root', password: 'rootpw', database: 'm' },
			{ engine: 'mysql', problem: 'The service "hidden" publishes no port on this machine.' },
		]);
	});

	test('SQLite files by their first bytes, near the top, not in dependencies', () => {
		const magic = 'SQLite format 3\0rest';
		const files = {
			'data/app.db': magic,
			'node_modules/x/y.db': magic,
			'a/b/c/d/deep.db': magic,
			'fake.sqlite': 'text',
			'notes.txt': magic,
		};
		expect(find(files).databases).toMatchObject([{ engine: 'sqlite', file: 'data/app.db', name: 'app.db' }]);
	});

	test('the same database from two sources is listed once, equal names are told apart', () => {
		const files = {
			'.env': 'DATABASE_URL=postgres://u:p@localhost:15432/d',
			'compose.yaml':
				'services:\n  db:\n    image: postgres\n    environment: { POSTGRES_DB: d }\n    ports: ["15432:5432"]\n',
			'one/app.db': 'SQLite format 3\0',
			'two/app.db': 'SQLite format 3\0',
		};
		const { databases, defaultName } = find(files);
		expect(databases.map(({ name }) => name)).toEqual(['database_url', 'app.db', 'app.db-2']);
		expect(defaultName).toBe('database_url');
	});

	test('a project without any', () => {
		expect(find({ 'README.md': '' })).toEqual({ databases: [] });
	});
});
