import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { createAuthority } from './support/certificates.ts';
import { freePort } from './support/free-port.ts';
import { findMariadb, OWNER, startMariadb } from './support/mariadb-server.ts';
import { SUPERUSER, startPostgres, type TestServer } from './support/postgres-server.ts';
import { codeOf, createFolder, openProject } from './support/project.ts';
import { findRedis, REDIS_PASSWORD, startRedis } from './support/redis-server.ts';
import { giveTo, unprivileged } from './support/unprivileged.ts';

/** This machine in a spelling that counts as elsewhere; the certificates are for its usual name. */
const ELSEWHERE = '127.1';
const NAMED = 'localhost';

const authority = createAuthority('Test authority');
const certificates = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-tls-')));
const authorityFile = join(certificates, 'ca.pem');
writeFileSync(authorityFile, authority.certificate);
chmodSync(certificates, 0o755);

afterAll(() => rmSync(certificates, { recursive: true }));

function writeServerFiles(folder: string): { certificate: string; key: string } {
	const files = { certificate: join(folder, 'server.crt'), key: join(folder, 'server.key') };
	const issued = authority.issue(NAMED);
	writeFileSync(files.certificate, issued.certificate);
	writeFileSync(files.key, issued.key, { mode: 0o600 });
	giveTo(files.certificate, unprivileged());
	giveTo(files.key, unprivileged());
	return files;
}

/** One question to a new project, and where the user was told that it goes. */
async function ask(url: string, sql: string): Promise<{ answer: unknown; asked: readonly string[] }> {
	const asked: string[] = [];
	const project = openProject(createFolder({ '.env': `DATABASE_URL=${url}\n` }), {
		confirmConnection: ({ target }) => {
			asked.push(target);
			return Promise.resolve(true);
		},
	});
	try {
		return { answer: (await project.ask(sql)).rows[0]?.[0], asked };
	} finally {
		await project.dispose();
	}
}

describe('PostgreSQL', () => {
	const ENCRYPTED = 'select ssl_is_used()';
	let server: TestServer;
	const url = (host: string, options = '') =>
		`postgres://postgres:${SUPERUSER.password}@${host}:${server.port}/postgres${options}`;

	beforeAll(async () => {
		server = await startPostgres();
		const admin = new pg.Client({ host: '127.0.0.1', port: server.port, ...SUPERUSER });
		await admin.connect();
		await admin.query('create extension sslinfo');
		await admin.end();
	});
	afterAll(() => server.dispose());

	test('a server elsewhere without TLS is not talked to, unless the address says so', async () => {
		for (const options of ['', '?sslmode=prefer', '?sslmode=require', '?sslmode=verify-full']) {
			await expect(ask(url(ELSEWHERE, options), ENCRYPTED)).rejects.toMatchObject({
				code: 'E_DATABASE_TLS',
				hint: expect.stringContaining('sslmode=disable') as string,
			});
		}
		const { answer, asked } = await ask(url(ELSEWHERE, '?sslmode=disable'), ENCRYPTED);
		expect(answer).toBe(false);
		expect(asked).toEqual([`127.1:${server.port}/postgres, in plain text`]);
	});

	describe('with TLS', () => {
		beforeAll(async () => {
			writeServerFiles(join(server.folder, 'data'));
			const admin = new pg.Client({ host: '127.0.0.1', port: server.port, ...SUPERUSER });
			await admin.connect();
			await admin.query('alter system set ssl = on');
			await admin.query('select pg_reload_conf()');
			await eventually(async () => expect((await admin.query('show ssl')).rows).toEqual([{ ssl: 'on' }]));
			await admin.end();
		});

		test('a certificate that nobody vouches for is refused, and the message says what to set', async () => {
			await expect(ask(url(ELSEWHERE), ENCRYPTED)).rejects.toMatchObject({
				code: 'E_DATABASE_TLS',
				message: expect.not.stringContaining(SUPERUSER.password) as string,
				hint: expect.stringContaining('sslrootcert=') as string,
			});
			expect(await codeOf(ask(url(ELSEWHERE, '?sslmode=verify-ca'), ENCRYPTED))).toBe('E_DATABASE_TLS');
		});

		test('the server is verified when the authority is given, by its name too', async () => {
			const root = `sslrootcert=${authorityFile}`;
			expect((await ask(url(NAMED, `?sslmode=verify-full&${root}`), ENCRYPTED)).answer).toBe(true);
			expect(await codeOf(ask(url(ELSEWHERE, `?${root}`), ENCRYPTED))).toBe('E_DATABASE_TLS');
			expect(await codeOf(ask(url('127.0.0.1', `?sslmode=verify-full&${root}`), ENCRYPTED))).toBe('E_DATABASE_TLS');
			expect(await ask(url(ELSEWHERE, `?sslmode=verify-ca&${root}`), ENCRYPTED)).toEqual({
				answer: true,
				asked: [`127.1:${server.port}/postgres`],
			});
			expect((await ask(url(ELSEWHERE, `?sslmode=require&${root}`), ENCRYPTED)).answer).toBe(true);
			expect(await codeOf(ask(url(ELSEWHERE, '?sslrootcert=/nowhere.pem'), ENCRYPTED))).toBe('E_DATABASE_TLS');
		});

		test('sslmode=require encrypts without checking, and the user is told', async () => {
			for (const mode of ['require', 'prefer', 'no-verify']) {
				const { answer, asked } = await ask(url(ELSEWHERE, `?sslmode=${mode}`), ENCRYPTED);
				expect(answer).toBe(true);
				expect(asked).toEqual([`127.1:${server.port}/postgres, encrypted, but without checking who answers`]);
			}
		});

		test('a connection on this machine stays plain unless the address wants more', async () => {
			expect(await ask(url('127.0.0.1'), ENCRYPTED)).toEqual({ answer: false, asked: [] });
			expect((await ask(url('127.0.0.1', '?sslmode=require'), ENCRYPTED)).answer).toBe(true);
		});
	});
});

const root = await findMariadb();
if (root === undefined) {
	console.warn('MariaDB is neither installed nor to be had from apt-get: its tests DO NOT RUN on this machine.');
}

describe.skipIf(root === undefined)('MariaDB', () => {
	const CIPHER =
		"select variable_value <> '' from information_schema.session_status where variable_name = 'Ssl_cipher'";
	const url = ({ port }: TestServer, host: string, options = '') =>
		`mysql://${OWNER.user}:${OWNER.password}@${host}:${port}/shop${options}`;
	let plain: TestServer;
	let secure: TestServer;

	beforeAll(async () => {
		const { certificate, key } = writeServerFiles(certificates);
		plain = await startMariadb(root ?? '/', ['--skip-ssl']);
		secure = await startMariadb(root ?? '/', [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]);
	});
	afterAll(async () => {
		await plain.dispose();
		await secure.dispose();
	});

	test('a server elsewhere without TLS is not talked to, unless the address says so', async () => {
		for (const options of ['', '?ssl-mode=PREFERRED', '?ssl-mode=REQUIRED', '?sslMode=VERIFY_IDENTITY']) {
			await expect(ask(url(plain, ELSEWHERE, options), CIPHER)).rejects.toMatchObject({
				code: 'E_DATABASE_TLS',
				hint: expect.stringContaining('ssl-mode=DISABLED') as string,
			});
		}
		expect((await ask(url(plain, ELSEWHERE, '?ssl-mode=DISABLED'), CIPHER)).answer).toBe(0);
	});

	test('it is verified, by its name too', async () => {
		const ca = `ssl-ca=${authorityFile}`;
		expect(await codeOf(ask(url(secure, ELSEWHERE), CIPHER))).toBe('E_DATABASE_TLS');
		expect((await ask(url(secure, NAMED, `?ssl-mode=VERIFY_IDENTITY&${ca}`), CIPHER)).answer).toBe(1);
		expect(await codeOf(ask(url(secure, ELSEWHERE, `?${ca}`), CIPHER))).toBe('E_DATABASE_TLS');
		expect((await ask(url(secure, ELSEWHERE, `?ssl-mode=VERIFY_CA&${ca}`), CIPHER)).answer).toBe(1);
		expect((await ask(url(secure, ELSEWHERE, '?ssl-mode=REQUIRED'), CIPHER)).answer).toBe(1);
		expect(await codeOf(ask(url(secure, '127.0.0.1', `?ssl-mode=VERIFY_IDENTITY&${ca}`), CIPHER))).toBe(
			'E_DATABASE_TLS',
		);
		expect((await ask(url(secure, '127.0.0.1'), CIPHER)).answer).toBe(0);
	});
});

const redisProgram = await findRedis();

describe.skipIf(!redisProgram)('Redis', () => {
	let server: Awaited<ReturnType<typeof startRedis>>;
	let port: number;
	const url = (scheme: string, host: string, options = '') =>
		`${scheme}://:${encodeURIComponent(REDIS_PASSWORD)}@${host}:${port}/0${options}`;

	beforeAll(async () => {
		if (!redisProgram) {
			return;
		}
		port = await freePort();
		const { certificate, key } = writeServerFiles(certificates);
		const flags = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key];
		server = await startRedis(redisProgram, [
			...flags,
			'--tls-ca-cert-file',
			authorityFile,
			'--tls-auth-clients',
			'no',
		]);
	});
	afterAll(() => server.dispose());

	test('the certificate is compared with the authority and with the name', async () => {
		const trusted = `?sslrootcert=${authorityFile}`;
		expect((await ask(url('rediss', NAMED, trusted), 'PING')).answer).toBe('PONG');
		for (const untrusted of [url('rediss', NAMED), url('rediss', ELSEWHERE, trusted), url('redis', ELSEWHERE)]) {
			await expect(ask(untrusted, 'PING')).rejects.toMatchObject({
				code: 'E_DATABASE_TLS',
				hint: expect.stringContaining('ssl=disable') as string,
			});
		}
		const { answer, asked } = await ask(url('redis', ELSEWHERE, '?ssl=require'), 'PING');
		expect(answer).toBe('PONG');
		expect(asked).toEqual([`127.1:${port}/0, encrypted, but without checking who answers`]);
	});

	test('a server elsewhere without TLS is talked to only when the address says so', async () => {
		const plain = (options: string) =>
			`redis://:${encodeURIComponent(REDIS_PASSWORD)}@${ELSEWHERE}:${server.port}/0${options}`;
		await expect(ask(plain(''), 'PING')).rejects.toMatchObject({ code: 'E_DATABASE_TLS' });
		expect(await ask(plain('?ssl=disable'), 'PING')).toEqual({
			answer: 'PONG',
			asked: [`127.1:${server.port}/0, in plain text`],
		});
	});
});
