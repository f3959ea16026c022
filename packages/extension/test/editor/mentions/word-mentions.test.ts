import { expect, test } from 'vitest';
import { isCut, placesIn } from '../../../src/editor/mentions/word-mentions.ts';

const columns = (text: string, word: string) => placesIn(text, word).map(({ character }) => character);

test('a name in a text that is not on disk is found as ripgrep finds it on disk: with a dollar before it too', () => {
	expect(columns('Basket::$total = "${total} $total"; subtotal; total2', 'total')).toEqual([9, 20, 28]);
});

test('a file with more mentions than are looked at is known as one', () => {
	const lines = (count: number) => Array.from({ length: count }, (_, line) => ({ line, character: 0 }));
	expect(isCut(lines(199))).toBe(false);
	expect(isCut(lines(200))).toBe(true);
	expect(isCut(Array.from({ length: 1000 }, (_, character) => ({ line: 0, character })))).toBe(true);
});
