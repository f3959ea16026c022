import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCommand } from '../../src/redis/command-line.ts';
import { redisGate } from '../../src/redis/redis-gate.ts';

/** Every command of Redis 8 and its modules that writes, waits, scripts, administers, subscribes or changes the connection. */
const REFUSED =
	`set setex psetex setnx mset msetnx append incr incrby incrbyfloat decr decrby getset getdel getex setrange setbit bitop
bitfield del unlink expire pexpire expireat pexpireat persist rename renamenx move copy restore restore-asking migrate dump touch
hset hsetnx hmset hdel hincrby hincrbyfloat hexpire hpexpire hexpireat hpexpireat hpersist hgetdel hgetex hsetex
lpush rpush lpushx rpushx lpop rpop linsert lset lrem ltrim rpoplpush lmove lmpop blpop brpop brpoplpush blmove blmpop
sadd srem spop smove sinterstore sunionstore sdiffstore
zadd zincrby zrem zremrangebyrank zremrangebyscore zremrangebylex zpopmin zpopmax zmpop bzpopmin bzpopmax bzmpop zrangestore zunionstore
zinterstore zdiffstore
xadd xdel xdelex xackdel xtrim xack xclaim xautoclaim xgroup xreadgroup xsetid
geoadd georadius georadiusbymember geosearchstore sort pfadd pfcount pfmerge pfdebug pfselftest
eval evalsha eval_ro evalsha_ro script fcall fcall_ro function
subscribe psubscribe ssubscribe unsubscribe punsubscribe sunsubscribe publish spublish pubsub
multi exec discard watch unwatch
auth hello select quit reset client command readonly readwrite asking
config flushall flushdb swapdb save bgsave bgrewriteaof shutdown slaveof replicaof failover debug monitor slowlog latency module acl
cluster sync psync replconf wait waitaof lolwut role lastsave
json.set json.del json.merge json.mset json.numincrby json.arrappend json.clear json.toggle json.forget json.debug
ft.create ft.dropindex ft.alter ft.aggregate ft.cursor ft.config ft.sugadd ft.dictadd ft.synupdate ft.profile
ts.create ts.add ts.madd ts.del ts.alter ts.incrby ts.createrule bf.add cf.add cms.incrby topk.add tdigest.add vadd vrem vsetattr`
		.split(/\s+/)
		.filter(Boolean);

const READS = [
	'GET a',
	'get a',
	'MGET a b',
	'HGETALL user:1',
	'LRANGE queue 0 99',
	'ZRANGE board 0 -1 WITHSCORES',
	'SCAN 0 MATCH user:* COUNT 100',
	'XREAD COUNT 2 STREAMS s 0',
	'OBJECT ENCODING a',
	'memory usage a',
	'XINFO STREAM s',
	'SORT_RO list LIMIT 0 5',
	'JSON.GET doc $.name',
	'FT.SEARCH idx "@name:(x y)"',
];

function judge(text: string) {
	const split = splitCommand(text);
	return 'problem' in split ? { ok: false as const, why: split.problem } : redisGate(split.words);
}

describe('the gate of Redis', () => {
	test.each(READS)('lets %s pass', text => {
		expect(judge(text)).toMatchObject({ ok: true });
	});

	test.each(REFUSED)('refuses %s, in any case and with any arguments', name => {
		for (const text of [
			name,
			name.toUpperCase(),
			`${name} key value`,
			`"${name}" key`,
			`'${name}' 1 GET a`,
			`  ${name}\tkey`,
		]) {
			expect(judge(text), text).toMatchObject({ ok: false });
		}
	});

	test.each([
		['an alias by letters that fold to ASCII', 'ſet a b'],
		['the Kelvin sign', '\u212aeys *'],
		['a second line', 'GET a\nSET a b'],
		['a second line after a carriage return', 'GET a\r\nSET a b'],
		['blocking', 'XREAD BLOCK 0 STREAMS s $'],
		['blocking in small letters', 'xread count 1 block 0 streams s $'],
		['a stream without a count', 'XREAD STREAMS s 0'],
		['elements without end', 'SRANDMEMBER tags -2000000000'],
		['fields without end', 'HRANDFIELD h -99999999 WITHVALUES'],
		['members without end', 'ZRANDMEMBER z -1'],
		['a page as large as the database', 'SCAN 0 COUNT 100000000'],
		['a page of a number that is none', 'HSCAN h 0 COUNT x'],
		['a whole stream', 'XINFO STREAM s FULL COUNT 0'],
		['sorting everything', 'SORT_RO list'],
		['the product of two lengths', 'LCS a b'],
		['another member of a family', 'OBJECT HELP'],
		['a family without a member', 'MEMORY'],
		['MEMORY PURGE', 'MEMORY PURGE'],
		['an empty name', '"" a'],
		['a name with a zero byte', '"get\\x00" a'],
		['a name with a line end', '"get\\r\\nset" a'],
		['a name of every object', 'constructor'],
		['another of them', '__proto__ a'],
		['a command with a subcommand behind a bar', 'config|get requirepass'],
		['nothing', '   '],
		['a quotation mark that stays open', 'GET "a'],
		['text after a quotation mark', 'GET "a"b'],
	])('refuses %s', (_name, text) => {
		expect(judge(text)).toMatchObject({ ok: false });
	});

	test('only names of its list pass, whatever is generated', () => {
		const known = new Set(READS.map(text => text.split(' ')[0]?.toLowerCase()));
		fc.assert(
			fc.property(
				fc.string({ maxLength: 12 }),
				fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }),
				(name, rest) => {
					const verdict = redisGate([name, ...rest]);
					if (verdict.ok) {
						expect(name).toMatch(/^[a-z._]+$/i);
						expect(REFUSED).not.toContain(verdict.command);
					}
				},
			),
			{ numRuns: 2_000 },
		);
		fc.assert(
			fc.property(fc.constantFrom(...REFUSED), fc.string(), (name, argument) => {
				const spelled = name.replaceAll(/..?/g, pair => pair.charAt(0).toUpperCase() + pair.slice(1));
				expect(redisGate([spelled, argument]).ok).toBe(false);
			}),
		);
		expect(known.has('set')).toBe(false);
	});
});

describe('a command line', () => {
	test('is split as redis-cli does', () => {
		expect(splitCommand(`GET "a b" 'c\\'d' "\\x41\\n" e`)).toEqual({ words: ['GET', 'a b', "c'd", 'A\n', 'e'] });
	});

	test('takes parameters as whole words, and counts them', () => {
		expect(splitCommand('HGET ? name', ['a b"\r\nFLUSHALL'])).toEqual({ words: ['HGET', 'a b"\r\nFLUSHALL', 'name'] });
		expect(splitCommand('GET "?"')).toEqual({ words: ['GET', '?'] });
		expect(splitCommand('GET ?')).toMatchObject({ problem: 'it has 1 placeholders, and params has 0 values' });
		expect(splitCommand('GET a', [1])).toMatchObject({ problem: 'it has 0 placeholders, and params has 1 values' });
	});

	test('any words survive quoting', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { minLength: 1 }), words => {
				const line = words.map(
					word => `"${word.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`,
				);
				expect(splitCommand(line.join(' '))).toEqual({ words });
			}),
		);
	});
});
