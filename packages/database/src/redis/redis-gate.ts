export type RedisVerdict =
	| {
			ok: true;
			/** In lower case. */
			command: string;
			/** The command with its arguments, as it is sent. */
			words: readonly string[];
	  }
	| { ok: false; why: string };

/**
 * Everything that may be sent for an agent. Each only reads: none changes a key, its age or its place among the least recently used
 * more than reading does, none waits, none runs a script, none shows settings or passwords. PFCOUNT is missing because it rewrites the
 * key's cache, LCS because it takes the product of two lengths; TOUCH, OBJECT HELP and DUMP because nobody needs them to understand data.
 */
const READS = new Set(
	`get mget strlen getrange substr exists type ttl pttl expiretime pexpiretime randomkey dbsize keys scan
	hget hmget hgetall hkeys hvals hlen hexists hstrlen hscan hrandfield httl hpttl hexpiretime hpexpiretime
	lrange llen lindex lpos
	smembers scard sismember smismember srandmember sscan sinter sunion sdiff sintercard
	zrange zrevrange zrangebyscore zrevrangebyscore zrangebylex zrevrangebylex zcard zcount zlexcount zscore zmscore zrank zrevrank
	zscan zrandmember zdiff zinter zunion zintercard
	xrange xrevrange xlen xread xpending
	bitcount bitpos getbit bitfield_ro
	geodist geohash geopos geosearch georadius_ro georadiusbymember_ro sort_ro
	ping echo time info
	json.get json.mget json.type json.objkeys json.objlen json.arrlen json.arrindex json.strlen
	ft._list ft.info ft.search ts.get ts.range ts.revrange ts.info`.split(/\s+/),
);

/** Commands that are a family: only these members of it. */
const SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
	object: new Set(['encoding', 'freq', 'idletime', 'refcount']),
	memory: new Set(['usage']),
	xinfo: new Set(['stream', 'groups', 'consumers']),
};

/** Other commands that people try, with the way to get the same. */
const INSTEAD: Readonly<Record<string, string>> = {
	sort: 'SORT_RO does the same without STORE',
	georadius: 'GEOSEARCH or GEORADIUS_RO does the same without STORE',
	georadiusbymember: 'GEOSEARCH or GEORADIUSBYMEMBER_RO does the same without STORE',
	bitfield: 'BITFIELD_RO reads',
	getdel: 'GET reads without deleting',
	getex: 'GET reads without changing when the key expires',
	pfcount: 'it rewrites the cache inside the key',
	xreadgroup: 'XRANGE reads without moving a consumer group',
	blpop: 'LRANGE reads without waiting and removing',
	brpop: 'LRANGE reads without waiting and removing',
	select: 'the number of the database is part of its address: see database_list',
	config: 'settings and passwords of the server are not shown; INFO says how it runs',
};

const MAX_WORDS = 10_000;

/** Decides if a command only reads. It knows the reads; whatever it does not know is refused. */
export function redisGate(words: readonly string[]): RedisVerdict {
	const [name = '', ...rest] = words;
	// Letters that are not ASCII can become ASCII ones when their case changes.
	const command = isAscii(name) ? name.toLowerCase() : '';
	if (words.length > MAX_WORDS) {
		return refuse(`it has more than ${MAX_WORDS} words`);
	}
	const family = Object.hasOwn(SUBCOMMANDS, command) ? SUBCOMMANDS[command] : undefined;
	if (family) {
		const member = rest[0] ?? '';
		// XINFO STREAM key FULL gives every entry.
		return isAscii(member) && family.has(member.toLowerCase()) && !rest.slice(2).some(word => /^full$/i.test(word))
			? { ok: true, command, words }
			: refuse(`of ${command.toUpperCase()} only ${[...family].join(', ').toUpperCase()} may be asked`);
	}
	if (!READS.has(command)) {
		const instead = Object.hasOwn(INSTEAD, command) ? INSTEAD[command] : undefined;
		return refuse(
			`"${name.slice(0, 40)}" is not one of the commands that only read${instead === undefined ? '' : `: ${instead}`}`,
		);
	}
	const why = whyUnbounded(
		command,
		rest.map(word => word.toLowerCase()),
	);
	return why === undefined ? { ok: true, command, words } : refuse(why);
}

const MAX_COUNT = 10_000;

/** Reads that would keep the server busy, or waiting, for as long as their arguments say. */
function whyUnbounded(command: string, rest: readonly string[]): string | undefined {
	if (command === 'xread' && (rest.includes('block') || !rest.includes('count'))) {
		return 'XREAD is asked with COUNT, and without BLOCK, which waits';
	}
	if (command === 'sort_ro' && !rest.includes('limit')) {
		return 'SORT_RO is asked with LIMIT';
	}
	// A negative count gives so many elements as it says, however few there are.
	if (/^(?:s|z)randmember$|^hrandfield$/.test(command) && !/^\d{0,5}$/.test(rest[1] ?? '')) {
		return `${command.toUpperCase()} takes a count from 1 to 99999`;
	}
	const count = rest[rest.indexOf('count') + 1];
	if (command.endsWith('scan') && rest.includes('count') && !(Number(count) <= MAX_COUNT)) {
		return `COUNT is at most ${MAX_COUNT}: the answer goes on by itself`;
	}
	return undefined;
}

/** What the server itself says of a command must not contradict the list. A module may have given a name to something else. */
export function whyServerRefuses(flags: readonly string[]): string | undefined {
	const bad = flags.find(flag => ['write', 'blocking', 'admin', 'pubsub', 'dangerous'].includes(flag));
	return bad === undefined ? undefined : `the server says of this command that it is "${bad}"`;
}

function isAscii(text: string): boolean {
	return /^[\u0021-\u007e]+$/.test(text);
}

function refuse(why: string): RedisVerdict {
	return { ok: false, why };
}
