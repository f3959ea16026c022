import { describe, expect, test } from 'vitest';
import { codeMentions, type TextPlace } from '../../../src/editor/language/code-mentions.ts';

/** Marks the mentions of `x` in a text with their places. */
function mentionsOf(text: string): TextPlace[] {
	return text
		.split('\n')
		.flatMap((content, line) => [...content.matchAll(/\bx\b/g)].map(match => ({ line, character: match.index })));
}

const inCode = (language: string, text: string) =>
	codeMentions(text, mentionsOf(text), language).map(({ line, character }) => `${line}:${character}`);

describe('a mention', () => {
	test.each([
		['c', 'int x; // x\n/* x\n x */ x();\nputs("x"); x;', ['0:4', '2:6', '3:11']],
		['python', 'x = 1 # x\n"""x\nx"""\nf"{x}" + x', ['0:0', '3:3', '3:9']],
		['go', 'x := "x" // x\nx()', ['0:0', '1:0']],
		['rust', "fn f<'a>(x: &'a str) { x } // x", ['0:9', '0:23']],
		['lua', 'local x = 1 -- x', ['0:6']],
		['shellscript', 'x # x\necho "$x" \'x\'', ['0:0', '1:7']],
	])('in %s counts where it is code, or text with code in it', (language, text, expected) => {
		expect(inCode(language, text)).toEqual(expected);
	});

	test('in a language that is not known here counts wherever it stands', () => {
		expect(inCode('brainfuck', '# x // x "x"')).toEqual(['0:2', '0:7', '0:10']);
	});

	test('counts behind an apostrophe, and behind what only looks like the start of a comment', () => {
		expect(inCode('c', "#error don't x\nglob = a/*; x")).toEqual(['0:13', '1:12']);
	});
});

test('reading the worst text takes a linear pass', () => {
	const time = (text: string) => {
		const start = process.cpuUsage();
		codeMentions(text, [{ line: 0, character: 0 }], 'c');
		return process.cpuUsage(start).user;
	};
	for (const piece of ['/*', "'\\", '"\\\'', "'", '//\n']) {
		time(piece.repeat(1000));
		const small = Math.min(time(piece.repeat(50_000)), time(piece.repeat(50_000))) + 5000;
		expect(time(piece.repeat(400_000)), piece).toBeLessThan(small * 40);
	}
});
