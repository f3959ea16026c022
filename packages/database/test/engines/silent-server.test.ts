import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, createFolder, openProject } from '../support/project.ts';

let server: Server;
let port: number;
const sockets = new Set<Socket>();

/** It takes every connection and never says a word. */
beforeEach(async () => {
	server = createServer(socket => {
		sockets.add(socket);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
		socket.resume();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	port = (server.address() as { port: number }).port;
});

afterEach(() => {
	for (const socket of sockets) {
		socket.destroy();
	}
	server.close();
});

describe.each(['postgres', 'mysql', 'mssql'])('%s', scheme => {
	const open = (at: number) =>
		openProject(createFolder({ '.env': `DATABASE_URL=${scheme}://user:hidden-pw@127.0.0.1:${at}/d\n` }));

	test('a server that says nothing costs the time-out and no more', async () => {
		const project = open(port);
		const question = { sql: 'select 1', params: [], limit: 1, timeout: 200 };
		expect(['E_TIMEOUT', 'E_DATABASE_UNREACHABLE']).toContain(await codeOf(project.query(question, NEVER_CANCELLED)));
		await project.dispose();
	});

	test('a closed port is unreachable, and the message has no password', async () => {
		server.close();
		await once(server, 'close');
		const project = open(port);
		await expect(project.ask('select 1')).rejects.toMatchObject({
			code: 'E_DATABASE_UNREACHABLE',
			message: expect.not.stringContaining('hidden-pw') as string,
		});
		await project.dispose();
	});
});
