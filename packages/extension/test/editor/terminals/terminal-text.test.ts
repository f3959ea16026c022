import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TerminalText } from '../../../src/editor/terminals/terminal-text.ts';

function shown(...chunks: string[]): string {
	const text = new TerminalText();
	for (const chunk of chunks) {
		text.push(chunk);
	}
	return text.text;
}

const ESC = '\u001b';

describe('the text that a user reads in a terminal', () => {
	test.each([
		['plain text', 'a\nb\n', 'a\nb\n'],
		['a last line without line break', 'a\nb', 'a\nb'],
		['lines of a terminal', 'a\r\nb\r\n', 'a\nb\n'],
		['text without colours', `${ESC}[31mred${ESC}[0m ${ESC}[38;5;1mx${ESC}[m`, 'red x'],
		['the last state of a progress bar', '10 %\r50 %\r100 %\n', '100 %\n'],
		['what a shorter text leaves of a longer one', 'abcdef\rXY', 'XYcdef'],
		['nothing of what was erased', `abcdef\rXY${ESC}[K`, 'XY'],
		['nothing of an erased line', `abcdef${ESC}[2K\rXY`, 'XY'],
		['blanks where the start was erased', `abc${ESC}[1K\r`, '   '],
		['text over backspaces', 'abx\b\bc', 'acx'],
		['text at a column', `abc${ESC}[6Gd${ESC}[1GX`, 'Xbc  d'],
		['text after moves', `abc${ESC}[2DX${ESC}[1C!`, 'aXc!'],
		['lines that were drawn again', `a 1\nb 1\n${ESC}[2Aa 2\nb 2\n`, 'a 2\nb 2\n'],
		['lines that replace all below', `a\nb\nc\n${ESC}[3A${ESC}[Jd\n`, 'd\n'],
		['earlier text after a clear', `before\n${ESC}[2J${ESC}[Hafter\n`, 'before\nafter\n'],
		['no titles', `${ESC}]0;my title\u0007text${ESC}]2;other${ESC}\\!`, 'text!'],
		['no marks of shell integration', `${ESC}]633;C\u0007out${ESC}]133;D;0\u0007`, 'out'],
		['links as their text', `${ESC}]8;;https://example.org\u0007here${ESC}]8;;\u0007`, 'here'],
		['nothing of a full-screen program', `a\n${ESC}[?1049h~ vim ~\n${ESC}[?1049lb\n`, 'a\nb\n'],
		['no character sets and modes', `${ESC}(B${ESC}=a${ESC}[?25l${ESC}>b${ESC}[?2004h`, 'ab'],
		['other control characters as they are', 'a\u0000b\u0007c\td', 'a\u0000b\u0007c\td'],
		['text after a broken sequence', `${ESC}[3\nx${ESC}[${ESC}[1my`, '\nxy'],
		['text after a string that never ends', `${ESC}]not a title\nx`, 'not a title\nx'],
		['wide characters that were overwritten in half', '漢字\rx', 'x 字'],
		['a wide character over narrow ones', 'abcd\r漢', '漢cd'],
		['characters with accents', 'e\u0301x\ra', 'ax'],
	])('the text has %s', (_what, written, expected) => {
		expect(shown(written)).toBe(expected);
	});
});

test('marks are reported in the order of the text', () => {
	const told: string[] = [];
	const text = new TerminalText(mark => told.push(`${mark} after ${JSON.stringify(text.text)}`));
	text.push(`a${ESC}]1;x\u0007b\n${ESC}]2;y`);
	text.push(`${ESC}\\c`);
	expect(told).toEqual(['1;x after "a"', '2;y after "ab\\n"']);
	expect(text.text).toBe('ab\nc');
});

const piece = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 8 }),
	fc.constantFrom(
		'\n',
		'\r',
		'\r\n',
		'\b',
		'\t',
		'\u0000',
		ESC,
		`${ESC}[`,
		`${ESC}]`,
		`${ESC}]0;t`,
		'\u0007',
		`${ESC}\\`,
	),
	fc.constantFrom(
		...['31m', 'K', '1K', '2K', '2A', 'B', '3C', '2D', '4G', 'J', '2J', 'H', '?1049h', '?1049l', 'E', 'F'].map(
			code => `${ESC}[${code}`,
		),
	),
	fc.constantFrom('漢', '😀', '👩‍👩‍👧‍👦', 'é', 'e\u0301'),
);
const written = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''));

test('a combining character with nothing before it is kept, wherever the text was cut', () => {
	const text = '\u001b[1K\u001be\u0301 ';
	expect(shown(text)).toBe('\u0301 ');
	expect(shown(text.slice(0, 7), text.slice(7))).toBe('\u0301 ');
});

test('the text is the same wherever it was cut', () => {
	fc.assert(
		fc.property(written, fc.array(fc.nat(400)), (text, cuts) => {
			const borders = [0, ...cuts.map(cut => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
			const chunks = borders.slice(1).map((end, index) => text.slice(borders[index], end));
			expect(shown(...chunks)).toBe(shown(text));
		}),
		{ numRuns: 2000 },
	);
});

test('reading the text in between changes nothing', () => {
	fc.assert(
		fc.property(fc.array(written, { maxLength: 5 }), chunks => {
			const text = new TerminalText();
			for (const chunk of chunks) {
				text.push(chunk);
				expect(text.text).toBeTypeOf('string');
			}
			expect(text.text).toBe(shown(...chunks));
		}),
	);
});

test('text without control characters is left alone, however long', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: 'grapheme' }).map(line => line.replaceAll(/[\p{Cc}]/gu, ''))), lines => {
			expect(shown(...lines.map(line => `${line}\n`))).toBe(lines.map(line => `${line}\n`).join(''));
		}),
	);
	const long = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`).join('');
	expect(shown(long) === long).toBe(true);
});

test('the start of a huge output is dropped and counted', () => {
	const text = new TerminalText();
	const line = `${'x'.repeat(999)}\n`;
	for (let index = 0; index < 20_000; index++) {
		text.push(line);
	}
	expect(text.droppedLines).toBeGreaterThan(3000);
	expect(text.text.split('\n').length - 1 + text.droppedLines).toBe(20_000);
});
