import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeCommand, NotRedis, type Reply, ReplyError, ReplyReader, ReplyTooLarge } from '../../src/redis/resp.ts';

/** Bytes of a reply, as a server writes them. */
function encode(value: unknown): Buffer {
	if (value === null) {
		return Buffer.from('$-1\r\n');
	}
	if (typeof value === 'number') {
		return Buffer.from(`:${value}\r\n`);
	}
	if (typeof value === 'string') {
		const bytes = Buffer.from(value);
		return Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')]);
	}
	const items = value as readonly unknown[];
	return Buffer.concat([Buffer.from(`*${items.length}\r\n`), ...items.map(encode)]);
}

function readable(reply: Reply | undefined): unknown {
	return Buffer.isBuffer(reply) ? reply.toString() : Array.isArray(reply) ? reply.map(readable) : reply;
}

const { value } = fc.letrec(tie => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.string(),
		fc.integer(),
		fc.constant(null),
		fc.array(tie('value'), { maxLength: 5 }),
	),
}));

describe('replies of Redis', () => {
	test('are read whole from pieces of any size', () => {
		fc.assert(
			fc.property(value, fc.integer({ min: 1, max: 9 }), (expected, size) => {
				const bytes = encode(expected);
				const reader = new ReplyReader(1_000_000);
				let reply: Reply | undefined;
				for (let at = 0; at < bytes.length; at += size) {
					expect(reply).toBe(undefined);
					reply = reader.push(bytes.subarray(at, at + size));
				}
				expect(readable(reply)).toEqual(expected);
			}),
		);
	});

	test('that are an error, large numbers and a list of nothing are told apart', () => {
		expect(new ReplyReader(1000).push(Buffer.from('-ERR no\r\n'))).toBeInstanceOf(ReplyError);
		expect(new ReplyReader(1000).push(Buffer.from(':9223372036854775807\r\n'))).toBe(9223372036854775807n);
		expect(new ReplyReader(1000).push(Buffer.from('*-1\r\n'))).toBe(null);
	});

	test('that are too large, too deep or not of the protocol end', () => {
		expect(() => new ReplyReader(1000).push(Buffer.from('$100000\r\n'))).toThrow(ReplyTooLarge);
		expect(() => new ReplyReader(1000).push(Buffer.from('*100000\r\n'))).toThrow(ReplyTooLarge);
		expect(() => new ReplyReader(100).push(Buffer.from(`+${'x'.repeat(200)}`))).toThrow(ReplyTooLarge);
		expect(() => new ReplyReader(10_000).push(Buffer.from('*1\r\n'.repeat(50)))).toThrow(NotRedis);
		expect(() => new ReplyReader(1000).push(Buffer.from('HTTP/1.1 400\r\n'))).toThrow(NotRedis);
		expect(() => new ReplyReader(1000).push(Buffer.from('$12x\r\n'))).toThrow(NotRedis);
	});

	test('a large value that comes in many pieces is read in linear time', () => {
		const bytes = encode('x'.repeat(20_000_000));
		const reader = new ReplyReader(100_000_000);
		let reply: Reply | undefined;
		for (let at = 0; at < bytes.length; at += 1_000) {
			reply = reader.push(bytes.subarray(at, at + 1_000));
		}
		expect(Buffer.isBuffer(reply) && reply.length).toBe(20_000_000);
	});

	test('a command keeps its words apart', () => {
		expect(encodeCommand(['GET', 'a\r\nb']).toString()).toBe('*2\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n');
	});
});
