import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, dataOf, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';
import { writeFileIn } from '../support/write-file-in.ts';

const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

/** Asks again while the answer says that the language server is not ready; one that claims to be fresh must be right. */
const answerOf = (tool: string, input: Record<string, unknown>) =>
	eventually(async () => {
		const result = await call(client, tool, input);
		const { data } = result.structuredContent as { data?: { freshness?: string } };
		expect(data?.freshness).not.toBe('not_ready');
		return result;
	});

const readyText = async (tool: string, input: Record<string, unknown>) => textOf(await answerOf(tool, input));
const readyData = async (tool: string, input: Record<string, unknown>) => dataOf(await answerOf(tool, input));

describe('code_completions', () => {
	test('gives the members of an object with their types, once the project is loaded', async () => {
		open().write(
			'src/complete.ts',
			"import { Cart } from './cart.js';\nconst cart = new Cart();\ncart.;\nconst t = cart.to;\n",
		);
		const { items, total } = await readyData('code_completions', { path: 'src/complete.ts', line: 3, after: 'cart.' });
		expect(total).toBe(2);
		expect(items).toMatchObject([
			{ name: 'add', kind: 'method', detail: expect.stringContaining('(item: Item): void') as unknown },
			{ name: 'total', kind: 'method', detail: expect.stringContaining('number') as unknown },
		]);
		// What is typed already narrows it, and so does a query.
		const typed = await readyData('code_completions', { path: 'src/complete.ts', line: 4, after: 'cart.to' });
		expect(typed['items']).toMatchObject([{ name: 'total' }]);
		const asked = { path: 'src/complete.ts', line: 3, column: 6, query: 'AD' };
		expect((await readyData('code_completions', asked))['items']).toMatchObject([{ name: 'add' }]);
	});

	test('sees an edit that nobody saved, and says where it cannot complete', async () => {
		await open().window.evaluate(
			`const document = await vscode.workspace.openTextDocument(vscode.Uri.file(args.path));
			const edit = new vscode.WorkspaceEdit();
			edit.insert(document.uri, new vscode.Position(12, 0), '\\tunsavedMember = 1;\\n');
			await vscode.workspace.applyEdit(edit);`,
			{ path: `${open().folder}/src/cart.ts` },
		);
		const place = { path: 'src/complete.ts', line: 3, after: 'cart.' };
		const { items } = await readyData('code_completions', place);
		expect(items).toContainEqual(expect.objectContaining({ name: 'unsavedMember' }));
		await open().window.evaluate(
			`await vscode.window.showTextDocument(vscode.Uri.file(args.path));
			await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');`,
			{ path: `${open().folder}/src/cart.ts` },
		);
		const wrong = textOf(await call(client, 'code_completions', { ...place, after: 'nowhere' }));
		expect(wrong).toMatch(/^\[E_INVALID_PARAMS\] The text "nowhere" is not in line 3 [^]*cart\./);
	});
});

describe('symbol_search', () => {
	test('finds by name, exact names first, with the place of the name and its line', async () => {
		open().write('src/totals.ts', 'export function totalOf(): number {\n\treturn 1;\n}\nexport const subTotal = 2;\n');
		const { symbols } = await readyData('symbol_search', { query: 'total' });
		expect(symbols).toMatchObject([
			{ name: 'total', kind: 'method', container: 'Cart', path: 'src/cart.ts', line: 18, column: 2 },
			{
				name: 'totalOf',
				kind: 'function',
				path: 'src/totals.ts',
				line: 1,
				column: 17,
				text: expect.any(String) as string,
			},
			{ name: 'subTotal', path: 'src/totals.ts', line: 4, column: 14, text: 'export const subTotal = 2;' },
		]);
	});

	test('finds only the kinds that are asked for', async () => {
		const { total, symbols } = await readyData('symbol_search', { query: 'Cart', kinds: ['class'] });
		expect({ total, symbols }).toMatchObject({ total: 1, symbols: [{ name: 'Cart', kind: 'class' }] });
	});

	test('no symbol is an answer', async () => {
		expect(await readyData('symbol_search', { query: 'zzUnheardOf' })).toMatchObject({ freshness: 'fresh', total: 0 });
	});

	test('a symbol that was written a moment ago is found, also outside of every project', async () => {
		open().write('elsewhere/fresh.ts', 'export class BrandNew {}\n');
		expect(await readyData('symbol_search', { query: 'BrandNew' })).toMatchObject({
			freshness: 'fresh',
			symbols: [{ name: 'BrandNew', path: 'elsewhere/fresh.ts', line: 1, column: 14 }],
		});
	});

	test('finds headings of Markdown files', async () => {
		open().write('docs/guide.md', '# Mooring a boat\n\n## Knots\n');
		const { symbols } = await readyData('symbol_search', { query: 'Mooring' });
		expect(symbols).toMatchObject([{ name: '# Mooring a boat', path: 'docs/guide.md', line: 1 }]);
	});
});

describe('a cold window', () => {
	test('symbol_search loads first every project that may declare what is looked for', async () => {
		const folder = workbench().makeFolder('monorepo');
		for (const name of ['one', 'two', 'three']) {
			writeFileIn(folder, `${name}/tsconfig.json`, '{ "include": ["src"], "compilerOptions": { "types": [] } }\n');
			writeFileIn(folder, `${name}/src/a.ts`, `export const plain = 1;\n`);
			writeFileIn(folder, `${name}/src/b.ts`, `export class Widget_${name} {}\n`);
		}
		const { window, entry } = await workbench().open(folder);
		const cold = await connectHttp(entry);
		const { structuredContent } = await call(cold, 'symbol_search', { query: 'WidgetT' });
		expect(structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 2 } });
		await cold.close();
		await window.close();
	});

	test('symbol_calls and symbol_definition are whole', async () => {
		const folder = workbench().copyProject('shop', 'cold-symbols');
		const { window, entry } = await workbench().open(folder);
		const cold = await connectHttp(entry);
		const { structuredContent } = await call(cold, 'symbol_calls', { path: 'src/cart.ts', symbol: 'addTax' });
		expect(structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 2 } });
		await cold.close();
		await window.close();
	});

	test('a workspace that no server knows says so', async () => {
		const folder = workbench().makeFolder('texts');
		writeFileIn(folder, 'a.txt', 'hello\n');
		const { window, entry } = await workbench().open(folder);
		const cold = await connectHttp(entry);
		expect(textOf(await call(cold, 'symbol_search', { query: 'hello' }))).toMatch(/^\[E_NO_LANGUAGE_SERVER\]/);
		await cold.close();
		await window.close();
	});
});

describe('symbol_definition', () => {
	test('a short declaration comes whole, from a file that only uses it', async () => {
		expect(await readyText('symbol_definition', { path: 'src/checkout.ts', symbol: 'addTax' })).toBe(
			[
				'src/cart.ts:7',
				'  export function addTax(net: number, rate = 0.2): number {',
				'  	return net * (1 + rate);',
				'  }',
			].join('\n'),
		);
	});

	test('a definition in a library outside the workspace has its source too', async () => {
		open().write('src/library.ts', 'export const list = [3, 1].toSorted();\nexport const joined = ["a"].join();\n');
		const { places } = await readyData('symbol_definition', { path: 'src/library.ts', symbol: 'join' });
		expect(places).toMatchObject([
			{ path: expect.stringMatching(/^\/.*lib\.es5\.d\.ts$/) as string, text: 'join(separator?: string): string;' },
		]);
	});

	test.each([
		['type', { path: 'src/kinds.ts', symbol: 'ship' }, 'src/kinds.ts:2'],
		['implementation', { path: 'src/kinds.ts', symbol: 'Vessel' }, 'src/kinds.ts:2'],
		['declaration', { path: 'src/kinds.ts', symbol: 'ship' }, 'src/kinds.ts:3'],
	])('finds the %s', async (kind, address, expected) => {
		open().write(
			'src/kinds.ts',
			'export interface Vessel { sail(): void }\nexport class Ship implements Vessel { sail() {} }\nexport const ship = new Ship();\n',
		);
		expect(await readyText('symbol_definition', { ...address, kind })).toContain(expected);
	});

	test('what TypeScript calls a type has no definition of its own: that is an answer', async () => {
		open().write('src/number.ts', 'export const plainNumber = 1;\n');
		expect(
			await readyData('symbol_definition', { path: 'src/number.ts', symbol: 'plainNumber', kind: 'implementation' }),
		).toMatchObject({
			freshness: 'fresh',
		});
	});

	test('an ambiguous name is listed', async () => {
		open().write('src/twice.ts', 'export class A {\n\trun() {}\n}\nexport class B {\n\trun() {}\n}\n');
		const result = await call(client, 'symbol_definition', { path: 'src/twice.ts', symbol: 'run' });
		expect(result.structuredContent).toMatchObject({
			error: {
				code: 'E_AMBIGUOUS_SYMBOL',
				details: {
					candidates: [
						{ name: 'A.run', line: 2 },
						{ name: 'B.run', line: 5 },
					],
				},
			},
		});
		expect(await readyText('symbol_definition', { path: 'src/twice.ts', symbol: 'run', line: 5 })).toContain(
			'src/twice.ts:5\n',
		);
	});
});

describe('symbol_hover', () => {
	test('gives type and documentation, without what only an editor can use', async () => {
		open().write(
			'src/documented.ts',
			'/**\n * Adds. See {@link other}.\n * @param a the first\n */\nexport function add(a: number, b = 2) {\n\treturn a + b;\n}\nexport const other = 1;\n',
		);
		const { text } = await readyData('symbol_hover', { path: 'src/documented.ts', symbol: 'add' });
		expect(text).toContain('function add(a: number, b?: number): number');
		expect(text).toContain('Adds. See other.');
		expect(text).toMatch(/@param.*a.*the first/);
		expect(text).not.toMatch(/command:|file:|<\w/);
	});

	test.each([
		['CSS', 'hover/a.css', '.a { color: red; }\n', 1, 7, /color|Sets the color/i],
		['HTML', 'hover/a.html', '<!doctype html>\n<title>a</title>\n', 2, 3, /title/i],
		['JSON', 'hover/a.json', '{\n  "$schema": "./schema.json",\n  "depth": 1\n}\n', 3, 4, /How deep the water is/],
		['JavaScript', 'hover/a.js', 'export const size = [1].length;\n', 1, 14, /const size: number/],
	])('%s has a hover', async (_language, path, text, line, column, expected) => {
		open().write('hover/schema.json', '{ "properties": { "depth": { "description": "How deep the water is" } } }\n');
		open().write(path, text);
		expect(await readyText('symbol_hover', { path, line, column })).toMatch(expected);
	});
});

describe('symbol_calls', () => {
	beforeAll(() => {
		open().write(
			'src/calls.ts',
			[
				'export function low(): number { return 1; }',
				'export function middle(): number {',
				'\tlow();',
				'\treturn low();',
				'}',
				'export function high(): number {',
				'\treturn middle() + (Math.random() > 1 ? high() : 0);',
				'}',
				'',
			].join('\n'),
		);
	});

	test('gives callers with their lines, and callers of callers', async () => {
		expect(await readyText('symbol_calls', { path: 'src/calls.ts', symbol: 'low', depth: 3 })).toBe(
			[
				'low: 3 callers',
				'src/calls.ts:2 middle',
				'  3: low();',
				'  4: return low();',
				'  src/calls.ts:6 high',
				'    7: return middle() + (Math.random() > 1 ? high() : 0);',
				'    src/calls.ts:6 high (see above)',
				'      7: return middle() + (Math.random() > 1 ? high() : 0);',
			].join('\n'),
		);
	});

	test('gives what a function calls', async () => {
		const { calls } = await readyData('symbol_calls', { path: 'src/calls.ts', symbol: 'high', direction: 'outgoing' });
		expect(calls).toMatchObject([
			{ name: 'random', path: expect.stringMatching(/lib\.es5\.d\.ts$/) as string },
			{ name: 'middle', sites: [{ path: 'src/calls.ts', line: 7 }] },
			{ name: 'high', repeated: true },
		]);
	});

	test('a caller outside of the project counts', async () => {
		open().write(
			'outside/caller.ts',
			'import { lonely } from "../src/lonely.js";\nexport function out() { lonely(); }\n',
		);
		open().write('src/lonely.ts', 'export function lonely(): void {}\n');
		const data = await readyData('symbol_calls', { path: 'src/lonely.ts', symbol: 'lonely' });
		expect(data).toMatchObject({ total: 1, calls: [{ name: 'out', path: 'outside/caller.ts' }] });
	});

	test('what cannot be called is no function', async () => {
		expect(await readyText('symbol_calls', { path: 'src/cart.ts', symbol: 'Item' })).toMatch(/^\[E_SYMBOL_NOT_FOUND\]/);
	});
});

describe('symbol_types', () => {
	beforeAll(() => {
		open().write(
			'src/types/base.ts',
			'export interface Named<T> { name: T }\nexport class Base<T = string> implements Named<T> {\n\tname!: T;\n}\n',
		);
		open().write(
			'src/types/derived.ts',
			[
				'import { Base as Root, type Named } from "./base.js";',
				'/** class Comment extends Root */',
				'export class Derived<T extends Root> extends Root<Named<T>> {}',
				'export interface Wider extends Named<string> { more: string }',
				'export const Expression = class extends Derived<Root> {};',
				'export function make(): Root { return new Root(); }',
				'',
			].join('\n'),
		);
	});

	test('gives subtypes, direct and further down', async () => {
		expect(await readyText('symbol_types', { path: 'src/types/base.ts', symbol: 'Named', depth: 3 })).toBe(
			[
				'Named: 4 subtypes',
				'src/types/base.ts:2 export class Base<T = string> implements Named<T> {',
				'  src/types/derived.ts:3 export class Derived<T extends Root> extends Root<Named<T>> {}',
				'    src/types/derived.ts:5 (anonymous class): export const Expression = class extends Derived<Root> {};',
				'src/types/derived.ts:4 export interface Wider extends Named<string> { more: string }',
			].join('\n'),
		);
	});

	test('gives supertypes, through an import with another name', async () => {
		const { types } = await readyData('symbol_types', {
			path: 'src/types/derived.ts',
			symbol: 'Derived',
			direction: 'supertypes',
			depth: 2,
		});
		expect(types).toMatchObject([
			{ name: 'Base', kind: 'class', level: 1, path: 'src/types/base.ts', line: 2 },
			{ name: 'Named', kind: 'interface', level: 2, path: 'src/types/base.ts', line: 1 },
		]);
	});

	test('a function is no type', async () => {
		expect(await readyText('symbol_types', { path: 'src/types/derived.ts', symbol: 'make' })).toMatch(
			/^\[E_SYMBOL_NOT_FOUND\]/,
		);
	});
});

describe('other languages', () => {
	test('CSS has the definition of a variable, and its references', async () => {
		open().write('styles/a.css', ':root {\n  --deep: 1px;\n}\n.a { width: var(--deep); }\n');
		const address = { path: 'styles/a.css', line: 4, column: 20 };
		expect(await readyText('symbol_definition', address)).toContain('styles/a.css:2\n');
		expect(await readyData('symbol_references', address)).toMatchObject({ total: 2 });
	});

	test('Markdown has the definition of a link', async () => {
		open().write('docs/links.md', '# Harbour\n\nSee [there](#harbour).\n');
		expect(await readyText('symbol_definition', { path: 'docs/links.md', line: 3, column: 15 })).toContain(
			'docs/links.md:1',
		);
	});

	test('JavaScript has a definition in another file', async () => {
		open().write('script/a.js', 'export function tide() {}\n');
		open().write('script/b.js', 'import { tide } from "./a.js";\ntide();\n');
		expect(await readyText('symbol_definition', { path: 'script/b.js', symbol: 'tide' })).toContain('script/a.js:1\n');
	});

	test.each([
		['symbol_definition', { path: 'none/a.json', line: 1, column: 4 }],
		['symbol_calls', { path: 'none/a.css', line: 1, column: 2 }],
		['symbol_types', { path: 'none/a.css', line: 1, column: 2 }],
		['symbol_definition', { path: 'none/a.css', line: 1, column: 2, kind: 'implementation' }],
		['symbol_hover', { path: 'none/a.txt', line: 1, column: 1 }],
		['symbol_calls', { path: 'none/a.txt', line: 1, column: 1 }],
		['symbol_types', { path: 'none/a.txt', line: 1, column: 1 }],
	])('%s %j: nobody answers, which is not "none"', async (tool, input) => {
		open().write('none/a.json', '{ "a": 1 }\n');
		open().write('none/a.css', '.a { color: red; }\n');
		open().write('none/a.txt', 'hello\n');
		expect(await readyText(tool, input)).toMatch(/^\[E_NO_LANGUAGE_SERVER\]/);
	});
});
