import { once } from 'node:events';
import { createServer } from 'node:net';
import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, createFolder, openProject } from './support/project.ts';
import { findRedis, REDIS_PASSWORD, redisOwner, startRedis } from './support/redis-server.ts';

const program = await findRedis();
if (program === undefined) {
	console.warn('Redis is neither installed nor to be had from apt-get: its tests DO NOT RUN on this machine.');
}

describe.skipIf(program === undefined)('Redis', () => {
	let server: Awaited<ReturnType<typeof startRedis>>;
	let owner: Awaited<ReturnType<typeof redisOwner>>;
	let project: ReturnType<typeof openProject>;

	beforeAll(async () => {
		if (!program) {
			return;
		}
		server = await startRedis(program);
		owner = await redisOwner(server.port);
		for (let id = 1; id <= 30; id++) {
			await owner.send(
				'HSET',
				`user:${id}`,
				'name',
				`Name ${id}`,
				'age',
				String(id),
				...(id > 20 ? ['mail', 'x@y.z'] : []),
			);
			await owner.send(
				'SET',
				`session:${id}0000000abcdef12345`,
				JSON.stringify({ user: id, roles: ['a'] }),
				'EX',
				'1000',
			);
		}
		await owner.send('RPUSH', 'queue:mail', ...Array.from({ length: 50 }, (_, index) => `job ${index}`));
		await owner.send('ZADD', 'board', '3', 'anna', '1.5', 'ben');
		await owner.send('SADD', 'tags', 'red', 'blue');
		await owner.send('XADD', 'events', '1-1', 'kind', 'login', 'user', '7');
		await owner.send('SET', 'long', 'y'.repeat(5_000));
		const url = `redis://:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${server.port}/0`;
		project = openProject(createFolder({ '.env': `REDIS_URL=${url}\n` }), {
			idle: 300,
			writingAllowed: () => true,
			confirmWrite: () => Promise.resolve(true),
		});
	});

	afterAll(async () => {
		await project.dispose();
		owner.close();
		await server.dispose();
	});

	test('is found in .env, and no answer holds its password', async () => {
		const list = await project.list(NEVER_CANCELLED);
		expect(list).toMatchObject([
			{ name: 'redis_url', engine: 'redis', target: `127.0.0.1:${server.port}/0`, isDefault: true },
		]);
		expect(JSON.stringify(list)).not.toContain(REDIS_PASSWORD);
	});

	test('keys that are named alike are one table, with their number and kind', async () => {
		const { tables, engine } = await project.tables(undefined, NEVER_CANCELLED);
		expect(engine).toBe('redis');
		expect(tables).toContainEqual({ name: 'user:*', kind: 'hash', rows: 30 });
		expect(tables).toContainEqual({ name: 'session:*', kind: 'string', rows: 30 });
		expect(tables).toContainEqual({ name: 'queue:mail', kind: 'list', rows: 1 });
	});

	test('the schema of a pattern is read from some of its keys', async () => {
		const { table } = await project.schema(undefined, 'user:*', NEVER_CANCELLED);
		const column = (name: string) => table.columns.find(entry => entry.name === name);
		expect(column('name')).toEqual({ name: 'name', type: 'text', nullable: false });
		expect(column('age')).toEqual({ name: 'age', type: 'number', nullable: false });
		const session = await project.schema(undefined, 'session:*', NEVER_CANCELLED);
		expect(session.table.columns).toContainEqual({ name: 'user', type: 'number in JSON', nullable: false });
		expect(session.table.comment).toContain('20 of 20 keys seen expire');
		const board = await project.schema(undefined, 'board', NEVER_CANCELLED);
		expect(board.table).toMatchObject({ kind: 'zset', columns: [{ name: 'member' }, { name: 'score' }] });
		const events = await project.schema(undefined, 'events', NEVER_CANCELLED);
		expect(events.table.columns.map(({ name }) => name)).toEqual(['id', 'kind', 'user']);
		expect(await codeOf(project.schema(undefined, 'nothing:*', NEVER_CANCELLED))).toBe('E_TABLE_NOT_FOUND');
	});

	test('commands that read answer in rows', async () => {
		expect(await project.ask('HGETALL user:1')).toMatchObject({
			columns: ['field', 'value'],
			rows: [
				['name', 'Name 1'],
				['age', '1'],
			],
			more: false,
		});
		expect(await project.ask('ZRANGE board 0 -1 WITHSCORES')).toMatchObject({
			columns: ['member', 'score'],
			rows: [
				['ben', '1.5'],
				['anna', '3'],
			],
		});
		expect(await project.ask('GET ?', { params: ['user:none'] })).toMatchObject({ rows: [[null]] });
		expect(await project.ask('LLEN queue:mail')).toMatchObject({ rows: [[50]] });
		const events = await project.ask('XRANGE events - +');
		expect(events.rows).toEqual([['["1-1",["kind","login","user","7"]]']]);
		const info = await project.ask('INFO server');
		expect(info.rows.map(([name]) => name)).toContain('redis_version');
	});

	test('rows and values are bounded, and KEYS is answered by SCAN', async () => {
		expect(await project.ask('LRANGE queue:mail 0 -1', { limit: 10 })).toMatchObject({
			more: true,
			rows: { length: 10 },
		});
		expect((await project.ask('GET long')).cutCells).toBe(1);
		const before = String(await owner.send('INFO', 'commandstats'));
		const keys = await project.ask('KEYS user:*', { limit: 10 });
		expect(keys.rows).toHaveLength(10);
		expect(keys.more).toBe(true);
		expect((await project.ask('SCAN 0 MATCH user:* COUNT 5')).rows).toHaveLength(30);
		expect(before).not.toContain('cmdstat_keys:');
		expect(String(await owner.send('INFO', 'commandstats'))).not.toContain('cmdstat_keys:');
	});

	test('a key too large to be given at once is refused with the way to read a part', async () => {
		for (let start = 0; start < 60_000; start += 10_000) {
			await owner.send('SADD', 'huge', ...Array.from({ length: 10_000 }, (_, index) => String(start + index)));
		}
		expect(await codeOf(project.ask('SMEMBERS huge'))).toBe('E_QUERY_REFUSED');
		expect((await project.ask('SSCAN huge 0', { limit: 5 })).rows).toHaveLength(5);
		await owner.send('DEL', 'huge');
		for (let start = 0; start < 60_000; start += 10_000) {
			await owner.send('RPUSH', 'long:list', ...Array.from({ length: 10_000 }, (_, index) => String(start + index)));
		}
		expect(await codeOf(project.ask('LRANGE long:list 0 -1'))).toBe('E_QUERY_REFUSED');
		expect((await project.ask('LRANGE long:list 0 99')).rows).toHaveLength(100);
		await owner.send('DEL', 'long:list');
	});

	test('nothing that writes reaches the server, by any tool', async () => {
		const state = async () => [String(await owner.send('DBSIZE')), String(await owner.send('INFO', 'commandstats'))];
		const [size] = await state();
		const hostile = [
			'SET a b',
			'DEL user:1',
			'FLUSHALL',
			'EVAL "return 1" 0',
			'CONFIG GET requirepass',
			'GET a\nSET a b',
			'SUBSCRIBE c',
			'BLPOP queue:mail 0',
			'XREAD BLOCK 0 STREAMS events $',
		];
		for (const command of hostile) {
			expect(await codeOf(project.ask(command)), command).toBe('E_QUERY_REFUSED');
			const question = { sql: command, params: [], timeout: 1_000, analyze: true };
			expect(await codeOf(project.explain(question, NEVER_CANCELLED)), command).toBe('E_QUERY_REFUSED');
		}
		const caller = { agent: 'test', signal: NEVER_CANCELLED } as Parameters<typeof project.execute>[1];
		expect(await codeOf(project.execute({ sql: 'SET a b', params: [], timeout: 1_000 }, caller))).toBe(
			'E_QUERY_REFUSED',
		);
		expect((await state())[0]).toBe(size);
	});

	test('explain says what a command costs', async () => {
		const answer = await project.explain(
			{ sql: 'HGETALL user:1', params: [], timeout: 5_000, analyze: false },
			NEVER_CANCELLED,
		);
		expect(answer.plan.join('\n')).toMatch(/HGETALL: O\(N\)[\s\S]*user:1: hash, listpack, 2 elements/);
	});

	test('a wrong type, a wrong password and a server that is gone are told apart', async () => {
		expect(await codeOf(project.ask('GET user:1'))).toBe('E_QUERY_FAILED');
		const wrong = openProject(createFolder({ '.env': `REDIS_URL=redis://:nonsense@127.0.0.1:${server.port}\n` }));
		expect(await codeOf(wrong.ask('GET a'))).toBe('E_DATABASE_LOGIN');
		await wrong.dispose();
		const gone = openProject(createFolder({ '.env': 'REDIS_URL=redis://127.0.0.1:1\n' }));
		expect(await codeOf(gone.ask('GET a'))).toBe('E_DATABASE_UNREACHABLE');
		await gone.dispose();
	});

	test('a connection that the server closed while it was idle is replaced', async () => {
		await project.ask('GET long');
		await owner.send('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
		expect(await project.ask('LLEN queue:mail')).toMatchObject({ rows: [[50]] });
	});

	test('a server that says nothing is given up in time, and by the caller', async () => {
		const silent = createServer(() => undefined).listen(0, '127.0.0.1');
		await once(silent, 'listening');
		const address = silent.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const waiting = openProject(createFolder({ '.env': `REDIS_URL=redis://127.0.0.1:${port}\n` }));
		expect(await codeOf(waiting.ask('GET a', { timeout: 300 }))).toBe('E_TIMEOUT');
		const source = createCancellation();
		const call = waiting.query({ sql: 'GET a', params: [], limit: 1, timeout: 30_000 }, source);
		source.cancel();
		expect(await codeOf(call)).toBe('E_CANCELLED');
		await waiting.dispose();
		silent.close();
	});

	test('a server elsewhere is asked about first, and then only talked to encrypted', async () => {
		const asked: string[] = [];
		const folder = createFolder({
			'.env': `REDIS_URL=redis://:${REDIS_PASSWORD.replaceAll('@', '%40')}@cache.example.com/2\n`,
		});
		const remote = openProject(folder, {
			confirmConnection: question => {
				asked.push(`${question.engine} ${question.target}`);
				return Promise.resolve(false);
			},
		});
		expect(await codeOf(remote.ask('GET a'))).toBe('E_DENIED');
		expect(await codeOf(remote.ask('SET a b'))).toBe('E_QUERY_REFUSED');
		expect(asked).toEqual(['redis cache.example.com:6379/2']);
		await remote.dispose();
	});
});
