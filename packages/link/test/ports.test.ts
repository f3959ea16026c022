import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { assignPort, candidates, rememberedPorts } from '../src/assign-port.ts';
import { stopListening } from '../src/listen-on-loopback.ts';
import { type PortPolicy, parsePortPolicy } from '../src/port-policy.ts';
import { temporaryHome } from './temporary.ts';

const servers: Server[] = [];
const children: ChildProcess[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.close();
	}
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
});

function aServer(): Server {
	const server = createServer();
	servers.push(server);
	return server;
}

/** A port that is taken, by a server of this test. */
async function takenPort(): Promise<number> {
	const server = aServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

describe('the setting', () => {
	test.each<[unknown, PortPolicy]>([
		[undefined, { kind: 'auto' }],
		['auto', { kind: 'auto' }],
		[0, { kind: 'system' }],
		['0', { kind: 'system' }],
		[9960, { kind: 'fixed', port: 9960 }],
		[' 9960 ', { kind: 'fixed', port: 9960 }],
		['9960-9990', { kind: 'range', first: 9960, last: 9990 }],
		['9960 - 9960', { kind: 'range', first: 9960, last: 9960 }],
	])('%j', (setting, policy) => {
		expect(parsePortPolicy(setting)).toEqual({ policy });
	});

	test.each([70_000, -1, 1.5, 'many', '9990-9960', '1-99999', true, {}])('%j is refused with a sentence', setting => {
		expect(parsePortPolicy(setting)).toEqual({ problem: expect.stringMatching(/ is not a .*\.$/) as string });
	});
});

describe('property 4: before anything is bound', () => {
	const numbers = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: -3, max: 66_000 }));

	test('a number is the port it names, 0 the system, and anything else a sentence', () => {
		fc.assert(
			fc.property(numbers, number => {
				const parsed = parsePortPolicy(number);
				if (number === 0) {
					expect(parsed).toEqual({ policy: { kind: 'system' } });
				} else if (Number.isInteger(number) && number >= 1 && number <= 65_535) {
					expect(parsed).toEqual({ policy: { kind: 'fixed', port: number } });
				} else {
					expect(parsed).toEqual({ problem: expect.stringMatching(/ is not a port: .*\.$/) as string });
				}
			}),
			{ numRuns: 1000 },
		);
	});

	test('a range has its ports in order and within 1 to 65535, or is refused', () => {
		const end = fc.integer({ min: 0, max: 70_000 });
		fc.assert(
			fc.property(end, end, (first, last) => {
				const parsed = parsePortPolicy(`${first}-${last}`);
				const isRight = first >= 1 && last <= 65_535 && first <= last;
				expect('policy' in parsed).toBe(isRight);
			}),
			{ numRuns: 1000 },
		);
	});

	test('whatever else stands there is refused with a sentence, and never throws', () => {
		fc.assert(
			fc.property(fc.anything({ withBigInt: false }), value => {
				const parsed = parsePortPolicy(value);
				const ports = 'policy' in parsed ? Object.values(parsed.policy).filter(part => typeof part === 'number') : [];
				expect(ports.every(port => port >= 1 && port <= 65_535)).toBe(true);
				expect('policy' in parsed || 'off' in parsed || parsed.problem.endsWith('.')).toBe(true);
			}),
			{ numRuns: 1000 },
		);
	});
});

test('null as the port switches the server off', () => {
	expect(parsePortPolicy(null)).toEqual({ off: true });
});

describe('the order of candidates', () => {
	const range: PortPolicy = { kind: 'range', first: 10, last: 14 };

	test('is the own port, then free ones, then those of others', () => {
		const remembered = new Map([
			['/own', 12],
			['/other', 10],
		]);
		expect([...candidates(range, remembered, '/own')]).toEqual([12, 11, 13, 14, 10]);
		expect([...candidates(range, remembered, undefined)]).toEqual([11, 13, 14, 10, 12]);
	});

	test('never repeats and never leaves the range', () => {
		const map = fc.dictionary(fc.constantFrom('/a', '/b', '/c'), fc.integer({ min: 1, max: 20 }));
		fc.assert(
			fc.property(map, fc.constantFrom('/a', '/d', undefined), (remembered, root) => {
				const ports = [...candidates(range, new Map(Object.entries(remembered)), root)];
				expect([...ports].sort((left, right) => left - right)).toEqual([10, 11, 12, 13, 14]);
			}),
		);
	});
});

describe('assigning', () => {
	test('remembers the port of a project and gives it again', async () => {
		const home = temporaryHome();
		const first = aServer();
		const port = await assignPort(first, { home, policy: { kind: 'auto' }, projectRoot: '/a' });
		expect(port).toBeGreaterThanOrEqual(50_001);
		expect(JSON.parse(readFileSync(join(home, 'ports.json'), 'utf8'))).toEqual({ '/a': port });
		expect((first.address() as AddressInfo).address).toBe('127.0.0.1');
		first.close();
		await once(first, 'close');
		expect(await assignPort(aServer(), { home, policy: { kind: 'auto' }, projectRoot: '/b' })).not.toBe(port);
		expect(await assignPort(aServer(), { home, policy: { kind: 'auto' }, projectRoot: '/a' })).toBe(port);
	});

	test('takes another port when the own one is taken', async () => {
		const home = temporaryHome();
		const taken = await takenPort();
		writeFileSync(join(home, 'ports.json'), JSON.stringify({ '/a': taken }), { mode: 0o600 });
		const port = await assignPort(aServer(), { home, policy: { kind: 'auto' }, projectRoot: '/a' });
		expect(port).not.toBe(taken);
		expect(rememberedPorts(home).read().get('/a')).toBe(port);
	});

	test('passes a port that somebody has on the other loopback address, and holds both', async () => {
		const home = temporaryHome();
		const stranger = createTcpServer();
		stranger.listen(0, '::1');
		await once(stranger, 'listening');
		const { port: taken } = stranger.address() as AddressInfo;
		await expect(
			assignPort(aServer(), { home, policy: { kind: 'fixed', port: taken }, projectRoot: '/a' }),
		).rejects.toMatchObject({ code: 'E_PORT_TAKEN' });
		const policy = { kind: 'range', first: taken, last: Math.min(taken + 200, 65_535) } as const;
		const server = aServer();
		server.on('request', (_, response) => void response.end('ours'));
		const port = await assignPort(server, { home, policy, projectRoot: '/a' });
		expect(port).not.toBe(taken);
		stranger.close();
		for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
			expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('ours');
		}
		const late = createTcpServer();
		late.listen(port, '::1');
		const [cause] = (await once(late, 'error')) as [NodeJS.ErrnoException];
		expect(cause.code).toBe('EADDRINUSE');
		stopListening(server);
		const next = aServer();
		expect(await assignPort(next, { home, policy: { kind: 'fixed', port }, projectRoot: '/a' })).toBe(port);
	});

	test('lets the system choose, and a window without a folder remembers nothing', async () => {
		const home = temporaryHome();
		expect(await assignPort(aServer(), { home, policy: { kind: 'system' }, projectRoot: undefined })).toBeGreaterThan(
			0,
		);
		expect(rememberedPorts(home).read().size).toBe(0);
	});

	test('says so when a fixed port or a whole range is taken', async () => {
		const home = temporaryHome();
		const port = await takenPort();
		await expect(
			assignPort(aServer(), { home, policy: { kind: 'fixed', port }, projectRoot: '/a' }),
		).rejects.toMatchObject({
			code: 'E_PORT_TAKEN',
			message: `Port ${port}, which the setting hawser.port asks for, is taken by another program.`,
		});
		const range = { kind: 'range', first: port, last: port } as const;
		await expect(assignPort(aServer(), { home, policy: range, projectRoot: '/a' })).rejects.toThrow('is taken');
		expect(rememberedPorts(home).read().size).toBe(0);
	});

	test('passes a port that the system keeps for itself', async () => {
		const server = aServer();
		const reserved = await takenPort();
		// Windows answers like this for ports that it has reserved; who may use which port differs on every other system.
		vi.spyOn(server, 'listen').mockImplementationOnce(() => {
			process.nextTick(() => server.emit('error', Object.assign(new Error('denied'), { code: 'EACCES' })));
			return server;
		});
		const policy = { kind: 'range', first: reserved, last: reserved + 200 } as const;
		const port = await assignPort(server, { home: temporaryHome(), policy, projectRoot: '/a' });
		expect(port).toBeGreaterThan(reserved);
	});

	test('a damaged memory is made anew', async () => {
		const home = temporaryHome();
		writeFileSync(join(home, 'ports.json'), '{"/a": 500', { mode: 0o600 });
		const port = await assignPort(aServer(), { home, policy: { kind: 'auto' }, projectRoot: '/a' });
		expect(rememberedPorts(home).read()).toEqual(new Map([['/a', port]]));
	});

	test('gives twenty windows that start at once twenty ports and one whole file', async () => {
		const home = temporaryHome();
		const roots = Array.from({ length: 20 }, (_, index) => `/project${index}`);
		const windows = roots.map(root =>
			fork(join(import.meta.dirname, 'assign-port-process.ts'), [home, root, '{"kind":"auto"}']),
		);
		children.push(...windows);
		await Promise.all(windows.map(window => once(window, 'message')));
		const answers = windows.map(window => once(window, 'message') as Promise<[{ port: number }]>);
		for (const window of windows) {
			window.send('go');
		}
		const ports = (await Promise.all(answers)).map(([{ port }]) => port);
		expect(new Set(ports).size).toBe(20);
		const written: unknown = JSON.parse(readFileSync(join(home, 'ports.json'), 'utf8'));
		expect(written).toEqual(Object.fromEntries(roots.map((root, index) => [root, ports[index]])));
	});
});
