import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeGlob, globMatcher, rootedGlobs, splitGlobs } from '../../src/text/glob.ts';

const matches = (glob: string, path: string) => globMatcher(rootedGlobs(glob))(path);

describe('what agents write', () => {
	test.each([
		['*.ts', ['a.ts', 'src/deep/b.ts'], ['a.tsx', 'src/c.js']],
		['src', ['src/a.ts', 'lib/src/b.ts'], ['src2/a.ts', 'source']],
		['src/', ['src/a.ts'], ['srcs/a.ts']],
		['./src', ['src/a.ts'], ['other/a.ts']],
		['/src', ['src/a.ts'], ['lib/src/b.ts']],
		['src/**', ['src/a.ts', 'src/x/y.ts'], ['lib/src/a.ts']],
		['src/**/*.ts', ['src/a.ts', 'src/x/y/b.ts'], ['src/a.js', 'lib/a.ts']],
		['**/*.test.ts', ['a.test.ts', 'x/y/b.test.ts'], ['a.ts']],
		['src/cart.ts', ['src/cart.ts'], ['lib/src/cart.ts', 'src/cart.tsx']],
		['*.{ts,tsx}', ['a.ts', 'x/b.tsx'], ['c.js']],
		['{src,test}/**/*.ts', ['src/a.ts', 'test/x/b.ts'], ['lib/a.ts']],
		['{a,b{c,d}}.ts', ['a.ts', 'bc.ts', 'bd.ts'], ['b.ts']],
		['packages/*/src', ['packages/core/src/a.ts'], ['packages/core/test/a.ts']],
		['file?.txt', ['file1.txt'], ['file12.txt', 'file/.txt']],
		['[a-c]*.ts', ['b1.ts'], ['d1.ts']],
		['[!a-c]*.ts', ['d1.ts'], ['b1.ts']],
		['**', ['a', 'x/y'], []],
		['.', ['a', 'x/y'], []],
		['a.b+(c)', ['a.b+(c)'], ['aXb+(c)']],
	])('%s', (glob, those, notThese) => {
		expect(those.filter(path => !matches(glob, path))).toEqual([]);
		expect(notThese.filter(path => matches(glob, path))).toEqual([]);
	});

	test.each(['{a,b', '[a', '../x', 'a/../../b', '[z-a].ts', 'a\nb', `{${'{a,b}'.repeat(9)},c}`])(
		'%j is refused',
		glob => {
			expect(() => globMatcher(rootedGlobs(glob))).toThrow(/The glob/);
		},
	);
});

test('commas separate globs, except in braces', () => {
	expect(splitGlobs('src, *.{ts,tsx} ,,a\\,b')).toEqual(['src', '*.{ts,tsx}', 'a\\,b']);
	expect(splitGlobs(undefined)).toEqual([]);
});

test('an escaped path means just that path', () => {
	const segment = fc
		.string({ minLength: 1, maxLength: 8 })
		.filter(text => !/[/\0\n\r]/.test(text) && !/^\.*$/.test(text));
	fc.assert(
		fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), segment, (segments, other) => {
			const path = segments.join('/');
			const means = globMatcher([escapeGlob(path)]);
			expect(means(path)).toBe(true);
			expect(means(`${other}/${path}x`)).toBe(`${other}/${path}x`.startsWith(`${path}/`));
		}),
	);
});
