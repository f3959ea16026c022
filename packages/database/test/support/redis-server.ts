import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../tests/support/eventually.ts';
import { encodeCommand, type Reply, ReplyReader } from '../../src/redis/resp.ts';
import { type DebianProgram, findDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';

export const REDIS_PASSWORD = 'test-Pa55:w@rd';

/** Redis of Debian with the libraries that it needs. */
export function findRedis(): Promise<DebianProgram | undefined> {
	return findDebianProgram('usr/bin/redis-server', [
		'redis-server',
		'redis-tools',
		'libhiredis0.14',
		'liblzf1',
		'libatomic1',
		'libjemalloc2',
		'liblua5.1-0',
		'lua-bitop',
		'lua-cjson',
	]);
}

/** A server on this machine alone, which keeps nothing on the disk. */
export async function startRedis({ file, env }: DebianProgram, more: readonly string[] = []) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-redis-')));
	const port = await freePort();
	const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const server = spawn(file, [...flags, '--requirepass', REDIS_PASSWORD, ...more], { env, stdio: 'ignore' });
	await eventually(async () => {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect');
		socket.destroy();
	});
	return {
		port,
		folder,
		async dispose() {
			if (server.exitCode === null) {
				const ended = once(server, 'exit');
				server.kill('SIGKILL');
				await ended;
			}
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The owner of the data: sends whatever it is told, which the store cannot. */
export async function redisOwner(port: number) {
	const socket: Socket = connect(port, '127.0.0.1');
	await once(socket, 'connect');
	const reader = new ReplyReader(100_000_000);
	const send = (...words: readonly string[]): Promise<Reply> =>
		new Promise(resolve => {
			const take = (chunk: Buffer) => {
				const reply = reader.push(chunk);
				if (reply !== undefined) {
					socket.off('data', take);
					resolve(reply);
				}
			};
			socket.on('data', take);
			socket.write(encodeCommand(words));
		});
	await send('AUTH', REDIS_PASSWORD);
	return { send, close: () => socket.destroy() };
}
