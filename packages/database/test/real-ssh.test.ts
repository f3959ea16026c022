import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { ConnectionQuestion } from '../src/choose-database.ts';
import { freePort } from './support/free-port.ts';
import { SUPERUSER, startPostgres } from './support/postgres-server.ts';
import { childrenOf } from './support/processes.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';
import { findRedis, REDIS_PASSWORD, redisOwner, startRedis } from './support/redis-server.ts';
import { findSshd, startSshd } from './support/ssh-server.ts';

const [redis, sshd] = [await findRedis(), await findSshd()];
if (!redis || !sshd) {
	console.warn(
		'Redis or sshd is neither installed nor to be had from apt-get: tests of SSH tunnels DO NOT RUN on this machine.',
	);
}

describe.skipIf(!redis || !sshd)('databases behind SSH', () => {
	let database: Awaited<ReturnType<typeof startRedis>>;
	let postgres: Awaited<ReturnType<typeof startPostgres>>;
	let server: Awaited<ReturnType<typeof startSshd>>;
	const path = process.env['PATH'];
	const asked: ConnectionQuestion[] = [];

	beforeAll(async () => {
		if (!redis || !sshd) {
			return;
		}
		database = await startRedis(redis);
		postgres = await startPostgres();
		server = await startSshd(sshd);
		const owner = await redisOwner(database.port);
		await owner.send('SET', 'greeting', 'hello');
		owner.close();
	});

	afterAll(async () => {
		process.env['PATH'] = path;
		await server.dispose();
		await postgres.dispose();
		await database.dispose();
	});

	beforeEach(() => {
		process.env['PATH'] = server.trusted;
		asked.length = 0;
	});

	const entry = (more: object = {}) => ({
		name: 'cache',
		url: `redis://:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:${database.port}/0`,
		ssh: { host: '127.0.0.1', port: server.port, user: server.user, privateKeyPath: server.key, ...more },
	});
	const open = (entries: readonly object[], allow = true) =>
		openProject(createFolder({ '.devdbrc': JSON.stringify(entries) }), {
			confirmConnection: question => {
				asked.push(question);
				return Promise.resolve(allow);
			},
		});
	const tunnels = () => childrenOf(process.pid).filter(line => line.includes(' -N '));

	test('the user is asked once, the server is reached by ssh, and ssh ends with the project', async () => {
		const project = open([entry()]);
		expect(await project.list(NEVER_CANCELLED)).toMatchObject([
			{ problem: 'It is not on this machine: the user is asked before the first connection.' },
		]);
		expect(tunnels()).toEqual([]);
		expect((await project.ask('GET greeting')).rows).toEqual([['hello']]);
		expect((await project.ask('STRLEN greeting')).rows).toEqual([[5]]);
		expect(asked.map(({ target, reason }) => `${reason}: ${target}`)).toEqual([
			`not on this machine: 127.0.0.1:${database.port}/0 through SSH to ${server.user}@127.0.0.1:${server.port}`,
		]);
		expect(tunnels()).toHaveLength(1);
		await project.dispose();
		await eventually(() => {
			expect(tunnels()).toEqual([]);
			return Promise.resolve();
		});
	});

	test('a tunnel that died is opened again', async () => {
		const project = open([entry()]);
		await project.ask('GET greeting');
		process.kill(Number(tunnels()[0]?.split(' ')[0]));
		await eventually(() => {
			expect(tunnels()).toEqual([]);
			return Promise.resolve();
		});
		expect((await project.ask('GET greeting')).rows).toEqual([['hello']]);
		await project.dispose();
	});

	test('PostgreSQL is reached the same way', async () => {
		const { ssh } = entry();
		const password = encodeURIComponent(SUPERUSER.password);
		const url = `postgres://${SUPERUSER.user}:${password}@127.0.0.1:${postgres.port}/${SUPERUSER.database}`;
		const project = open([{ name: 'pg', url, ssh }]);
		expect((await project.ask('select 1 + 1 as two')).rows).toEqual([[2]]);
		await project.dispose();
	});

	test('nothing is started before the user agrees, or when they do not', async () => {
		const project = open([entry()], false);
		expect(await codeOf(project.ask('GET greeting'))).toBe('E_DENIED');
		expect(await codeOf(project.ask('SET greeting x'))).toBe('E_QUERY_REFUSED');
		expect(tunnels()).toEqual([]);
		await project.dispose();
	});

	test('a server whose key nobody knows, a wrong key and a port that is closed fail with what to do', async () => {
		process.env['PATH'] = server.untrusted;
		const unknown = open([entry()]);
		const failed = await unknown.ask('GET greeting').catch((cause: unknown) => cause);
		expect(failed).toMatchObject({ code: 'E_DATABASE_UNREACHABLE' });
		expect((failed as { hint: string }).hint).toContain('check the key of the server');
		await unknown.dispose();
		process.env['PATH'] = server.trusted;
		const wrong = open([entry({ privateKeyPath: server.otherKey })]);
		expect(await codeOf(wrong.ask('GET greeting'))).toBe('E_DATABASE_UNREACHABLE');
		await wrong.dispose();
		const closed = open([{ ...entry(), url: 'redis://127.0.0.1:1' }]);
		expect(await codeOf(closed.ask('GET greeting'))).toBe('E_DATABASE_UNREACHABLE');
		await closed.dispose();
	});

	test('a port that another ssh forwards is asked about as what it is', async () => {
		const port = await freePort();
		const flags = ['-N', '-o', 'BatchMode=yes', '-L', `127.0.0.1:${port}:127.0.0.1:${database.port}`];
		const words = [...flags, '-p', String(server.port), '-i', server.key, `${server.user}@127.0.0.1`];
		const forward: ChildProcess = spawn('ssh', words, { stdio: 'ignore' });
		const url = `redis://:${encodeURIComponent(REDIS_PASSWORD)}@localhost:${port}`;
		const project = open([{ name: 'cache', url }]);
		await eventually(async () => {
			const [summary] = await project.list(NEVER_CANCELLED);
			expect(summary?.problem).toBe('It is reached through a tunnel: the user is asked before the first connection.');
		});
		expect((await project.ask('GET greeting')).rows).toEqual([['hello']]);
		expect(asked.map(({ target }) => target)).toEqual([
			`localhost:${port}, forwarded by ssh to ${server.user}@127.0.0.1`,
		]);
		const ended = once(forward, 'exit');
		forward.kill();
		await ended;
		await project.dispose();
	});
});
