import { once } from 'node:events';
import { createServer } from 'node:net';
import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { Long, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFerretdb, startFerretdb } from './support/ferretdb-server.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';

const program = await findFerretdb();
if (program === undefined) {
	console.warn(
		'FerretDB is not built: the tests against a server that speaks MongoDB DO NOT RUN. HAWSER_SERVERS=all builds it where Go is installed.',
	);
}

describe.skipIf(program === undefined)('MongoDB', () => {
	let server: Awaited<ReturnType<typeof startFerretdb>>;
	let project: ReturnType<typeof openProject>;
	const id = new ObjectId('65a1b2c3d4e5f60718293a4b');

	beforeAll(async () => {
		if (program === undefined) {
			return;
		}
		server = await startFerretdb(program);
		const orders = server.owner.db('shop').collection('orders');
		await orders.insertOne({
			_id: id,
			number: 1,
			total: 10.5,
			at: new Date('2026-01-02T03:04:05.000Z'),
			big: Long.fromString('9007199254740993'),
			customer: { name: 'Anna', tags: ['a', 'b'] },
			items: [{ sku: 'x', price: 1 }],
			note: null,
		});
		await orders.insertMany(
			Array.from({ length: 250 }, (_, index) => ({ number: index + 2, total: index, customer: { name: `C${index}` } })),
		);
		await orders.createIndexes([{ key: { number: 1 }, unique: true, name: 'by_number' }]);
		await server.owner.db('shop').collection('odd-name').insertOne({ a: 1 });
		const env = `MONGODB_URI=mongodb://127.0.0.1:${server.port}/shop\n`;
		const allowed = { writingAllowed: () => true, confirmWrite: () => Promise.resolve(true) };
		project = openProject(createFolder({ '.env': env }), { idle: 300, ...allowed });
	});

	afterAll(async () => {
		await project.dispose();
		await server.dispose();
	});

	test('is found in .env and lists its collections', async () => {
		expect(await project.list(NEVER_CANCELLED)).toMatchObject([
			{ name: 'mongodb_uri', engine: 'mongodb', target: `127.0.0.1:${server.port}/shop`, isDefault: true },
		]);
		const { tables } = await project.tables(undefined, NEVER_CANCELLED);
		expect(tables).toEqual([
			{ name: 'odd-name', kind: 'collection', rows: 1 },
			{ name: 'orders', kind: 'collection', rows: 251 },
		]);
	});

	test('the schema is read from documents, with indexes', async () => {
		const { table } = await project.schema(undefined, 'orders', NEVER_CANCELLED);
		const column = (name: string) => table.columns.find(entry => entry.name === name);
		expect(column('number')).toEqual({ name: 'number', type: 'int', nullable: false });
		expect(column('customer.name')).toMatchObject({ type: 'string' });
		expect(table.indexes).toContainEqual({ name: 'by_number', columns: 'number', unique: true });
		expect(await codeOf(project.schema(undefined, 'order', NEVER_CANCELLED))).toBe('E_TABLE_NOT_FOUND');
	});

	test('a question of the shell, a command in JSON and a parameter answer alike', async () => {
		const { columns, rows, more } = await project.ask(
			'db.orders.find({ number: 1 }, { number: 1, at: 1, big: 1, customer: 1, note: 1 })',
		);
		const row = Object.fromEntries(columns.map((name, index) => [name, rows[0]?.[index]]));
		expect(more).toBe(false);
		expect(row).toEqual({
			_id: String(id),
			number: 1,
			at: '2026-01-02T03:04:05.000Z',
			big: '9007199254740993',
			customer: '{"name":"Anna","tags":["a","b"]}',
			note: null,
		});
		const json = await project.ask(
			'{ "find": "orders", "filter": { "_id": { "$oid": "65a1b2c3d4e5f60718293a4b" } }, "limit": 5 }',
		);
		expect(json.rows).toHaveLength(1);
		const bound = await project.ask('db.orders.find({ number: { $lt: ? } }).sort({ number: -1 }).limit(2)', {
			params: [5],
		});
		expect(bound.rows.map(cells => cells[bound.columns.indexOf('number')])).toEqual([4, 3]);
	});

	test('counts, distinct values, pipelines, names with a hyphen', async () => {
		expect((await project.ask('db.orders.countDocuments({ total: { $gte: 200 } })')).rows).toEqual([[50]]);
		expect((await project.ask("db.orders.distinct('number', { number: { $lte: 3 } })")).rows).toEqual([[1], [2], [3]]);
		const grouped = await project.ask(
			'db.orders.aggregate([{ $match: { number: { $gt: 200 } } }, { $group: { _id: null, n: { $sum: 1 } } }])',
		);
		expect(grouped.rows).toEqual([[null, 51]]);
		expect((await project.ask("db['odd-name'].find()")).rows).toHaveLength(1);
		expect((await project.ask('db.getCollection("odd-name").findOne()')).rows).toHaveLength(1);
		expect((await project.ask('show collections')).rows).toHaveLength(2);
		expect((await project.ask('db.orders.getIndexes()')).rows).toHaveLength(2);
	});

	test('answers are bounded, and all documents come when they are asked for', async () => {
		expect(await project.ask('db.orders.find()', { limit: 10 })).toMatchObject({ more: true, rows: { length: 10 } });
		const all = await project.ask('db.orders.find({}, { number: 1 })', { limit: 100_000 });
		expect(all.rows).toHaveLength(251);
		expect(all.more).toBe(false);
	});

	test('nothing that writes is sent, by any tool', async () => {
		const before = await server.owner.db('shop').collection('orders').countDocuments();
		const hostile = [
			'db.orders.insertOne({ a: 1 })',
			'db.orders.deleteMany({})',
			'db.orders.drop()',
			'{ "delete": "orders", "deletes": [{ "q": {}, "limit": 0 }] }',
			'db.runCommand({ drop: "orders" })',
			"db.orders.aggregate([{ $out: 'stolen' }])",
			"db.orders.find({ $where: 'sleep(1000)' })",
		];
		for (const sql of hostile) {
			expect(await codeOf(project.ask(sql)), sql).toBe('E_QUERY_REFUSED');
			const question = { sql, params: [], timeout: 1_000, analyze: true };
			expect(await codeOf(project.explain(question, NEVER_CANCELLED)), sql).toBe('E_QUERY_REFUSED');
		}
		const caller = { agent: 'test', signal: NEVER_CANCELLED } as Parameters<typeof project.execute>[1];
		const write = { sql: 'db.orders.deleteMany({})', params: [], timeout: 1_000 };
		expect(await codeOf(project.execute(write, caller))).toBe('E_QUERY_REFUSED');
		expect(await server.owner.db('shop').collection('orders').countDocuments()).toBe(before);
		const collections = await server.owner.db('shop').listCollections().toArray();
		expect(collections.map(({ name }) => name).sort()).toEqual(['odd-name', 'orders']);
	});

	test('explain answers with a plan', async () => {
		const question = { sql: 'db.orders.find({ total: 3 })', params: [], timeout: 5_000, analyze: false };
		const { plan } = await project.explain(question, NEVER_CANCELLED);
		expect(plan.length).toBeGreaterThan(0);
	});

	test('a server with several databases is asked about one of them', async () => {
		await server.owner.db('other').collection('things').insertOne({ value: 1 });
		const whole = openProject(createFolder({ '.env': `MONGO_URL=mongodb://127.0.0.1:${server.port}\n` }));
		const { tables } = await whole.tables(undefined, NEVER_CANCELLED);
		expect(tables.map(({ schema, name }) => `${schema}.${name}`)).toEqual([
			'shop.odd-name',
			'shop.orders',
			'other.things',
		]);
		expect(await codeOf(whole.ask('db.orders.find()'))).toBe('E_QUERY_REFUSED');
		expect((await whole.ask("db.getSiblingDB('shop').orders.find()", { limit: 1 })).rows).toHaveLength(1);
		expect(await codeOf(whole.ask("db.getSiblingDB('admin').x.find()"))).toBe('E_QUERY_REFUSED');
		await whole.dispose();
	});

	test('errors of the server, a server that is gone and one that says nothing are told apart', async () => {
		expect(await codeOf(project.ask('db.orders.find({ a: { $nonsense: 1 } })'))).toBe('E_QUERY_FAILED');
		const gone = openProject(createFolder({ '.env': 'MONGO_URL=mongodb://127.0.0.1:1/d\n' }));
		expect(await codeOf(gone.ask('db.a.find()'))).toBe('E_DATABASE_UNREACHABLE');
		await gone.dispose();
		const silent = createServer(() => undefined).listen(0, '127.0.0.1');
		await once(silent, 'listening');
		const address = silent.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const waiting = openProject(createFolder({ '.env': `MONGO_URL=mongodb://127.0.0.1:${port}/d\n` }));
		expect(await codeOf(waiting.ask('db.a.find()', { timeout: 300 }))).toBe('E_TIMEOUT');
		const source = createCancellation();
		const call = waiting.query({ sql: 'db.a.find()', params: [], limit: 1, timeout: 30_000 }, source);
		source.cancel();
		expect(await codeOf(call)).toBe('E_CANCELLED');
		await waiting.dispose();
		silent.close();
	});

	test('signs in by SCRAM, and is told when the password is wrong', async () => {
		if (program === undefined) {
			return;
		}
		const guarded = await startFerretdb(program, ['--test-enable-new-auth']);
		try {
			const user = { createUser: 'reader', pwd: 'test-Pa55:w@rd', roles: [], mechanisms: ['SCRAM-SHA-256'] };
			await guarded.owner.db('shop').command(user);
			const open = (password: string) => {
				const login = `reader:${encodeURIComponent(password)}`;
				return openProject(
					createFolder({ '.env': `MONGODB_URI=mongodb://${login}@127.0.0.1:${guarded.port}/shop?authSource=shop\n` }),
				);
			};
			const right = open('test-Pa55:w@rd');
			expect((await right.ask('db.nothing.find()')).rows).toEqual([]);
			await right.dispose();
			const wrong = open('another-password');
			expect(await codeOf(wrong.ask('db.nothing.find()'))).toBe('E_DATABASE_LOGIN');
			await wrong.dispose();
		} finally {
			await guarded.dispose();
		}
	});
});
