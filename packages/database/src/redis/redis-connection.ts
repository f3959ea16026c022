import type { Socket } from 'node:net';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { openSocket } from '../engines/endpoint.ts';
import type { Connection } from '../engines/pool.ts';
import { redisGate } from './redis-gate.ts';
import { encodeCommand, type Reply, ReplyError, ReplyReader } from './resp.ts';

/** Bytes of one answer. */
const MAX_REPLY = 32 * 1024 * 1024;

export type Call = (...words: readonly string[]) => Promise<Reply>;

export interface RedisConnection extends Connection {
	/** Sends one command that only reads and waits for its answer; an error of the server is thrown. */
	call: Call;
}

/** Sent by this file alone, never for an agent. */
const OWN_COMMANDS = new Set(['AUTH', 'SELECT', 'COMMAND']);

export async function connectRedis(address: DatabaseAddress): Promise<RedisConnection> {
	const connection = speakRedis(await openSocket(address));
	try {
		const { user, password, database } = address;
		if (password !== undefined) {
			await connection.send(['AUTH', ...(user === undefined ? [] : [user]), password]);
		}
		if (database !== undefined && database !== '0') {
			await connection.send(['SELECT', database]);
		}
		await connection.send(['PING']);
		return connection;
	} catch (cause) {
		await connection.close();
		throw cause;
	}
}

function speakRedis(socket: Socket): RedisConnection & { send: (words: readonly string[]) => Promise<Reply> } {
	const reader = new ReplyReader(MAX_REPLY);
	let waiting: { resolve: (reply: Reply) => void; reject: (cause: unknown) => void } | undefined;
	let broken = false;

	const end = (cause: unknown) => {
		broken = true;
		socket.destroy();
		waiting?.reject(cause);
		waiting = undefined;
	};
	socket.on('data', (chunk: Buffer) => {
		try {
			const reply = reader.push(chunk);
			if (reply === undefined) {
				return;
			}
			const asked = waiting;
			waiting = undefined;
			if (!asked) {
				end(new Error('The server spoke without being asked.'));
			} else if (reply instanceof ReplyError) {
				asked.reject(reply);
			} else {
				asked.resolve(reply);
			}
		} catch (cause) {
			end(cause);
		}
	});
	socket.on('error', end);
	socket.on('close', () => end(new Error('Connection terminated by the server')));

	/** The second wall: whatever reaches the socket has passed the gate, or is one of the three above. */
	const send = (words: readonly string[]): Promise<Reply> => {
		if (!OWN_COMMANDS.has(words[0] ?? '') && !redisGate(words).ok) {
			return Promise.reject(new Error(`${words[0]} is no read and was not sent.`));
		}
		return new Promise((resolve, reject) => {
			if (broken || waiting) {
				reject(new Error('Connection ended'));
				return;
			}
			waiting = { resolve, reject };
			socket.write(encodeCommand(words));
		});
	};

	return {
		send,
		call: (...words) => send(words),
		get broken() {
			return broken;
		},
		close() {
			end(new Error('Connection ended'));
			return Promise.resolve();
		},
	};
}
