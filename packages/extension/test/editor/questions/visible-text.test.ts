import { expect, test } from 'vitest';
import { growthOf, repeated } from '../../../../../tests/support/growth.ts';
import { sizeOf, visibleText } from '../../../src/editor/questions/visible-text.ts';

test.each([
	['right to left', 'a\u202Eb', 'a\\u{202E}b'],
	['isolates', 'a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
	['zero width', 'a\u200Bb\u200Dc\uFEFF', 'a\\u{200B}b\\u{200D}c\\u{FEFF}'],
	['tags', 'a\u{E0041}', 'a\\u{E0041}'],
	['variation selectors', 'a\uFE0Fb\u{E0100}', 'a\\u{FE0F}b\\u{E0100}'],
	['controls', 'a\u0007\u001B[2Jb\u0085', 'a\\u{7}\\u{1B}[2Jb\\u{85}'],
	['other ends of lines', 'a\u2028b\u2029c\rd', 'a\\u{2028}b\\u{2029}c\\u{D}d'],
	['fillers', 'a\u3164b\u115Fc\u2800d', 'a\\u{3164}b\\u{115F}c\\u{2800}d'],
	['half of a pair', 'a\uD800b', 'a\\u{D800}b'],
	['private letters', 'a\uE000b', 'a\\u{E000}b'],
])('%s can be seen', (_, text, shown) => {
	expect(visibleText(text)).toBe(shown);
});

test('ordinary text stays as it is', () => {
	const text = 'select *\r\n\tfrom "Köln" -- 東京 [a](command:b)\n\n\nwhere 1';
	expect(visibleText(text)).toBe(text.replace('\r\n', '\n'));
});

test('blank lines and spaces cannot push a text out of sight', () => {
	expect(visibleText(`a${'\n'.repeat(300)}b${' '.repeat(500)}c`)).toBe('a\n⟨299 blank lines⟩\nb ⟨500 blanks⟩ c');
	expect(visibleText(`a\n${' \t \n'.repeat(50)}b`)).toBe('a\n⟨50 blank lines⟩\nb');
});

test.each([
	['a', '1 character'],
	['', '0 characters'],
	['a\nb', '2 lines, 3 characters'],
])('the size of %j is shown as %s', (text, size) => {
	expect(sizeOf(text)).toBe(size);
});

test.each([' ', '\n', ' \n', '\n '.repeat(4) + 'x', '\u200B', '[', `${' '.repeat(59)}x`])(
	'twice as much of %j takes twice the time',
	async worst => {
		expect(await growthOf(repeated(worst), visibleText)).toEqual({ superLinearAt: undefined });
	},
);
