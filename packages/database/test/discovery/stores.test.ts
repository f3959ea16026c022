import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/discovery/connection-url.ts';
import { discover } from '../../src/discovery/discover.ts';
import { tlsModeOf } from '../../src/engines/tls.ts';
import { memoryFiles } from '../support/memory-files.ts';

const find = (files: Record<string, string>, setting?: unknown) => discover(memoryFiles(files), setting);

describe('addresses of MongoDB and Redis', () => {
	test.each([
		['redis://h', { engine: 'redis', host: 'h', port: 6379 }],
		['redis://:p%40ss@h:6380/3', { engine: 'redis', host: 'h', port: 6380, password: 'p@ss', database: '3' }],
		['rediss://u:p@h', { engine: 'redis', user: 'u', password: 'p', tls: 'verify-full' }],
		['valkey://h', { engine: 'redis', host: 'h' }],
		['mongodb://h/shop', { engine: 'mongodb', host: 'h', port: 27017, database: 'shop' }],
		[
			'mongodb://u:p@a:1,b:2,c:3/shop?replicaSet=rs&authSource=admin&tls=true',
			{ engine: 'mongodb', host: 'a', port: 1, authSource: 'admin', tls: 'verify-full', user: 'u' },
		],
		['mongodb+srv://u:p@c.example.net/shop?retryWrites=true', { host: 'c.example.net', srv: true, tls: 'verify-full' }],
		['mongodb://h/d?tls=true&tlsAllowInvalidCertificates=true', { tls: 'require' }],
		['mongodb://h/d?tlsCAFile=ca.pem&tls=true', { rootCertificate: 'ca.pem' }],
		['mongodb://%2Ftmp%2Fmongodb-27017.sock/d', { socket: '/tmp/mongodb-27017.sock', database: 'd' }],
	])('%s', (url, expected) => {
		expect(parseDatabaseUrl(url)).toMatchObject(expected);
	});

	test.each(['redis://h', 'mongodb://h/d', 'mongodb+srv://h/d', 'rediss://h'])('%s is verified, elsewhere', url => {
		const address = parseDatabaseUrl(url);
		expect(address && tlsModeOf(address)).toBe('verify-full');
	});
});

describe('projects with MongoDB and Redis', () => {
	test('variables of .env name them', () => {
		const { databases } = find({
			'.env':
				'MONGODB_URI=mongodb://localhost/shop\nREDIS_URL=redis://localhost\nAPP_CACHE_URL=redis://localhost/1\nCACHE_URL=https://x\n',
		});
		expect(databases.map(({ name, engine }) => `${name} ${engine}`)).toEqual([
			'mongodb_uri mongodb',
			'redis_url redis',
			'app_cache_url redis',
		]);
	});

	test('separate variables of Redis, as Laravel writes them', () => {
		const [redis] = find({ '.env': 'REDIS_HOST=127.0.0.1\nREDIS_PASSWORD=null\nREDIS_PORT=6379\n' }).databases;
		expect(redis).toEqual({ engine: 'redis', name: 'redis', source: '.env: REDIS_*', host: '127.0.0.1', port: 6379 });
	});

	test('services of a compose file', () => {
		const compose = `
services:
  mongo:
    image: mongo:7
    ports: ["27018:27017"]
    environment: { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: secret, MONGO_INITDB_DATABASE: shop }
  cache:
    image: docker.io/library/redis:7-alpine
    command: redis-server --requirepass hush
    ports: ["6380:6379"]
  valkey:
    image: valkey/valkey:8
  ui:
    image: mongo-express
    ports: ["8081:8081"]
`;
		expect(find({ 'compose.yaml': compose }).databases).toMatchObject([
			{ engine: 'mongodb', port: 27018, user: 'root', password: 'secret', database: 'shop', authSource: 'admin' },
			{ engine: 'redis', name: 'cache', port: 6380, password: 'hush' },
			{ engine: 'redis', name: 'valkey', problem: 'The service "valkey" publishes no port on this machine.' },
		]);
	});

	test('a host that is a service leads to its published port', () => {
		const files = {
			'.env': 'REDIS_URL=redis://cache:6379/2\n',
			'compose.yaml': 'services:\n  cache:\n    image: redis\n    ports: ["7000:6379"]\n',
		};
		expect(find(files).databases[0]).toMatchObject({ host: '127.0.0.1', port: 7000, database: '2' });
	});

	test('Redis is never the default beside another database, unless the user says so', () => {
		const env = 'REDIS_URL=redis://localhost\n';
		expect(find({ '.env': env }).defaultName).toBe('redis_url');
		expect(find({ '.env': `${env}DATABASE_URL=postgres://localhost/d\n` }).defaultName).toBe('database_url');
		expect(find({ '.env': `${env}MONGO_URL=mongodb://localhost/d\n` }).defaultName).toBe('mongo_url');
		const compose =
			'services:\n  db: { image: postgres, ports: ["5432:5432"] }\n  r: { image: redis, ports: ["6379:6379"] }\n';
		expect(find({ 'compose.yaml': compose }).defaultName).toBe('db');
		const setting = [{ name: 'mine', url: 'redis://localhost:7777' }];
		expect(find({ '.env': 'DATABASE_URL=postgres://localhost/d\n' }, setting).defaultName).toBe('mine');
	});

	test('entries of the setting and of .devdbrc', () => {
		const entry = { name: 'm', type: 'mongodb', host: 'localhost', database: 'shop', authSource: 'admin' };
		expect(find({}, [entry]).databases).toMatchObject([{ engine: 'mongodb', port: 27017, authSource: 'admin' }]);
		expect(find({ '.devdbrc': '[{"name":"r","type":"redis","host":"localhost","db":2}]' }).databases).toMatchObject([
			{ engine: 'redis', database: '2' },
		]);
	});
});
