import { describe, expect, test } from 'vitest';
import { growthOf, repeated } from '../../../../../tests/support/growth.ts';
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
		['shellscript', 'if [ $# -eq 0 ]; then x; fi # x', ['0:22']],
		['csharp', 'Open(@"C:\\", x("x")); // x\nx("x")', ['0:13', '0:16', '0:25', '1:0']],
		['cpp', 'f(R"(a\\)", x); x', ['0:11', '0:15']],
		['go', 'f(`http://y/` + x) // x\nx', ['0:16', '0:22', '1:0']],
		['typescript', 'f("http://x", x); `a${y(`b`) + x}`', ['0:14', '0:31']],
		['kotlin', 'f("""C:\\""", x)', ['0:13']],
		['perl', 'if ($#a) { x } s#x#y#', ['0:11', '0:17']],
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

test.each(['/*', "'\\", '"\\\'', "'", '//\n'])('reading %j again and again takes a linear pass', async piece => {
	const read = (text: string) => codeMentions(text, [{ line: 0, character: 0 }], 'c');
	expect(await growthOf(repeated(piece), read)).toEqual({ superLinearAt: undefined });
});
