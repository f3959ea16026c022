import { describe, expect, test } from 'vitest';
import { growthOf, repeated } from '../../../../../tests/support/growth.ts';
import { codeMentions, type TextPlace } from '../../../src/editor/mentions/code-mentions.ts';

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
		['csharp', 'Open(@"C:\\", x("x")); // x\nx("x")', ['0:13', '1:0']],
		['cpp', 'f(R"(a\\)", x); x', ['0:11', '0:15']],
		['go', 'f(`http://y/` + x) // x\nx', ['0:16', '1:0']],
		['typescript', 'f("http://x", x); `a${y(`b`) + x}`', ['0:14', '0:31']],
		['kotlin', 'f("""C:\\""", x)', ['0:13']],
		['perl', 'if ($#a) { x } s#x#y#', ['0:11', '0:17']],
		['go', 'const g = `\nsrc/*\n` + x\n/* x */ x', ['2:4', '3:8']],
		['go', 's := `a "b\nc" ` + x + "x"', ['1:7']],
		['typescript', 'const g = `\nsrc/*\n${x}`; x();\n/* x */ x', ['2:2', '2:7', '3:8']],
		['typescript', '`${a ? `x` : { b: x }}`; // x\nx', ['0:8', '0:18', '1:0']],
		['typescript', 's.replace(/"/g, x).replace(/[/"]/, "x")', ['0:16']],
		['typescript', 'a / x / "b" / x', ['0:4', '0:14']],
		['typescript', "a['x'] = { 'x': 1 }; f('x')", ['0:3', '0:12']],
		['typescriptreact', "<p>It's</p><x/><p>isn't src/*</p>;\nx /* x */", ['0:12', '1:0']],
		['javascript', '/** @type {x}\n * x */\n/* @x */ x', ['0:11', '1:3', '2:9']],
		['java', 's = """\n*/*\n""" + x; /* x */ x', ['2:6', '2:17']],
		['java', 'accept("*/*", x); // x\n/* x */ x', ['0:14', '1:8']],
		['cpp', "f(1'000, x, 2'000, 'x', u8'x')", ['0:9']],
		['cpp', 'auto s = R"json({\n"a": "/*"})json"; x /* x */', ['1:18']],
		['rust', "m!('\"' | x | '\"')", ['0:9']],
		['rust', 'let s = r#"a "x"\n/* "#; x /* x /* x */ x */ x', ['1:7', '1:27']],
		['rust', 'println!("{x}"); println!("x")', ['0:11']],
		['swift', 'print("\\(x) x"); print("x")', ['0:9', '0:12']],
		['csharp', 'f(@"a ""x"" \\", x, $"{x}", """\n" x\n""", x)', ['0:16', '0:22', '2:5']],
		['kotlin', 'f("""a\n// "x" /*\n""", x, "$x", "x") /* x */', ['2:5', '2:10']],
		['python', 'def f(a: "x", b: "y.x", *, c="x") -> "List[x]": x = {"x": "X"}', ['0:20', '0:43', '0:48']],
		['python', '"""A \\""" {x}"""\nx', ['1:0']],
		['python', '__all__ = ["x"]', ['0:12']],
		['python', '"""x\nx', ['0:3', '1:0']],
		['ruby', 'a =~ /#/ && x # x\n"#{x}"', ['0:12', '0:16', '1:3']],
		['shellscript', 'a="`x`" b="x"', ['0:4']],
		['lua', "--[[ x\nx ]] x('x', [[ -- x ]], x)", ['1:5', '1:24']],
		['haskell', "f '\"' x -- x\n{- x {- x -} x -} x", ['0:6', '1:18']],
		['shellscript', 'x # x\necho "$x" \'x\'', ['0:0', '1:7']],
		['csharp', 's.Replace(@"""", "y");\nx();\ns.Replace(@"""", "y"); // x', ['1:0']],
		['csharp', '$"{Join(", ", x)}" + "x" + x', ['0:14', '0:27']],
		['csharp', '/// <see cref="x"/>\n/// x', ['0:15']],
		['swift', '"\\(f("%.2f", x))" + "x" + x', ['0:13', '0:26']],
		['swift', 'f(#"\\"#, x, "x")', ['0:9']],
		['kotlin', '"${l.join(", ") { x(it) }}"; "x"; x', ['0:18', '0:34']],
		['kotlin', 'fun `doesn\'t`() = check(x, "x")', ['0:24']],
		['scala', 'f("""say "hi"""", x, "x")', ['0:18']],
		['python', 'f"{", ".join(x)}" + "x"; x', ['0:13', '0:25']],
		['python', '# type: list[x]\n# x', ['0:13']],
		['dart', "f(r'\\', x('x'))", ['0:8']],
		['dart', '/// [x]\n/// x', ['0:5']],
		['shellscript', 'a="$(cat "$f" | x "$y")" b="x"', ['0:16']],
		['shellscript', "echo 'it'\\''s' | x 'x'", ['0:17']],
		['shellscript', "tr '\\' / | x 'x'", ['0:11']],
		['shellscript', 'echo "a\nb" && x "x"', ['1:6']],
		['rust', 'f("a\n b", x, "x")', ['1:5']],
		['haskell', 'c =? "X" --> x -- x', ['0:13']],
		['julia', 'f(x #= x =#, x) # x', ['0:2', '0:13']],
		['typescriptreact', 'r(<A b={c} />, { d: "/e", x, f: "x" })', ['0:26']],
		['typescriptreact', '<p>see // {x}</p>', ['0:11']],
		['typescriptreact', '<i>/*</i>; x /* x */', ['0:11']],
		['typescript', "i++ / f('a / b', x, 'x')", ['0:17']],
		['javascript', 'f("a \\\r\nb", x, "x")', ['1:4']],
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

test.each([
	...['/*', "'\\", '"\\\'', "'", '//\n', "1'"].map(piece => ['cpp', piece]),
	...['R"a(', 'R"'].map(piece => ['cpp', piece]),
	...['`', '`${', '= /', '= /[', '/ ', '{'].map(piece => ['typescript', piece]),
	...['r#"', '#', "'", '/*', '/**/', "'\\u{"].map(piece => ['rust', piece]),
	...['"""', '\\"""', "f'", '["'].map(piece => ['python', piece]),
	...['@"', '""', '@""'].map(piece => ['csharp', piece]),
])('in %s reading %j again and again takes a linear pass', async (language = '', piece = '') => {
	const read = (text: string) => codeMentions(text, [{ line: 0, character: 0 }], language);
	expect(await growthOf(repeated(piece), read)).toEqual({ superLinearAt: undefined });
});
