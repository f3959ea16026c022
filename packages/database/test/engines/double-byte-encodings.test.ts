import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const encodings = require('../../../../scripts/build/double-byte-encodings.cjs') as Record<string, unknown>;
const iconv = require('iconv-lite') as {
	encode(text: string, encoding: string): Buffer;
	decode(bytes: Uint8Array, encoding: string): string;
};

interface Codec {
	decoder: new () => { write(bytes: Uint8Array): string; end(): string };
	encoder: new () => { write(text: string): unknown };
}

/** As iconv-lite looks for a codec: names lead to names, and those to options for a codec. */
function codecOf(name: string): Codec {
	const found = encodings[name];
	if (typeof found === 'string') {
		return codecOf(found);
	}
	const options = found as { type: string };
	return new (encodings[options.type] as new (given: unknown) => Codec)(options);
}

test.each([
	['cp932', 'ﾊﾛｰ 日本語 ①'],
	['sjis', '表示'],
	['eucjp', '日本語'],
	['cp936', '简体中文'],
	['gbk', '繁體中文'],
	['gb18030', '汉字 😀'],
	['cp950', '繁體中文'],
	['big5', '臺灣'],
])('%s is decoded in the bundle as by the library whose tables are left out, also in pieces', (name, text) => {
	const bytes = iconv.encode(text, name);
	expect(bytes.toString('latin1')).not.toContain('?');
	const codec = codecOf(name);
	const decoder = new codec.decoder();
	const pieces = [...bytes].map(byte => decoder.write(Uint8Array.of(byte)));
	expect([...pieces, decoder.end()].join('')).toBe(text);
	expect(() => new codec.encoder().write(text)).toThrow('is not written in');
});

/** The code pages of SQL Server's columns. */
test.each(['cp932', 'cp936', 'cp950'])('every pair of bytes that is a character of %s is the same one', name => {
	const pairs = Array.from({ length: 126 * 191 }, (_, at) =>
		Uint8Array.of(0x81 + Math.floor(at / 191), 0x40 + (at % 191)),
	);
	const different = pairs.filter(pair => {
		const known = iconv.decode(pair, name);
		// Two characters, or none: the second byte belongs to something else.
		return known.length === 1 && known !== '\uFFFD' && new (codecOf(name).decoder)().write(pair) !== known;
	});
	expect(different).toEqual([]);
});

test('Korean is left to the library, because Node knows half of its characters', () => {
	expect(encodings['euckr']).toBe('cp949');
	const { type, table } = encodings['cp949'] as { type: string; table: () => unknown };
	expect(type).toBe('_dbcs');
	expect(table()).toBe(require('iconv-lite/encodings/tables/cp949.json'));
});
