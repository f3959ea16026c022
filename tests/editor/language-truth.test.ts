import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { howOften } from '../support/how-often.ts';
import { call, callForData, callForText, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** Answers hold for the text as it is now: after edits in the editor, on disk and in other files, and in every language VS Code ships. */
const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

interface Problems {
	freshness: string;
	problems: { line: number; message: string; source?: string; code?: string }[];
}

const problemsOf = (path: string) => callForData<Problems>(client, 'diagnostic_list', { path });

const lines = async (path: string) => (await problemsOf(path)).problems.map(({ line }) => line);

describe('TypeScript', () => {
	test('an edit on disk is seen at once, both ways', async () => {
		for (let round = 0; round < 5; round++) {
			open().write('src/flip.ts', 'export const value: string = 1;\n');
			expect(await lines('src/flip.ts')).toEqual([1]);
			open().write('src/flip.ts', 'export const value: string = "1";\n');
			expect(await lines('src/flip.ts')).toEqual([]);
		}
	});

	test('an edit on disk of an imported file that nobody has opened is seen at once', async () => {
		open().write('src/imported.ts', 'export const size: number = 1;\n');
		open().write('src/importer.ts', 'import { size } from "./imported.js";\nexport const label: number = size;\n');
		expect(await lines('src/importer.ts')).toEqual([]);
		open().write('src/imported.ts', 'export const size: string = "1";\n');
		expect(await lines('src/importer.ts')).toEqual([2]);
		open().write('src/imported.ts', 'export const size: number = 2;\n');
		expect(await lines('src/importer.ts')).toEqual([]);
	});

	test('plain scripts that import nothing share their globals: references and renames reach files that nobody opened', async () => {
		const folder = workbench().makeFolder('plain-scripts');
		writeFileIn(folder, 'cart.js', 'function initCart() {\n\treturn 1;\n}\n');
		writeFileIn(folder, 'page.js', 'const first = initCart();\n');
		writeFileIn(folder, 'other.js', 'export const initCart = 2;\n');
		const plain = await workbench().open(folder);
		const agent = await connectHttp(plain.entry);
		const input = { path: 'cart.js', symbol: 'initCart' };
		const { total } = await callForData<{ total: number }>(agent, 'symbol_references', { ...input });
		expect(total).toBe(2);
		await call(agent, 'symbol_rename', { ...input, newName: 'openCart' });
		expect(readFileSync(join(folder, 'page.js'), 'utf8')).toBe('const first = openCart();\n');
		expect(readFileSync(join(folder, 'other.js'), 'utf8')).toBe('export const initCart = 2;\n');
		await agent.close();
		await plain.window.close();
	});

	test('an imported file that comes and goes is seen at once', async () => {
		open().write('src/wants.ts', 'import { late } from "./late.js";\nexport const x: number = late;\n');
		expect(await lines('src/wants.ts')).toEqual([1]);
		open().write('src/late.ts', 'export const late = 1;\n');
		expect(await lines('src/wants.ts')).toEqual([]);
		rmSync(join(open().folder, 'src/late.ts'));
		expect(await lines('src/wants.ts')).toEqual([1]);
	});

	test('what the user typed and did not save counts', async () => {
		open().write('src/typed.ts', 'export const value: string = "1";\n');
		await open().window.evaluate(
			`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file));
			await editor.edit(edit => edit.replace(new vscode.Range(0, 29, 0, 32), '1'));`,
			{ file: join(open().folder, 'src/typed.ts') },
		);
		expect(await lines('src/typed.ts')).toEqual([1]);
		await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
		expect(await lines('src/typed.ts')).toEqual([]);
	});

	test('references follow an edit', async () => {
		open().write('src/many.ts', 'export function many() {}\nmany();\n');
		const total = async () => {
			const { structuredContent } = await call(client, 'symbol_references', { path: 'src/many.ts', symbol: 'many' });
			return (structuredContent as { data: { total: number } }).data.total;
		};
		expect(await total()).toBe(2);
		open().write('src/many-user.ts', 'import { many } from "./many.js";\nmany();\nmany();\n');
		expect(await total()).toBe(5);
	});

	test('files outside of the project are found too when they mention the symbol', async () => {
		open().write('outside/uses.ts', 'import { addTax } from "../src/cart.js";\naddTax(1);\n');
		const { structuredContent } = await call(client, 'symbol_references', { path: 'src/cart.ts', symbol: 'addTax' });
		expect(structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 7, totalFiles: 3 } });
	});

	test('a folder is checked file by file, none of them in a tab', async () => {
		open().write('folder/good.ts', 'export const good: number = 1;\n');
		open().write('folder/bad.ts', 'export const bad: number = "1";\n');
		open().write('folder/broken.json', '{ "a": }\n');
		const { structuredContent } = await call(client, 'diagnostic_list', { path: 'folder' });
		expect(structuredContent).toMatchObject({ data: { freshness: 'fresh', checkedFiles: 3, counts: { error: 2 } } });
	});
});

describe('what appears on disk', () => {
	const ROUNDS = howOften('HAWSER_NEW_FOLDERS', 5);
	/** In milliseconds: while the watcher has not reported yet, while TypeScript gathers, when both are done. */
	const PAUSES = [0, 60, 150, 300, 800];
	const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

	interface Found {
		freshness: string;
		total: number;
	}

	async function references(path: string, symbol: string): Promise<Found> {
		const { structuredContent } = await call(client, 'symbol_references', { path, symbol });
		const { freshness, total } = (structuredContent as { data: Found }).data;
		return { freshness, total };
	}

	/** A declaration and files that use it twice each; what is written before the watcher reaches the folder is never reported. */
	function writeFolder(folder: string, symbol: string, users: number): string {
		const path = `${folder}/declared.ts`;
		open().write(path, `export const ${symbol} = 1;\n`);
		for (let user = 0; user < users; user++) {
			const text = `import { ${symbol} } from './declared.js';\nexport const use${user} = ${symbol};\n`;
			open().write(`${folder}/user${user}.ts`, text);
		}
		return path;
	}

	test('a new folder, flat or deep, with few files or many, is known whole at the first question', async () => {
		const expected: Found[] = [];
		const found: Found[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const users = [1, 3, 20][round % 3] ?? 1;
			const folder = round % 4 === 3 ? `src/appeared${round}/deep/er` : `src/appeared${round}`;
			const path = writeFolder(folder, `appeared${round}`, users);
			await pause(PAUSES[round % PAUSES.length] ?? 0);
			expected.push({ freshness: 'fresh', total: 1 + 2 * users });
			found.push(await references(path, `appeared${round}`));
		}
		expect(found).toEqual(expected);
	});

	test('what changes later in a folder that the watcher may have missed is known too', async () => {
		const path = writeFolder('src/missed/deep/er', 'missed', 2);
		expect(await references(path, 'missed')).toEqual({ freshness: 'fresh', total: 5 });
		await pause(3500);
		open().write(
			'src/missed/deep/er/user0.ts',
			"import { missed } from './declared.js';\nexport const sum = missed + missed;\n",
		);
		open().write('src/missed/deep/er/user2.ts', "export { missed } from './declared.js';\n");
		await pause(3500);
		expect(await references(path, 'missed')).toEqual({ freshness: 'fresh', total: 7 });
	});

	test('a folder that is not watched is read anew', async () => {
		const exclude = (patterns: Record<string, boolean>) =>
			open().window.evaluate(
				"await vscode.workspace.getConfiguration('files').update('watcherExclude', args.patterns, vscode.ConfigurationTarget.Workspace)",
				{ patterns },
			);
		await exclude({ '**/unwatched/**': true });
		const path = writeFolder('src/unwatched', 'unwatched', 3);
		expect(await references(path, 'unwatched')).toEqual({ freshness: 'fresh', total: 7 });
		open().write('src/unwatched/user3.ts', "export { unwatched } from './declared.js';\n");
		await pause(3500);
		expect(await references(path, 'unwatched')).toEqual({ freshness: 'fresh', total: 8 });
		await exclude({});
	});
});

test('what has just appeared in one of two folders is known when the other is asked about', async () => {
	const top = workbench().makeFolder('two');
	writeFileIn(top, 'two.code-workspace', JSON.stringify({ folders: [{ path: 'library' }, { path: 'program' }] }));
	writeFileIn(top, 'library/tsconfig.json', '{}');
	writeFileIn(top, 'library/shared.ts', 'export const shared = 1;\n');
	writeFileIn(top, 'program/tsconfig.json', '{}');
	writeFileIn(top, 'program/first.ts', "import { shared } from '../library/shared';\nconsole.log(shared);\n");
	await workbench().editor.openWindow(join(top, 'two.code-workspace'));
	const agent = await connectHttp(await workbench().entryOf(join(top, 'library')));
	const total = async () => {
		const { structuredContent } = await call(agent, 'symbol_references', {
			path: 'library/shared.ts',
			symbol: 'shared',
		});
		return (structuredContent as { data: { total: number } }).data.total;
	};
	expect(await total()).toBe(3);
	writeFileIn(top, 'program/second.ts', "import { shared } from '../library/shared';\nconsole.log(shared);\n");
	expect(await total()).toBe(5);
	writeFileIn(top, 'program/third/deep.ts', "import { shared } from '../../library/shared';\nconsole.log(shared);\n");
	expect(await total()).toBe(7);
	await agent.close();
});

describe('the other languages that VS Code ships', () => {
	test.each([
		['JavaScript', 'other/a.js', '// @ts-check\n/** @type {number} */\nexport const a = "1";\n', 3],
		['JSON', 'other/a.json', '{\n  "a": 1,\n  "b": }\n', 3],
		['CSS', 'other/a.css', 'a {\n  color: red\n  width: 1px;\n}\n', 3],
		['SCSS', 'other/a.scss', '$a: 1px\n.b { width: $a; }\n', 2],
	])('%s: a broken file is found broken', async (_language, path, text, line) => {
		open().write(path, text);
		const broken = await problemsOf(path);
		expect(broken.freshness).toBe('fresh');
		expect(broken.problems.map(problem => problem.line)).toContain(line);
	});

	test.each([
		['JSON', 'clean/a.json', '{ "a": 1 }\n'],
		['CSS', 'clean/a.css', 'a { color: red; }\n'],
		['HTML', 'clean/a.html', '<!doctype html><title>a</title><p>b</p>\n'],
		['Markdown', 'clean/a.md', '# a\n\nb\n'],
	])('%s: a clean file is clean, and that is certain', async (_language, path, text) => {
		open().write(path, text);
		expect(await problemsOf(path)).toMatchObject({ freshness: 'fresh', problems: [] });
	});

	test('no tab is left behind, and the user looks at what they looked at', async () => {
		await call(client, 'editor_open', { path: 'src/cart.ts', line: 3 });
		open().write('other/look.css', 'a { color red; }\n');
		await problemsOf('other/look.css');
		const tabs = await open().window.evaluate(
			`return vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label + (tab.isActive ? '*' : ''))`,
		);
		expect(tabs).toEqual(['cart.ts*']);
		expect(await open().window.evaluate('return vscode.window.activeTextEditor.selection.active.line')).toBe(2);
	});

	test.each([
		['JSON', 'other/o.json', '{ "a": { "b": 1 } }\n', /module a .*\n\s+number b /],
		['CSS', 'other/o.css', '.a { color: red; }\n', /\.a/],
		['Markdown', 'other/o.md', '# Title\n\n## Part\n', /# Title {2}1(-\d)?\n\s+.*## Part/],
	])('%s has an outline', async (_language, path, text, expected) => {
		open().write(path, text);
		expect(textOf(await call(client, 'symbol_outline', { path }))).toMatch(expected);
	});

	test.each([
		['symbol_outline', { path: 'nobody/a.txt' }],
		['symbol_references', { path: 'nobody/a.txt', line: 1, column: 1 }],
		['diagnostic_list', { path: 'nobody/a.txt' }],
	])('a language without a server says so in %s, which is not "none"', async (tool, input) => {
		open().write('nobody/a.txt', 'hello there\n');
		expect(textOf(await call(client, tool, input))).toMatch(/^\[E_NO_LANGUAGE_SERVER\]/);
	});
});

describe('code_inlay_hints', () => {
	const TEXT =
		"import { addTax } from './cart.js';\n\nconst gross = addTax(5, 0.1);\nexport const twice = gross * 2;\n";
	const set = (value: unknown) =>
		open().window.evaluate(
			`const settings = vscode.workspace.getConfiguration();
			await settings.update('typescript.inlayHints.parameterNames.enabled', args.value ?? undefined, vscode.ConfigurationTarget.Workspace);
			await settings.update('typescript.inlayHints.variableTypes.enabled', args.value ? true : undefined, vscode.ConfigurationTarget.Workspace);`,
			{ value },
		);

	test('says that they are switched off, and gives types and names of parameters when they are on', async () => {
		open().write('src/hints.ts', TEXT);
		expect(await callForText(client, 'code_inlay_hints', { path: 'src/hints.ts' })).toBe(
			'src/hints.ts: no hints\nThe user has them switched off: typescript.inlayHints.*. symbol_hover gives types.',
		);
		await set('all');
		const { hints } = await eventually(async () => {
			const data = await callForData<{ total: number; hints: object[] }>(client, 'code_inlay_hints', {
				path: 'src/hints.ts',
				startLine: 3,
				endLine: 3,
			});
			expect(data).toMatchObject({ total: 3 });
			return data;
		});
		expect(hints).toEqual([
			{ line: 3, column: 12, text: ': number', kind: 'type' },
			{ line: 3, column: 22, text: 'net:', kind: 'parameter' },
			{ line: 3, column: 25, text: 'rate:', kind: 'parameter' },
		]);
		await set(undefined);
	});
});
