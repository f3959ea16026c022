import type { Socket } from 'node:net';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { deserialize, serialize } from 'bson';
import { whyNotRead } from './read-commands.ts';
import { type Document, isDocument, type Value } from './shell-values.ts';

export type Answer = Readonly<Record<string, unknown>>;

/** The server answered with an error and goes on listening. */
export class MongodbError extends Error {
	override readonly name = 'MongodbError';
	readonly code: number;

	constructor(answer: Answer) {
		super(typeof answer['errmsg'] === 'string' ? answer['errmsg'] : 'The server gave no reason.');
		this.code = Number(answer['code'] ?? 0);
	}
}

const OP_MSG = 2013;
const HEADER = 16;
/** The largest message that a server sends. */
const MAX_MESSAGE = 48_000_000 + 16_384;

/** Sent by Hawser itself, never for an agent; none changes data. */
const OWN_COMMANDS = new Set([
	'hello',
	'isMaster',
	'saslStart',
	'saslContinue',
	'getMore',
	'killCursors',
	'listDatabases',
]);

export interface Wire {
	readonly broken: boolean;
	send(database: string, command: Document): Promise<Answer>;
	close(): void;
}

/**
 * One conversation in OP_MSG, a command at a time. By hand on top of the `bson` package: MongoDB's driver adds 216 kB to a package
 * that has 90 kB of room, most of it for writing, sessions and watching clusters. It is also the second wall: whatever is no read is not
 * written to the socket, whoever asks.
 */
export function speakMongodb(socket: Socket, readPreference: () => boolean): Wire {
	let waiting: { resolve: (answer: Answer) => void; reject: (cause: unknown) => void } | undefined;
	let broken = false;
	let chunks: Buffer[] = [];
	let length = 0;
	let requestId = 0;

	const end = (cause: unknown) => {
		broken = true;
		socket.destroy();
		waiting?.reject(cause);
		waiting = undefined;
	};

	const receive = (chunk: Buffer) => {
		chunks.push(chunk);
		length += chunk.length;
		const wanted = messageLength(chunks);
		if (wanted === undefined || length < wanted) {
			return;
		}
		const answer = decode(Buffer.concat(chunks).subarray(0, wanted), requestId);
		if (length > wanted || !waiting) {
			throw new Error('The server spoke without being asked.');
		}
		chunks = [];
		length = 0;
		const { resolve, reject } = waiting;
		waiting = undefined;
		if (Number(answer['ok']) === 1) {
			resolve(answer);
		} else {
			reject(new MongodbError(answer));
		}
	};

	socket.on('data', (chunk: Buffer) => {
		try {
			receive(chunk);
		} catch (cause) {
			end(cause);
		}
	});
	socket.on('error', end);
	socket.on('close', () => end(new Error('Connection terminated by the server')));

	return {
		get broken() {
			return broken;
		},
		send(database, command) {
			const why = whyNotSent(command);
			if (why !== undefined) {
				return Promise.reject(new Error(`Not sent: ${why}.`));
			}
			return new Promise((resolve, reject) => {
				if (broken || waiting) {
					reject(new Error('Connection ended'));
					return;
				}
				const full = new Map<string, Value>([...command, ['$db', database]]);
				if (readPreference()) {
					full.set('$readPreference', new Map([['mode', 'secondaryPreferred']]));
				}
				requestId = (requestId + 1) % 0x7f_ff_ff_ff;
				const message = encode(full, requestId);
				waiting = { resolve, reject };
				socket.write(message);
			});
		},
		close: () => end(new Error('Connection ended')),
	};
}

function whyNotSent(command: Document): string | undefined {
	const [[name, value] = ['', null]] = command;
	if (OWN_COMMANDS.has(name)) {
		return undefined;
	}
	return name === 'explain' && isDocument(value) ? whyNotRead(value) : whyNotRead(command);
}

function encode(command: Document, requestId: number): Buffer {
	const body = serialize(new Map(command), { ignoreUndefined: true });
	const head = Buffer.alloc(HEADER + 5);
	head.writeInt32LE(head.length + body.length, 0);
	head.writeInt32LE(requestId, 4);
	head.writeInt32LE(OP_MSG, 12);
	return Buffer.concat([head, body]);
}

function messageLength(chunks: Buffer[]): number | undefined {
	const [first] = chunks;
	if (first && first.length < 4 && chunks.length > 1) {
		chunks.splice(0, chunks.length, Buffer.concat(chunks));
	}
	const start = chunks[0];
	if (!start || start.length < 4) {
		return undefined;
	}
	const length = start.readInt32LE(0);
	if (length < HEADER + 10 || length > MAX_MESSAGE) {
		throw new Error('The server does not speak the protocol of MongoDB.');
	}
	return length;
}

function decode(message: Buffer, requestId: number): Answer {
	const isAnswer = message.readInt32LE(8) === requestId && message.readInt32LE(12) === OP_MSG;
	const flags = message.readUInt32LE(HEADER);
	const isPlain = (flags & 0x02) === 0 && message.readUInt8(HEADER + 4) === 0;
	if (!isAnswer || !isPlain) {
		throw new Error('The server does not speak the protocol of MongoDB.');
	}
	const hasChecksum = (flags & 0x01) !== 0;
	const body = message.subarray(HEADER + 5, hasChecksum ? message.length - 4 : message.length);
	const answer: unknown = deserialize(body, { useBigInt64: true, bsonRegExp: true, promoteBuffers: false });
	if (!isRecord(answer)) {
		throw new Error('The server does not speak the protocol of MongoDB.');
	}
	return answer;
}
