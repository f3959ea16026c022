import { LineSplitter } from '@hawser/node/lines.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpResponseParser, MalformedResponse } from '../src/http-response-parser.ts';

interface Parsed {
	status: number;
	headers: Record<string, string>;
	body: string;
	ends: boolean[];
}

function parse(pieces: readonly Buffer[], close = false): Parsed {
	const parsed: Parsed = { status: 0, headers: {}, body: '', ends: [] };
	const body: Buffer[] = [];
	const parser = new HttpResponseParser({
		head(status, headers) {
			parsed.status = status;
			parsed.headers = Object.fromEntries(headers);
		},
		body: bytes => void body.push(Buffer.from(bytes)),
		end: reusable => void parsed.ends.push(reusable),
	});
	for (const piece of pieces) {
		parser.push(piece);
	}
	if (close) {
		parser.close();
	}
	parsed.body = Buffer.concat(body).toString('utf8');
	return parsed;
}

const parseText = (text: string, close = false) => parse([Buffer.from(text)], close);

describe('a response', () => {
	test('is read by its length', () => {
		expect(parseText('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A:  b \r\n\r\nhello')).toEqual({
			status: 200,
			headers: { 'content-length': '5', 'x-a': 'b' },
			body: 'hello',
			ends: [true],
		});
	});

	test('is read in chunks, with extensions and trailers', () => {
		const text =
			'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\nA\r\n, world!!!\r\n0\r\nT: 1\r\n\r\n';
		expect(parseText(text)).toMatchObject({ body: 'hello, world!!!', ends: [true] });
	});

	test('may end with the connection', () => {
		expect(parseText('HTTP/1.0 200 OK\r\n\r\nhello', true)).toMatchObject({ body: 'hello', ends: [false] });
		expect(parseText('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello', true).ends).toEqual([]);
	});

	test('is read without a body, after an interim one, and on a connection that closes', () => {
		expect(parseText('HTTP/1.1 204 No Content\r\n\r\n').ends).toEqual([true]);
		expect(parseText('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n').ends).toEqual([true]);
		expect(parseText('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Yes\r\ncontent-length: 0\r\n\r\n').status).toBe(201);
		expect(parseText('HTTP/1.1 200 OK\r\nconnection: Close\r\ncontent-length: 1\r\n\r\nx').ends).toEqual([false]);
	});

	test('is the same however it is cut into pieces', () => {
		const body = 'grüße 😀 aus dem Fenster';
		const bytes = Buffer.from(body);
		const chunk = `${bytes.length.toString(16)}\r\n${body}\r\n`;
		const whole = Buffer.from(
			`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nhawser-window: w\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
		);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: whole.length })), cuts => {
				const edges = [0, ...cuts.sort((left, right) => left - right), whole.length];
				const pieces = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
				expect(parse(pieces)).toMatchObject({ status: 200, body: body + body, ends: [true] });
			}),
		);
	});

	test.each([
		'SSH-2.0-OpenSSH_9\r\n\r\n',
		'HTTP/2 200\r\n\r\n',
		'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
		'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n',
		'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
		'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n',
		'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
		'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n',
		'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab',
		`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`,
	])('%j is malformed', text => {
		expect(() => parseText(text)).toThrow(MalformedResponse);
	});

	test('ends or throws for any bytes, and never hangs', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
				try {
					parse([Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'), Buffer.from(bytes)]);
				} catch (cause) {
					expect(cause).toBeInstanceOf(MalformedResponse);
				}
			}),
		);
	});
});

describe('lines', () => {
	test('are the same however they arrive', () => {
		const whole = Buffer.from('eins ü\n\nzwei 😀\r\nlast');
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: whole.length })), cuts => {
				const lines: string[] = [];
				const splitter = new LineSplitter(line => lines.push(line));
				const edges = [0, ...cuts.sort((left, right) => left - right), whole.length];
				for (const [index, edge] of edges.slice(1).entries()) {
					splitter.push(whole.subarray(edges[index], edge));
				}
				splitter.end();
				expect(lines).toEqual(['eins ü', '', 'zwei 😀', 'last']);
			}),
		);
	});

	test('have a limit', () => {
		const splitter = new LineSplitter(() => undefined, 10);
		splitter.push(Buffer.from('12345'));
		expect(() => splitter.push(Buffer.from('678901'))).toThrow(RangeError);
	});
});
