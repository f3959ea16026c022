import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callForData, callForText, connectHttp, textOf } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Refactorings as the language servers of a real VS Code make them, with its default settings. */
const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

interface Summary {
	applied: boolean;
	totalFiles: number;
	totalEdits: number;
	truncated?: true;
	files: { path: string; edits: number; places: { line: number; column: number; text: string; newText?: string }[] }[];
	leftUnsaved?: string[];
}

const file = (name: string) => join(open().folder, name);
const onDisk = (name: string) => readFileSync(file(name), 'utf8');
const bytes = (name: string) => readFileSync(file(name)).toString('base64');

const ask = <Data = Summary>(tool: string, input: Record<string, unknown>) => callForData<Data>(client, tool, input);
const refusal = (tool: string, input: Record<string, unknown>) => callForText(client, tool, input);

/** Types at the start of the file, as a user who does not save. */
async function type(name: string, text: string): Promise<void> {
	await open().window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false });
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), args.text));`,
		{ file: file(name), text },
	);
}

const isDirty = (name: string) =>
	open().window.evaluate(
		'return vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.fsPath === args.file)',
		{ file: file(name) },
	);

const closeAll = () => open().window.executeCommand('workbench.action.closeAllEditors');

describe('symbol_rename', () => {
	test('a rename reaches every file in a window opened a moment ago; the preview tells the same and changes nothing', async () => {
		const cold = await workbench().open(workbench().copyProject('shop', 'cold-shop'));
		const agent = await connectHttp(cold.entry);
		const input = { path: 'src/cart.ts', symbol: 'addTax', newName: 'withTax' };
		const before = readFileSync(join(cold.folder, 'src/checkout.ts'), 'utf8');
		const { structuredContent: preview } = await call(agent, 'symbol_rename', { ...input, preview: true });
		expect(readFileSync(join(cold.folder, 'src/checkout.ts'), 'utf8')).toBe(before);
		const { structuredContent: done } = await call(agent, 'symbol_rename', input);
		const summary = {
			oldName: 'addTax',
			newName: 'withTax',
			freshness: 'fresh',
			totalFiles: 2,
			totalEdits: 5,
			files: [
				{
					path: 'src/cart.ts',
					edits: 2,
					places: [
						{ line: 7, column: 17 },
						{ line: 20, column: 10 },
					],
				},
				{ path: 'src/checkout.ts', edits: 3, places: [{ line: 1 }, { line: 6 }, { line: 10 }] },
			],
		};
		expect(preview).toMatchObject({ data: { applied: false, ...summary } });
		expect(done).toMatchObject({ data: { applied: true, ...summary, problems: { appearedTotal: 0 } } });
		expect(readFileSync(join(cold.folder, 'src/checkout.ts'), 'utf8')).toBe(before.replaceAll('addTax', 'withTax'));
		await agent.close();
		await cold.window.close();
	});

	test.each([
		[
			'a symbol of the library',
			{ path: 'src/cart.ts', line: 19, column: 26 },
			/^\[E_RENAME_REFUSED\] You cannot rename elements that are defined in the standard TypeScript library\./,
		],
		[
			'a keyword',
			{ path: 'src/cart.ts', line: 20, column: 4 },
			/^\[E_RENAME_REFUSED\] You cannot rename this element\./,
		],
		[
			'a keyword before a declaration',
			{ path: 'src/cart.ts', line: 7, column: 10 },
			/^\[E_RENAME_REFUSED\] There is no name at src\/cart\.ts:7:10\.\nThe nearest is addTax, at 7:17\./,
		],
		[
			'a name that is none',
			{ path: 'src/cart.ts', symbol: 'addTax', newName: '1 2' },
			/^\[E_INVALID_NAME\] "1 2" is not an identifier/,
		],
		[
			'a reserved word',
			{ path: 'src/cart.ts', symbol: 'addTax', newName: 'class' },
			/^\[E_INVALID_NAME\] "class" is a reserved word/,
		],
		['the name it has', { path: 'src/cart.ts', symbol: 'addTax', newName: 'addTax' }, /^\[E_NO_CHANGES\]/],
		['a key of JSON', { path: 'package.json', symbol: 'name' }, /^\[E_NO_LANGUAGE_SERVER\]/],
	])('%s is refused in the words of the server', async (_what, input, expected) => {
		const before = bytes('src/cart.ts');
		expect(await refusal('symbol_rename', { newName: 'other', ...input })).toMatch(expected);
		expect(bytes('src/cart.ts')).toBe(before);
	});

	test('a member may be called like a reserved word', async () => {
		open().write('src/member.ts', 'export class Box {\n\tremove() {}\n}\nnew Box().remove();\n');
		await ask('symbol_rename', { path: 'src/member.ts', symbol: 'Box.remove', newName: 'delete' });
		expect(onDisk('src/member.ts')).toBe('export class Box {\n\tdelete() {}\n}\nnew Box().delete();\n');
	});

	test('no file is changed when one of them cannot be written', async () => {
		open().write('src/locked/base.ts', 'export const base = 1;\n');
		open().write('src/locked/free.ts', "import { base } from './base.js';\nexport const free = base;\n");
		open().write('src/locked/closed.ts', "import { base } from './base.js';\nexport const closed = base;\n");
		chmodSync(file('src/locked/closed.ts'), 0o444);
		const before = ['base', 'free', 'closed'].map(name => bytes(`src/locked/${name}.ts`));
		const text = await refusal('symbol_rename', { path: 'src/locked/base.ts', symbol: 'base', newName: 'ground' });
		expect(text).toMatch(/^\[E_FILE_READ_ONLY\] src\/locked\/closed\.ts/);
		expect(['base', 'free', 'closed'].map(name => bytes(`src/locked/${name}.ts`))).toEqual(before);
		for (const name of ['base', 'free', 'closed']) {
			expect(await isDirty(`src/locked/${name}.ts`)).toBe(false);
		}
	});

	test('unsaved edits of the user count, stay, and are left for the user to save', async () => {
		open().write('src/typed/base.ts', 'export const base = 1;\n');
		open().write('src/typed/user.ts', "import { base } from './base.js';\nexport const user = base;\n");
		await type('src/typed/user.ts', '// not saved\n');
		const answer = await ask('symbol_rename', { path: 'src/typed/base.ts', symbol: 'base', newName: 'ground' });
		expect(answer).toMatchObject({ totalEdits: 3, leftUnsaved: ['src/typed/user.ts'] });
		expect(onDisk('src/typed/base.ts')).toBe('export const ground = 1;\n');
		expect(onDisk('src/typed/user.ts')).toContain('= base;');
		const text = textOf(await call(client, 'file_read', { path: 'src/typed/user.ts' }));
		expect(text).toContain('// not saved');
		expect(text).toContain('export const user = ground;');
		await open().window.executeCommand('workbench.action.files.saveAll');
		await closeAll();
	});

	test('files of another project and tests outside tsconfig are renamed too', async () => {
		open().write('src/outer.ts', 'export const outer = 1;\n');
		open().write('test/outer.spec.ts', "import { outer } from '../src/outer.js';\nconsole.log(outer);\n");
		const answer = await ask('symbol_rename', { path: 'src/outer.ts', symbol: 'outer', newName: 'wider' });
		expect(answer).toMatchObject({ totalFiles: 2, totalEdits: 3 });
		expect(onDisk('test/outer.spec.ts')).toBe("import { wider } from '../src/outer.js';\nconsole.log(wider);\n");
	});

	test('the totals of a thousand references are exact, and the answer is small', async () => {
		open().write('src/many/popular.ts', 'export const popular = 1;\n');
		for (let index = 0; index < 20; index++) {
			const uses = Array.from({ length: 49 }, (_, use) => `export const use${index}x${use} = popular;`);
			open().write(`src/many/user${index}.ts`, [`import { popular } from './popular.js';`, ...uses, ''].join('\n'));
		}
		const result = await call(client, 'symbol_rename', {
			path: 'src/many/popular.ts',
			symbol: 'popular',
			newName: 'liked',
		});
		expect(result.structuredContent).toMatchObject({
			data: { applied: true, totalFiles: 21, totalEdits: 1 + 20 * 50, truncated: true, freshness: 'fresh' },
		});
		expect(JSON.stringify(result.structuredContent).length).toBeLessThan(12_000);
		expect(textOf(result).length).toBeLessThanOrEqual(10_000);
		const { files } = (result.structuredContent as { data: Summary }).data;
		expect(files.map(({ edits }) => edits).reduce((sum, edits) => sum + edits, 0)).toBe(1001);
		for (let index = 0; index < 20; index++) {
			expect(onDisk(`src/many/user${index}.ts`)).not.toContain('popular;');
		}
	});

	test('there and back gives every byte of every file again, line ends and marks included', async () => {
		const ends = fc.constantFrom('\n', '\r\n');
		const names = fc.uniqueArray(fc.stringMatching(/^[a-z][A-Za-z0-9_$]{2,8}$/), { minLength: 2, maxLength: 2 });
		let round = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(ends, fc.boolean()), { minLength: 2, maxLength: 3 }),
				names,
				async (kinds, [name = '', other = '']) => {
					const folder = `src/back${round++}`;
					const [oldName, newName] = [`old_${name}`, `new_${other}`];
					const files = kinds.map(([end, mark], index) => {
						const lines =
							index === 0
								? [`export const ${oldName} = { é: 1 };`, `export const own = { ${oldName} };`, '']
								: [
										`import { ${oldName} } from './f0.js';`,
										`// ${oldName} stays in the comment`,
										`console.log(${oldName}.é);`,
										'',
									];
						const path = `${folder}/f${index}.ts`;
						open().write(path, Buffer.from((mark ? '\uFEFF' : '') + lines.join(end)));
						return path;
					});
					const before = files.map(bytes);
					await ask('symbol_rename', { path: `${folder}/f0.ts`, symbol: oldName, line: 1, newName });
					expect(files.map(bytes)).not.toEqual(before);
					await ask('symbol_rename', { path: `${folder}/f0.ts`, symbol: newName, line: 1, newName: oldName });
					// A shorthand property was written out on the way and is not folded again.
					const expected = before.map((text, index) => {
						const whole = Buffer.from(text, 'base64').toString('utf8');
						return index === 0 ? whole.replace(`{ ${oldName} }`, `{ ${oldName}: ${oldName} }`) : whole;
					});
					expect(files.map(onDisk)).toEqual(expected);
				},
			),
			{ numRuns: 4, seed: 20260 },
		);
	});

	test('CSS, HTML and Markdown are renamed by their own servers', async () => {
		open().write('web/style.css', ':root { --gap: 1px; }\n.box { margin: var(--gap); }\n');
		expect(
			await ask('symbol_rename', { path: 'web/style.css', line: 1, column: 11, newName: '--space' }),
		).toMatchObject({ totalEdits: 2 });
		expect(onDisk('web/style.css')).toBe(':root { --space: 1px; }\n.box { margin: var(--space); }\n');
		open().write('web/page.html', '<div><p>x</p></div>\n');
		expect(await ask('symbol_rename', { path: 'web/page.html', line: 1, column: 3, newName: 'section' })).toMatchObject(
			{ totalEdits: 2 },
		);
		expect(onDisk('web/page.html')).toBe('<section><p>x</p></section>\n');
		open().write('web/text.md', '# One\n\n## Two\n\n[link](#two)\n');
		expect(
			await ask('symbol_rename', { path: 'web/text.md', line: 3, column: 5, newName: 'Part three' }),
		).toMatchObject({ totalEdits: 2 });
		expect(onDisk('web/text.md')).toBe('# One\n\n## Part three\n\n[link](#part-three)\n');
		expect(await refusal('symbol_rename', { path: 'web/text.md', line: 5, column: 2, newName: 'x' })).toMatch(
			/^\[E_RENAME_REFUSED\]/,
		);
	});
});

describe('symbol_replace', () => {
	const SOURCE = [
		'/** Doc of first. */',
		'export const first = 1;',
		'',
		'// Plain note.',
		'export function second(): number {',
		'\treturn first;',
		'}',
		'',
		'export class Third {',
		'\t/** Doc of method. */',
		'\tmethod(): number {',
		'\t\treturn second();',
		'\t}',
		'',
		'\tlast = 1;',
		'}',
		'const a = 1, b = 2;',
		'console.log(a, b);',
		'',
	].join('\n');

	test.each([
		[
			'a variable, with its keywords',
			{ symbol: 'first', text: 'export const first = 2;' },
			['export const first = 1;', 'export const first = 2;'],
		],
		[
			'a function, whose comment stays',
			{ symbol: 'second', text: 'export function second(): number {\n\treturn 7;\n}\n' },
			['\treturn first;', '\treturn 7;'],
		],
		[
			'a function and its comment',
			{ symbol: 'second', text: '// Better note.\nexport const second = () => 7;' },
			[
				'// Plain note.\nexport function second(): number {\n\treturn first;\n}',
				'// Better note.\nexport const second = () => 7;',
			],
		],
		[
			'a method',
			{ symbol: 'Third.method', text: '\tmethod(): number {\n\t\treturn 3;\n\t}' },
			['return second();', 'return 3;'],
		],
		['one of several variables', { symbol: 'a', line: 17, text: 'a = 5' }, ['a = 1', 'a = 5']],
	])('replaces %s', async (_what, input, [old = '', fresh = '']) => {
		open().write('src/replace.ts', SOURCE);
		const answer = await ask<{ oldText: string }>('symbol_replace', { path: 'src/replace.ts', ...input });
		expect(onDisk('src/replace.ts')).toBe(SOURCE.replace(old, fresh));
		expect(answer.oldText).toContain(old.trim());
	});

	test.each([
		['a variable with its comment', 'first', '/** Doc of first. */\nexport const first = 1;\n\n'],
		[
			'a function with its comment',
			'second',
			'// Plain note.\nexport function second(): number {\n\treturn first;\n}\n\n',
		],
		[
			'a method with its comment',
			'Third.method',
			'\t/** Doc of method. */\n\tmethod(): number {\n\t\treturn second();\n\t}\n',
		],
		['the first of several variables', 'a', 'a = 1, '],
		['the last of several variables', 'b', ', b = 2'],
	])('empty text deletes %s', async (_what, symbol, gone) => {
		open().write('src/replace.ts', SOURCE);
		await ask('symbol_replace', { path: 'src/replace.ts', symbol, text: '' });
		const expected = SOURCE.replace(gone, '');
		expect(onDisk('src/replace.ts').replace('{\n\n\tlast', '{\n\tlast')).toBe(
			expected.replace('{\n\n\tlast', '{\n\tlast'),
		);
	});

	test('line ends of the file are kept, and the problems that appear are told', async () => {
		open().write('src/replace.ts', SOURCE.replaceAll('\n', '\r\n'));
		const answer = await ask<{ problems: { appeared: { message: string }[] } }>('symbol_replace', {
			path: 'src/replace.ts',
			symbol: 'second',
			text: 'export function second(): number {\n\treturn "x";\n}',
		});
		expect(onDisk('src/replace.ts')).toBe(SOURCE.replace('return first', 'return "x"').replaceAll('\n', '\r\n'));
		expect(answer.problems.appeared.map(({ message }) => message).join()).toContain("Type 'string' is not assignable");
	});

	test('a file that only mentions the symbol is told where it is declared', async () => {
		expect(await refusal('symbol_replace', { path: 'src/checkout.ts', symbol: 'Cart', line: 1, text: 'x' })).toMatch(
			/^\[E_SYMBOL_NOT_FOUND\].*\nIt is declared in src\/cart\.ts, line 11\./,
		);
	});
});

interface Offered {
	actions: { id: string; title: string; kind: string; preferred?: true; disabled?: string }[];
	problems: { line: number; message: string }[];
	freshness: string;
}

describe('code actions', () => {
	const SOURCE = 'export function price(net: number): number {\n\tconst gross = net * 2 + 1;\n\treturn gross;\n}\n';

	test('a quick fix for a missing import is listed and applied by id', async () => {
		open().write('src/wants.ts', 'export const basket = new Cart();\n');
		const offered = await ask<Offered>('code_actions', { path: 'src/wants.ts', line: 1, kind: 'quickfix' });
		expect(offered).toMatchObject({ freshness: 'fresh', problems: [{ line: 1, message: "Cannot find name 'Cart'." }] });
		const fix = offered.actions.find(({ title }) => title.startsWith('Add import from'));
		const preview = await ask('code_action_apply', { id: fix?.id, preview: true });
		expect(preview).toMatchObject({ applied: false, totalEdits: 1 });
		expect(onDisk('src/wants.ts')).toBe('export const basket = new Cart();\n');
		const applied = await ask('code_action_apply', { id: fix?.id });
		expect(applied).toMatchObject({ applied: true, problems: { disappearedTotal: 1, appearedTotal: 0 } });
		expect(onDisk('src/wants.ts')).toMatch(
			/^import \{ Cart \} from ["']\.\/cart\.js["'];\n\nexport const basket = new Cart\(\);\n$/,
		);
		expect(await refusal('code_action_apply', { id: fix?.id })).toMatch(/^\[E_ACTION_NOT_FOUND\] .*has changed/);
	});

	test('a quick fix is applied by kind and title, with no list before', async () => {
		open().write('src/wants2.ts', 'export const cart = new Cart();\n');
		await ask('code_action_apply', { path: 'src/wants2.ts', line: 1, kind: 'quickfix', title: 'import from' });
		expect(onDisk('src/wants2.ts')).toContain('import { Cart }');
	});

	test('where one quick fix is preferred, the line is enough', async () => {
		open().write('src/wants3.ts', 'export const cart = new Cart();\n');
		await ask('code_action_apply', { path: 'src/wants3.ts', line: 1 });
		expect(onDisk('src/wants3.ts')).toContain('import { Cart }');
	});

	test.each([
		['refactor.extract.constant', /^\tconst newLocal = net \* 2 \+ 1;$/m],
		['refactor.extract.function', /^\s*function newFunction\(/m],
	])('%s over a range, with the indentation of the file', async (kind, expected) => {
		open().write('src/price.ts', SOURCE);
		const range = { line: 2, column: 16, endLine: 2, endColumn: 27 };
		const preview = await ask('code_action_apply', { path: 'src/price.ts', ...range, kind, preview: true });
		expect(onDisk('src/price.ts')).toBe(SOURCE);
		const applied = await ask('code_action_apply', { path: 'src/price.ts', ...range, kind });
		expect(applied.files).toEqual(preview.files);
		expect(onDisk('src/price.ts')).toMatch(expected);
		expect(onDisk('src/price.ts')).not.toMatch(/^ +/m);
		expect(await open().window.dialogText()).toBeUndefined();
	});

	test('moving to a new file creates and saves both', async () => {
		open().write('src/pair.ts', 'export function keep() {\n\treturn 1;\n}\nexport function goes() {\n\treturn 2;\n}\n');
		const answer = await ask('code_action_apply', { path: 'src/pair.ts', line: 4, kind: 'refactor.move.newFile' });
		expect(answer.files.map(({ path }) => path).sort()).toEqual(['src/goes.ts', 'src/pair.ts']);
		expect(onDisk('src/goes.ts')).toContain('export function goes()');
		expect(onDisk('src/pair.ts')).not.toContain('goes');
	});

	test('what opens a dialogue is listed as not possible, and refused', async () => {
		open().write('src/dialogue.ts', SOURCE);
		const { actions } = await ask<Offered>('code_actions', {
			path: 'src/dialogue.ts',
			line: 1,
			column: 17,
			kind: 'refactor.move',
		});
		const move = actions.find(({ kind }) => kind === 'refactor.move.file');
		expect(move?.disabled).toContain('dialogue');
		expect(await refusal('code_action_apply', { id: move?.id })).toMatch(/^\[E_ACTION_REFUSED\]/);
		expect(await open().window.dialogText()).toBeUndefined();
	});

	test.each([
		[
			'an action that is not offered',
			{ path: 'src/cart.ts', line: 1, title: 'Make coffee' },
			/^\[E_ACTION_NOT_FOUND\]/,
		],
		[
			'several that match',
			{ path: 'src/several.ts', line: 1, kind: 'refactor' },
			/^\[E_ACTION_NOT_FOUND\] \d+ actions match/,
		],
		['an unknown id', { id: 'abcd.1.1' }, /^\[E_ACTION_NOT_FOUND\]/],
		['nothing to fix', { path: 'src/cart.ts', line: 1 }, /^\[E_ACTION_NOT_FOUND\] No action of kind quickfix/],
		['no file said', { line: 1 }, /^\[E_INVALID_PARAMS\]/],
		[
			'a range that ends before it starts',
			{ path: 'src/cart.ts', line: 3, endLine: 2, kind: 'refactor' },
			/^\[E_INVALID_PARAMS\]/,
		],
		['a line that is not there', { path: 'src/cart.ts', line: 999, kind: 'refactor' }, /^\[E_INVALID_LINE\]/],
	])('%s is an error', async (_what, input, expected) => {
		open().write('src/several.ts', 'const cart = new Cart(), order = new Ordre();\nexport {};\n');
		expect(await refusal('code_action_apply', input)).toMatch(expected);
	});
});

describe('what other extensions offer', () => {
	/** An extension of the user's: one action that is a command alone, one whose edit it wants confirmed. */
	const EXTENSION = `
		const replaceAll = (document, text, metadata) => {
			const edit = new vscode.WorkspaceEdit();
			edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text, metadata);
			return edit;
		};
		vscode.commands.registerCommand('voice.applyShout', async uri => {
			const document = await vscode.workspace.openTextDocument(uri);
			await vscode.workspace.applyEdit(replaceAll(document, document.getText().toUpperCase()));
		});
		vscode.commands.registerCommand('voice.applyNothing', () => undefined);
		vscode.commands.registerCommand('voice.install', async uri => {
			const document = await vscode.workspace.openTextDocument(uri);
			await vscode.workspace.applyEdit(replaceAll(document, 'installed'));
		});
		vscode.languages.registerCodeActionsProvider('plaintext', {
			provideCodeActions(document) {
				const command = new vscode.CodeAction('Shout', vscode.CodeActionKind.QuickFix);
				command.command = { command: 'voice.applyShout', title: 'Shout', arguments: [document.uri] };
				const idle = new vscode.CodeAction('Do nothing', vscode.CodeActionKind.QuickFix);
				idle.command = { command: 'voice.applyNothing', title: 'Do nothing' };
				const asking = new vscode.CodeAction('Whisper', vscode.CodeActionKind.QuickFix);
				asking.edit = replaceAll(document, 'psst', { needsConfirmation: true, label: 'Sure?' });
				const installing = new vscode.CodeAction('Install a voice', vscode.CodeActionKind.QuickFix);
				installing.command = { command: 'voice.install', title: 'Install', arguments: [document.uri, '[a](command:b)'] };
				return [command, idle, asking, installing];
			},
		});`;

	test('a command makes its change and is saved; one that makes none is an error', async () => {
		await open().window.evaluate(EXTENSION);
		open().write('voice.txt', 'hello');
		const { actions } = await ask<Offered>('code_actions', { path: 'voice.txt', line: 1 });
		expect(actions.map(({ title }) => title)).toEqual(['Shout', 'Do nothing', 'Whisper', 'Install a voice']);
		const input = { path: 'voice.txt', line: 1, kind: 'quickfix' };
		expect(await ask('code_action_apply', { ...input, title: 'Shout' })).toMatchObject({
			applied: true,
			files: [{ path: 'voice.txt' }],
		});
		expect(onDisk('voice.txt')).toBe('HELLO');
		expect(await refusal('code_action_apply', { ...input, title: 'Shout', preview: true })).toMatch(
			/^\[E_ACTION_REFUSED\]/,
		);
		expect(await refusal('code_action_apply', { ...input, title: 'Do nothing' })).toMatch(/^\[E_NO_CHANGES\]/);
	});

	test('a command that does more than edit runs only with the consent of the user', async () => {
		open().write('voice.txt', 'hello');
		const input = { path: 'voice.txt', line: 1, kind: 'quickfix', title: 'Install a voice' };
		const denied = refusal('code_action_apply', input);
		await answerQuestion(open().window, ['voice.install', '[a](command:b)', 'a code action of an extension'], 'Deny');
		expect(await denied).toMatch(/^\[E_DENIED\]/);
		expect(onDisk('voice.txt')).toBe('hello');
		const allowed = ask('code_action_apply', input);
		await answerQuestion(open().window, 'voice.install', 'Allow once');
		expect(await allowed).toMatchObject({ applied: true });
		expect(onDisk('voice.txt')).toBe('installed');
	});

	test('an edit that wants to be confirmed does not wait for the user', async () => {
		open().write('voice.txt', 'hello');
		await ask('code_action_apply', { path: 'voice.txt', line: 1, title: 'Whisper' });
		expect(onDisk('voice.txt')).toBe('psst');
	});
});

describe('imports and format', () => {
	test('imports are organised once, and then in order', async () => {
		open().write(
			'src/imports.ts',
			"import { Item, Cart } from './cart.js';\nimport { addTax } from './cart.js';\nexport const cart: Cart = new Cart();\n",
		);
		expect(await ask('code_organize_imports', { path: 'src/imports.ts' })).toMatchObject({ changed: true });
		expect(onDisk('src/imports.ts')).toBe("import { Cart } from './cart.js';\nexport const cart: Cart = new Cart();\n");
		expect(await ask('code_organize_imports', { path: 'src/imports.ts' })).toMatchObject({
			changed: false,
			linesChanged: 0,
		});
		expect(await refusal('code_organize_imports', { path: 'web/style.css' })).toMatch(/^\[E_ACTION_NOT_FOUND\]/);
	});

	test.each([
		[
			'src/format.ts',
			'function f(){\n\tif(1){\n\t\treturn 2\n}\n}\n',
			'function f() {\n\tif (1) {\n\t\treturn 2\n\t}\n}\n',
		],
		[
			'src/crlf.ts',
			'function f() {\r\n  if (1) {\r\n    return 2;\r\n }\r\n}\r\n',
			'function f() {\r\n  if (1) {\r\n    return 2;\r\n  }\r\n}\r\n',
		],
		['web/data.json', '{"a":1,\n\t"b":[2]}\n', '{\n\t"a": 1,\n\t"b": [\n\t\t2\n\t]\n}\n'],
		['web/rule.css', '.a{color:red}\n', '.a {\n    color: red\n}\n'],
		['web/form.html', '<ul><li>x</li></ul>\n', '<ul>\n    <li>x</li>\n</ul>\n'],
	])('%s is formatted with its own indentation and line ends, and then is in order', async (path, text, expected) => {
		open().write(path, text);
		expect(await ask('code_format', { path })).toMatchObject({ path, changed: true });
		// VS Code's formatters for JSON, CSS and HTML drop the last line break unless a setting keeps it.
		expect(onDisk(path).replace(/\n*$/, '\n')).toBe(expected);
		expect(await ask('code_format', { path })).toMatchObject({ changed: false, linesChanged: 0 });
	});

	test('only the lines asked for are formatted', async () => {
		open().write('src/part.ts', 'const  a=1;\nconst  b=2;\nconst  c=3;\n');
		await ask('code_format', { path: 'src/part.ts', startLine: 2, endLine: 2 });
		expect(onDisk('src/part.ts')).toBe('const  a=1;\nconst b = 2;\nconst  c=3;\n');
	});

	test.each([
		['a language nobody formats', { path: 'web/text.md' }, /^\[E_NO_LANGUAGE_SERVER\]/],
		['lines that are not there', { path: 'src/cart.ts', startLine: 900 }, /^\[E_INVALID_LINE\]/],
		['lines in the wrong order', { path: 'src/cart.ts', startLine: 3, endLine: 2 }, /^\[E_INVALID_PARAMS\]/],
	])('%s is an error', async (_what, input, expected) => {
		open().write('web/text.md', '#  One\n');
		expect(await refusal('code_format', input)).toMatch(expected);
	});
});
