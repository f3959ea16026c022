import { resolveSrv } from 'node:dns/promises';
import { isRecord, listOf } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { Binary } from 'bson';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { openSocket } from '../engines/endpoint.ts';
import type { Connection } from '../engines/pool.ts';
import { type Answer, MongodbError, speakMongodb, type Wire } from './mongodb-wire.ts';
import { scram } from './scram.ts';
import type { Document, Value } from './shell-values.ts';

export interface MongodbConnection extends Connection {
	send(database: string, command: Document): Promise<Answer>;
}

const COMMAND_NOT_FOUND = 59;

export async function connectMongodb(address: DatabaseAddress): Promise<MongodbConnection> {
	const server = address.srv ? await firstOfService(address) : address;
	let isMember = false;
	const wire = speakMongodb(await openSocket(server), () => isMember);
	try {
		const hello = await greet(wire, address);
		await logIn(wire, address, hello);
		// Any member of a replica set may answer a question, and a router passes it on.
		isMember = typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid';
		return {
			send: (database, command) => wire.send(database, command),
			get broken() {
				return wire.broken;
			},
			close() {
				wire.close();
				return Promise.resolve();
			},
		};
	} catch (cause) {
		wire.close();
		throw cause;
	}
}

/** The servers of `mongodb+srv://`: records of a name, which may only lead to hosts below the same domain. */
async function firstOfService(address: DatabaseAddress): Promise<DatabaseAddress> {
	const { host = '' } = address;
	const records = await resolveSrv(`_mongodb._tcp.${host}`);
	const domain = host.slice(host.indexOf('.')).toLowerCase();
	const [first] = records.filter(({ name }) => name.toLowerCase().endsWith(domain));
	if (!first || host.split('.').length < 3) {
		throw new ToolError('E_DATABASE_UNREACHABLE', `The name ${host} leads to no server of its own domain.`);
	}
	return { ...address, host: first.name, port: first.port };
}

async function greet(wire: Wire, { user, authSource, database }: DatabaseAddress): Promise<Answer> {
	const mechanisms: [string, Value][] =
		user === undefined ? [] : [['saslSupportedMechs', `${authSource ?? database ?? 'admin'}.${user}`]];
	const client = new Map<string, Value>([
		[
			'driver',
			new Map([
				['name', 'hawser'],
				['version', '1'],
			]),
		],
		['os', new Map([['type', process.platform]])],
	]);
	const greeting = (name: string) =>
		wire.send('admin', new Map<string, Value>([[name, 1], ...mechanisms, ['client', client]]));
	try {
		return await greeting('hello');
	} catch (cause) {
		// Servers before 4.4 know the greeting by its older name alone.
		if (cause instanceof MongodbError && cause.code === COMMAND_NOT_FOUND) {
			return greeting('isMaster');
		}
		throw cause;
	}
}

async function logIn(wire: Wire, address: DatabaseAddress, hello: Answer): Promise<void> {
	const { user, password = '' } = address;
	if (user === undefined) {
		return;
	}
	const source = address.authSource ?? address.database ?? 'admin';
	const known = listOf(hello['saslSupportedMechs']);
	const mechanism = known.length > 0 && !known.includes('SCRAM-SHA-256') ? 'SCRAM-SHA-1' : 'SCRAM-SHA-256';
	const state = { conversation: 0, done: false };
	const exchange = async (command: readonly [string, Value][], payload: string): Promise<string> => {
		const fields: [string, Value][] = [...command, ['payload', new Binary(Buffer.from(payload))]];
		const answer = await wire.send(source, new Map(fields));
		state.conversation = Number(answer['conversationId'] ?? 0);
		state.done = answer['done'] === true;
		return bytesOf(answer['payload']).toString();
	};
	const goOn = (payload: string) =>
		exchange(
			[
				['saslContinue', 1],
				['conversationId', state.conversation],
			],
			payload,
		);
	await scram(
		{ mechanism, user, password },
		{
			start: payload =>
				exchange(
					[
						['saslStart', 1],
						['mechanism', mechanism],
						['options', new Map([['skipEmptyExchange', true]])],
					],
					payload,
				),
			goOn,
		},
	);
	// Older servers want one more message, which is empty.
	for (let rest = 0; !state.done && rest < 2; rest++) {
		await goOn('');
	}
}

function bytesOf(payload: unknown): Buffer {
	if (payload instanceof Uint8Array) {
		return Buffer.from(payload);
	}
	return isRecord(payload) && payload['buffer'] instanceof Uint8Array && typeof payload['position'] === 'number'
		? Buffer.from(payload['buffer'].subarray(0, payload['position']))
		: Buffer.alloc(0);
}
