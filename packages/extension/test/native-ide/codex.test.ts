import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketIdentity, staleFiles } from '@hawser/agent-config/discovery-files.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveCodex } from '../../src/native-ide/codex/codex-connection.ts';
import { createFrameReader, frame } from '../../src/native-ide/codex/codex-frames.ts';
import { ideContext, readMessage } from '../../src/native-ide/codex/codex-messages.ts';
import { holdSocket } from '../../src/native-ide/shared/socket-server.ts';

let folder: string;
const open = new Set<Server>();
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'hawser-codex-'));
});
afterEach(() => {
	open.forEach(server => server.close());
	open.clear();
	rmSync(folder, { recursive: true, force: true });
});

function serverThatSays(word: string): Server {
	// Whoever only looks whether somebody is there goes away while this is being said.
	const server = createServer(socket => socket.on('error', () => undefined).end(word));
	open.add(server);
	return server;
}

const heardAt = (path: string) =>
	new Promise<string>((resolve, reject) => {
		connect(path)
			.on('data', (bytes: Buffer) => resolve(bytes.toString()))
			.on('error', reject);
	});

describe('frames', () => {
	test('are put together from pieces of any size, and one that is too long is refused before it is there', () => {
		const bytes = Buffer.concat([frame({ a: 'ü' }), frame({ b: 2 })]);
		for (const size of [1, 3, 5, bytes.length]) {
			const reader = createFrameReader();
			const texts: string[] = [];
			for (let at = 0; at < bytes.length; at += size) {
				texts.push(...reader.take(bytes.subarray(at, at + size)));
			}
			expect(texts.map(text => JSON.parse(text) as unknown)).toEqual([{ a: 'ü' }, { b: 2 }]);
			expect(reader.half).toBe(false);
		}
		const reader = createFrameReader();
		expect(reader.take(bytes.subarray(0, 6))).toEqual([]);
		expect(reader.half).toBe(true);
		expect(() => createFrameReader().take(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow('longer than');
	});

	test('hold questions, and whatever else anybody sends', () => {
		const question = { type: 'request', requestId: '1', version: 0, method: 'ide-context' };
		const read = (message: unknown) => readMessage(JSON.stringify(message));
		expect(read({ ...question, params: { workspaceRoot: '/shop' } })).toEqual({
			kind: 'question',
			requestId: '1',
			workspaceRoot: '/shop',
		});
		for (const wrong of [{ params: { workspaceRoot: 'shop' } }, { params: 7 }, { version: 1 }]) {
			expect(read({ ...question, ...wrong })).toEqual({ kind: 'mismatch', requestId: '1' });
		}
		expect(read({ ...question, method: 'initialize' })).toEqual({ kind: 'foreign', requestId: '1' });
		expect(read({ type: 'broadcast' })).toEqual({ kind: 'other' });
		expect(read([])).toBeUndefined();
		expect(readMessage('{')).toBeUndefined();
	});

	test('tell of files as they are seen from the folder of Codex', () => {
		const [start, end] = [
			{ line: 1, character: 0 },
			{ line: 2, character: 3 },
		];
		const place = { path: '/shop/src/cart.ts', text: 'price', start, end };
		const openFiles = ['/shop/src/cart.ts', '/other/a.ts'].map(path => ({ path, timestamp: 1 }));
		expect(ideContext({ place, openFiles }, '/shop')).toEqual({
			activeFile: {
				...{ label: 'cart.ts', path: 'src/cart.ts', fsPath: '/shop/src/cart.ts' },
				selection: { start, end },
				activeSelectionContent: 'price',
				selections: [{ start, end }],
			},
			openTabs: [
				{ label: 'cart.ts', path: 'src/cart.ts', fsPath: '/shop/src/cart.ts' },
				{ label: 'a.ts', path: '/other/a.ts', fsPath: '/other/a.ts' },
			],
		});
		expect(ideContext({ place: undefined, openFiles: [] }, '/shop')).toEqual({ openTabs: [] });
	});
});

describe('a connection', () => {
	async function connected(limits: { frameLimit?: number; idleLimit?: number } = {}) {
		let foreigners = 0;
		const server = createServer(socket =>
			serveCodex(
				socket,
				{
					context: root => Promise.resolve(root === '/shop' ? { openTabs: [] } : undefined),
					foreigner: () => {
						foreigners++;
					},
				},
				limits,
			),
		);
		open.add(server);
		const path = join(folder, 'a');
		await new Promise<void>(resolve => server.listen(path, resolve));
		const client: Socket = connect(path);
		const ended = new Promise<void>(resolve => client.once('close', () => resolve()));
		client.on('error', () => undefined);
		const reader = createFrameReader();
		const heard: Record<string, unknown>[] = [];
		client.on('data', (bytes: Buffer) =>
			heard.push(...reader.take(bytes).map(text => JSON.parse(text) as Record<string, unknown>)),
		);
		const until = async (count: number) => {
			while (heard.length < count) {
				await new Promise(resolve => client.once('data', resolve));
			}
			return heard;
		};
		return { client, ended, until, heard, foreigners: () => foreigners };
	}
	const question = (requestId: string, workspaceRoot: string) =>
		frame({ type: 'request', requestId, version: 0, method: 'ide-context', params: { workspaceRoot } });

	test('answers one question after the other, in their order', async () => {
		const { client, until, foreigners } = await connected();
		client.write(Buffer.concat([question('1', '/shop'), question('2', '/elsewhere')]));
		client.write(frame({ type: 'request', requestId: '3', method: 'initialize' }));
		expect(await until(3)).toEqual([
			{
				...{ type: 'response', requestId: '1', resultType: 'success', method: 'ide-context' },
				...{ handledByClientId: 'hawser', result: { ideContext: { openTabs: [] } } },
			},
			{ type: 'response', requestId: '2', resultType: 'error', error: 'no-client-found' },
			{ type: 'response', requestId: '3', resultType: 'error', error: 'no-handler-for-request' },
		]);
		expect(foreigners()).toBe(1);
		client.destroy();
	});

	test.each([
		['is no message', frame([1])],
		['is no JSON', Buffer.from([1, 0, 0, 0, 0x7b])],
		['is too long', Buffer.from([0, 0, 0, 1])],
		['is many questions at once', Buffer.concat(Array.from({ length: 50 }, () => question('1', '/shop')))],
	])('ends without an answer when what comes %s', async (_, bytes) => {
		const { client, ended, heard } = await connected();
		client.write(bytes);
		await ended;
		expect(heard).toEqual([]);
	});

	test('ends when a frame is not finished, and when nothing happens', async () => {
		const half = await connected({ frameLimit: 1 });
		half.client.write(Buffer.from([9, 0]));
		await half.ended;
		expect(half.heard).toEqual([]);
		rmSync(join(folder, 'a'), { force: true });
		const silent = await connected({ idleLimit: 1 });
		await silent.ended;
		expect(silent.heard).toEqual([]);
	});
});

describe.skipIf(process.platform === 'win32')('a socket', () => {
	const home = () => join(folder, 'hawser');
	const path = () => join(folder, 'ipc', 'ipc.sock');
	const hold = (server: Server) => holdSocket(server, path(), { home: home() });

	test('is for this user alone, and is not taken from whoever listens', async () => {
		const held = await hold(serverThatSays('first'));
		expect(statSync(join(folder, 'ipc')).mode & 0o777).toBe(0o700);
		expect(lstatSync(path()).mode & 0o777).toBe(0o600);
		expect(await hold(serverThatSays('second'))).toBeUndefined();
		expect(await heardAt(path())).toBe('first');
		expect(readdirSync(join(folder, 'ipc'))).toEqual(['ipc.sock']);
		held?.release();
		expect(existsSync(path())).toBe(false);
	});

	test('is healed after its process was killed, by one of many that try at once', async () => {
		const { spawnSync } = await import('node:child_process');
		(await hold(serverThatSays('x')))?.release();
		const script = `require('net').createServer().listen(${JSON.stringify(path())}, () => process.kill(process.pid, 'SIGKILL'))`;
		spawnSync(process.execPath, ['-e', script]);
		expect(lstatSync(path()).isSocket()).toBe(true);
		const words = ['a', 'b', 'c', 'd', 'e'];
		const held = await Promise.all(words.map(word => hold(serverThatSays(word))));
		expect(held.filter(one => one !== undefined)).toHaveLength(1);
		expect(await heardAt(path())).toBe(words[held.findIndex(one => one !== undefined)]);
	});

	test('that somebody else has put in our place stays when we go', async () => {
		const held = await hold(serverThatSays('ours'));
		rmSync(path());
		expect(held?.isHeld()).toBe(false);
		const theirs = serverThatSays('theirs');
		await new Promise<void>(resolve => theirs.listen(path(), resolve));
		expect(held?.isHeld()).toBe(false);
		held?.release();
		expect(await heardAt(path())).toBe('theirs');
	});

	test('is not made where something else has the name', async () => {
		(await hold(serverThatSays('x')))?.release();
		writeFileSync(path(), 'notes');
		await expect(hold(serverThatSays('y'))).rejects.toThrow('is no socket');
		expect(existsSync(path())).toBe(true);
	});

	test('closes a folder that others could write to', async () => {
		(await hold(serverThatSays('x')))?.release();
		chmodSync(join(folder, 'ipc'), 0o777);
		(await hold(serverThatSays('y')))?.release();
		expect(statSync(join(folder, 'ipc')).mode & 0o777).toBe(0o700);
	});

	test('goes with the file that says whose it was, and only that one', async () => {
		const held = await hold(serverThatSays('x'));
		const mark = join(folder, 'ipc', 'hawser-1.json');
		const write = (socket: string | undefined) =>
			writeFileSync(mark, JSON.stringify({ socket, hawser: { host: 999_999_999, made: [] } }));
		write(socketIdentity(path()));
		expect(staleFiles(join(folder, 'ipc')).map(file => file.path)).toEqual([mark, path()]);
		write('1:2:3');
		expect(staleFiles(join(folder, 'ipc')).map(file => file.path)).toEqual([mark]);
		held?.release();
	});
});
