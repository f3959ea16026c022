import { describe, expect, test } from 'vitest';
import { plainMarkdown } from '../../../src/tools/symbol/plain-markdown.ts';
import { symbolHover } from '../../../src/tools/symbol/symbol-hover.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { FakeSymbols, symbol } from '../../fakes/fake-symbols.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

function ask(sections: readonly string[]) {
	const symbols = new FakeSymbols();
	symbols.outlines['a.ts'] = [symbol('a', 'function', 1, 1)];
	symbols.hoversAt['a.ts:1:5'] = sections;
	return runTool(
		symbolHover,
		{ path: 'a.ts', symbol: 'a' },
		{ symbols, documents: new FakeDocuments({ 'a.ts': 'a' }) },
	);
}

test('what several providers say comes together, each thing once', async () => {
	expect((await ask(['```ts\nlet a\n```', 'Documented.', 'Documented.'])).text).toBe(
		'```ts\nlet a\n```\n\nDocumented.',
	);
});

test('an empty hover is an answer, not an error', async () => {
	expect((await ask([])).text).toBe('Nothing is known about a.');
});

test('a very long one is cut to the budget, and that is said', async () => {
	const reply = ask([`"line"\n`.repeat(10_000)]);
	const data = await dataOf(reply);
	expect(data).toMatchObject({ truncated: true });
	expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000);
	expect((await reply).text).toContain('left out');
});

describe('Markdown', () => {
	test.each([
		['command links', '[Run](command:x?%5B1%5D) it', 'Run it'],
		['links of JSDoc', 'See {@link other} and {@linkcode Some.thing | the thing}.', 'See other and the thing.'],
		['links into files', 'See [other](file:///a/b.ts#L3).', 'See other.'],
		['links to the web stay', '[MDN](https://example.org/a)', '[MDN](https://example.org/a)'],
		['HTML', '<b>Bold</b><br>text <!-- hidden -->', 'Boldtext'],
		['generic types are no HTML', 'A Promise<Item> or a < b', 'A Promise<Item> or a < b'],
		['pictures', '![logo](data:image/png;base64,AAAA)', 'logo'],
		['escapes and entities', 'a\\_b&nbsp;&lt;c&gt;', 'a_b <c>'],
		['code is left alone', '```html\n<b>&lt;</b>\n```\n<i>x</i>', '```html\n<b>&lt;</b>\n```\nx'],
		['rules and empty lines', 'a\n\n---\n\n\n\nb', 'a\n\nb'],
	])('%s', (_what, markdown, expected) => {
		expect(plainMarkdown(markdown)).toBe(expected);
	});
});
