import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { failure } from '../engines/failure.ts';
import type { Plan } from '../explain/planner.ts';
import type { Store, StoreOptions } from '../stores/store.ts';
import { createStoreConnections, OWN_TIMEOUT } from '../stores/store-connections.ts';
import { splitCommand } from './command-line.ts';
import { type Call, connectRedis } from './redis-connection.ts';
import { redisGate, whyServerRefuses } from './redis-gate.ts';
import { readRows } from './redis-reads.ts';
import { redisSchema, redisTables } from './redis-schema.ts';
import { listOf, textOf } from './reply-rows.ts';
import { ReplyError, ReplyTooLarge } from './resp.ts';

export function createRedisStore(address: DatabaseAddress, options: StoreOptions): Store {
	// Redis stops a command for nobody, and none in the list runs long; the connection is given up.
	const { within, close } = createStoreConnections(address, options, {
		connect: connectRedis,
		askOf: ({ call }) => call,
		isAnswer: cause => cause instanceof ReplyError,
		explain: cause => explain(cause, address),
	});
	const judged = new Map<string, string | undefined>();

	/** The server's own word on a command, asked once. A user who may not ask for it has the list alone, which is enough. */
	const requireServerAgrees = async (call: Call, command: string): Promise<void> => {
		if (!judged.has(command)) {
			const [entry] = listOf(await call('COMMAND', 'INFO', command).catch(() => []));
			judged.set(command, whyServerRefuses(listOf(listOf(entry)[2]).map(textOf)));
		}
		const why = judged.get(command);
		if (why !== undefined) {
			throw new ToolError('E_QUERY_REFUSED', `Not run: ${why}.`);
		}
	};

	return {
		prepare(text, params) {
			const split = splitCommand(text, params);
			const verdict = 'problem' in split ? { ok: false as const, why: split.problem } : redisGate(split.words);
			if (!verdict.ok) {
				throw new ToolError('E_QUERY_REFUSED', `Not run: ${verdict.why}.`, { hint: HOW_TO_ASK });
			}
			const { command, words } = verdict;
			return {
				run: (limits, signal) =>
					within(limits.timeout, signal, async call => {
						await requireServerAgrees(call, command);
						return readRows(call, words, limits);
					}),
				explain: ({ timeout }, signal) => within(timeout, signal, call => describeCommand(call, words)),
			};
		},
		tables: signal => within(OWN_TIMEOUT, signal, redisTables),
		schema: (name, signal) => within(OWN_TIMEOUT, signal, call => redisSchema(call, name)),
		close,
	};
}

const HOW_TO_ASK =
	'Ask one command of Redis that reads, such as GET key, HGETALL key, LRANGE key 0 99, ZRANGE key 0 99 WITHSCORES or SCAN 0 MATCH user:*.';

/** Redis plans nothing; what a command costs follows from its kind and from the size of its key. */
async function describeCommand(call: Call, words: readonly string[]): Promise<Plan> {
	const command = words[0]?.toLowerCase() ?? '';
	const [, facts] = listOf(await call('COMMAND', 'DOCS', command).catch(() => []));
	const texts = listOf(facts).map(textOf);
	const complexity = texts[texts.indexOf('complexity') + 1];
	const plan = [`${command.toUpperCase()}${texts.includes('complexity') ? `: ${complexity}` : ''}`];
	const findings: string[] = [];
	const key = words[1];
	const kind = key === undefined ? 'none' : textOf(await call('TYPE', key));
	if (key !== undefined && kind !== 'none') {
		const bytes = Number(await call('MEMORY', 'USAGE', key).catch(() => 0));
		const encoding = textOf(await call('OBJECT', 'ENCODING', key).catch(() => ''));
		const size = SIZES[kind] === undefined ? undefined : Number(await call(SIZES[kind], key));
		plan.push(`${key}: ${kind}, ${encoding}, ${size === undefined ? '' : `${size} elements, `}${bytes} bytes`);
		if ((size ?? 0) > 10_000 && /\bO\(.*N/.test(complexity ?? '')) {
			findings.push(`It walks through a ${kind} of ${size} elements, and the server answers nobody else meanwhile.`);
		}
	}
	if (command === 'keys' || command === 'scan') {
		const total = Number(await call('DBSIZE'));
		plan.push(`The database has ${total} keys; a pattern is compared with each of them.`);
	}
	return { plan, findings };
}

const SIZES: Readonly<Record<string, string | undefined>> = {
	hash: 'HLEN',
	list: 'LLEN',
	set: 'SCARD',
	zset: 'ZCARD',
	stream: 'XLEN',
	string: 'STRLEN',
};

function explain(cause: unknown, address: DatabaseAddress): ToolError | undefined {
	const message = messageOf(cause);
	if (cause instanceof ReplyTooLarge) {
		const hint = 'Ask for a part of it: GETRANGE, LRANGE, HSCAN, SSCAN or ZRANGE with bounds.';
		return failure('E_QUERY_FAILED', message, address, { hint });
	}
	if (!(cause instanceof ReplyError)) {
		return undefined;
	}
	if (/^(?:NOAUTH|WRONGPASS|NOPERM)|invalid password|without any password/i.test(message)) {
		return failure('E_DATABASE_LOGIN', message, address);
	}
	if (/^(?:LOADING|MASTERDOWN|CLUSTERDOWN)/.test(message)) {
		return failure('E_DATABASE_UNREACHABLE', message, address);
	}
	if (message.startsWith('MOVED')) {
		const hint =
			'It is a cluster, of which Hawser reads one node: add the node that is named as a database of its own.';
		return failure('E_QUERY_FAILED', message, address, { hint });
	}
	return failure('E_QUERY_FAILED', message, address);
}
