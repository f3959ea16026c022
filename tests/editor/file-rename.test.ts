import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callForData, callForText, connectHttp } from '../support/mcp-clients.ts';
import { answerQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Moves in a VS Code with its default settings, under which it would ask the user in a modal window. */
const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

interface Move {
	kind: string;
	imports: string;
	changed: string[];
	changedTotal: number;
	outdated: string[];
	leftUnsaved?: string[];
}

const file = (name: string) => join(open().folder, name);
const onDisk = (name: string) => readFileSync(file(name), 'utf8');
const settingsFile = () => join(workbench().editor.folder, 'data/User/settings.json');
const refusal = (from: string, to: string) => callForText(client, 'file_rename', { from, to });

async function move(from: string, to: string): Promise<Move> {
	const data = await callForData<Move>(client, 'file_rename', { from, to });
	expect(await open().window.dialogText()).toBeUndefined();
	return data;
}

/** Files below src whose text contains the words, by grep. */
function grep(words: string): string[] {
	try {
		const found = execFileSync('grep', ['-rlF', words, 'src'], { cwd: open().folder, encoding: 'utf8' });
		return found.trim().split('\n').sort();
	} catch {
		return [];
	}
}

const setting = (section: string) =>
	open().window.evaluate(
		`return vscode.workspace.getConfiguration(args.section, null).inspect('updateImportsOnFileMove.enabled')?.globalValue ?? null`,
		{ section },
	);

function project(folder: string): void {
	open().write(`${folder}/unit.ts`, "import { base } from './base.js';\nexport const unit = base;\n");
	open().write(`${folder}/base.ts`, 'export const base = 1;\n');
	open().write(`${folder}/one.ts`, `import { unit } from './unit.js';\nexport const one = unit;\n`);
	open().write(`${folder}/deep/two.ts`, `export { unit } from '../unit.js';\n`);
	open().write(`${folder}/deep/lazy.ts`, `export const lazy = () => import('../unit.js');\n`);
	open().write(`${folder}/none.ts`, `export const note = 'unit.js is mentioned here';\n`);
}

test('a file moves with its imports, in a window that has just been opened; the settings file is as it was', async () => {
	project('src/cold');
	const before = readFileSync(settingsFile(), 'utf8');
	const importers = grep("unit.js'").filter(name => name !== 'src/cold/none.ts');
	expect(importers).toEqual(['src/cold/deep/lazy.ts', 'src/cold/deep/two.ts', 'src/cold/one.ts']);
	const moved = await move('src/cold/unit.ts', 'src/cold/parts/piece.ts');
	expect(moved).toMatchObject({ kind: 'file', imports: 'updated', outdated: [] });
	expect(moved.changed).toEqual([...importers, 'src/cold/parts/piece.ts'].sort());
	expect(grep('parts/piece.js')).toEqual(importers);
	expect(onDisk('src/cold/parts/piece.ts')).toBe("import { base } from '../base.js';\nexport const unit = base;\n");
	expect(existsSync(file('src/cold/unit.ts'))).toBe(false);
	expect(readFileSync(settingsFile(), 'utf8')).toBe(before);
	expect(await setting('js/ts')).toBeNull();
});

test('a folder moves with the imports into it and out of it', async () => {
	open().write('src/tree/kit/index.ts', "export * from './tool.js';\n");
	open().write('src/tree/kit/tool.ts', "import { plain } from '../plain.js';\nexport const tool = plain;\n");
	open().write('src/tree/plain.ts', 'export const plain = 1;\n');
	open().write('src/tree/user.ts', "import { tool } from './kit/index.js';\nexport const user = tool;\n");
	const moved = await move('src/tree/kit', 'src/tree/far/away/set');
	expect(moved).toMatchObject({
		kind: 'folder',
		imports: 'updated',
		changed: ['src/tree/far/away/set/tool.ts', 'src/tree/user.ts'],
		outdated: [],
	});
	expect(onDisk('src/tree/user.ts')).toContain("from './far/away/set/index.js'");
	expect(onDisk('src/tree/far/away/set/tool.ts')).toContain("from '../../../plain.js'");
	expect(onDisk('src/tree/far/away/set/index.ts')).toBe("export * from './tool.js';\n");
});

describe("the user's setting", () => {
	test.each([
		['always', 'updated'],
		['never', 'never'],
		['prompt', 'updated'],
	])('%s is honoured, and the same afterwards', async (value, imports) => {
		await open().window.evaluate(
			`await vscode.workspace.getConfiguration('js/ts', null).update('updateImportsOnFileMove.enabled', args.value, vscode.ConfigurationTarget.Global)`,
			{ value },
		);
		try {
			project(`src/${value}`);
			const moved = await move(`src/${value}/unit.ts`, `src/${value}/piece.ts`);
			const importers = ['deep/lazy.ts', 'deep/two.ts', 'one.ts'].map(name => `src/${value}/${name}`);
			expect(moved.imports).toBe(imports);
			expect(imports === 'never' ? moved.outdated : moved.changed).toEqual(importers);
			expect(imports === 'never' ? moved.changed : moved.outdated).toEqual([]);
			expect(onDisk(`src/${value}/one.ts`)).toContain(imports === 'never' ? './unit.js' : './piece.js');
			expect(await setting('js/ts')).toBe(value);
		} finally {
			await open().window.evaluate(
				`await vscode.workspace.getConfiguration('js/ts', null).update('updateImportsOnFileMove.enabled', undefined, vscode.ConfigurationTarget.Global)`,
			);
		}
	});

	test('what a window that crashed had borrowed is put back by the next start', async () => {
		const before = readFileSync(settingsFile(), 'utf8');
		await open().window.evaluate(
			`const { createHash } = require('node:crypto');
			const editor = createHash('sha256').update(vscode.env.appRoot).digest('hex').slice(0, 12);
			const loans = [{ section: 'js/ts', key: 'updateImportsOnFileMove.enabled', value: 'always' }];
			require('node:fs').writeFileSync(args.home + '/borrowed-settings-' + editor + '.json', JSON.stringify({ pid: 4194304, loans }));
			await vscode.workspace.getConfiguration('js/ts', null).update('updateImportsOnFileMove.enabled', 'always', vscode.ConfigurationTarget.Global)`,
			{ home: workbench().home },
		);
		const next = await workbench().open(workbench().copyProject('shop', 'after-crash'));
		await expect.poll(() => readFileSync(settingsFile(), 'utf8'), { timeout: 60_000 }).toBe(before);
		await next.window.close();
	});
});

test('unsaved edits of the user in the moved file survive, in the same tab', async () => {
	open().write('src/typed/note.ts', 'export const note = 1;\n');
	await open().window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false });
		await editor.edit(edit => edit.insert(new vscode.Position(1, 0), '// not saved\\n'));`,
		{ file: file('src/typed/note.ts') },
	);
	const moved = await move('src/typed/note.ts', 'src/typed/memo.ts');
	expect(moved).toMatchObject({ imports: 'unaffected', changed: [], leftUnsaved: ['src/typed/memo.ts'] });
	const seen = await open().window.evaluate(
		`const { document } = vscode.window.activeTextEditor;
		return { path: document.uri.fsPath, text: document.getText(), dirty: document.isDirty }`,
	);
	expect(seen).toEqual({
		path: file('src/typed/memo.ts'),
		text: 'export const note = 1;\n// not saved\n',
		dirty: true,
	});
	expect(onDisk('src/typed/memo.ts')).toBe('export const note = 1;\n');
	await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
});

test('a rename may change only the case', async () => {
	open().write('src/letters/name.ts', 'export const name = 1;\n');
	open().write('src/letters/user.ts', "import { name } from './name.js';\nexport const user = name;\n");
	expect(await move('src/letters/name.ts', 'src/letters/Name.ts')).toMatchObject({ changed: ['src/letters/user.ts'] });
	expect(onDisk('src/letters/user.ts')).toContain("'./Name.js'");
});

test('a style sheet that nobody follows is moved, and the answer names who still imports it', async () => {
	open().write('src/look/page.ts', "import './page.css';\nexport {};\n");
	open().write('src/look/page.css', '.a { color: red; }\n');
	expect(await move('src/look/page.css', 'src/look/site.css')).toMatchObject({
		imports: 'left',
		outdated: ['src/look/page.ts'],
	});
});

test.each([
	['a target that exists', 'src/cart.ts', 'src/checkout.ts', /^\[E_FILE_EXISTS\]/],
	['a target that is a folder', 'src/cart.ts', 'src/keep', /^\[E_FILE_EXISTS\].*\n.*src\/keep\/cart\.ts/],
	['a source that is not there', 'src/carts.ts', 'src/x.ts', /^\[E_FILE_NOT_FOUND\].*\nDid you mean src\/cart\.ts/],
	['a folder into itself', 'src', 'src/inner/src', /^\[E_INVALID_PATH\]/],
	['the workspace folder', '.', 'elsewhere', /^\[E_INVALID_PATH\]/],
	['a target outside', 'src/cart.ts', '../cart.ts', /^\[E_OUTSIDE_WORKSPACE\]/],
	['the path it has', 'src/cart.ts', './src/cart.ts', /^\[E_NO_CHANGES\]/],
])('%s is refused', async (_what, from, to, expected) => {
	open().write('src/keep/other.ts', 'export {};\n');
	const before = onDisk('src/cart.ts');
	expect(await refusal(from, to)).toMatch(expected);
	expect(onDisk('src/cart.ts')).toBe(before);
});

test('a folder whose files become protected where it goes is for the user to decide about', async () => {
	open().write('prepared/hooks/start.json', '{}');
	const answer = refusal('prepared', '.github');
	await answerQuestion(open().window, ['An agent wants to move a protected file', '.github/hooks'], 'Deny');
	expect(await answer).toMatch(/^\[E_DENIED\]/);
	expect(existsSync(file('.github'))).toBe(false);
});

test('a protected place is for the user to decide about', async () => {
	const before = onDisk('src/cart.ts');
	const answer = refusal('src/cart.ts', '.vscode/settings.json');
	await answerQuestion(
		open().window,
		['An agent wants to move a protected file', 'from src/cart.ts', 'to .vscode/settings.json'],
		'Deny',
	);
	expect(await answer).toMatch(/^\[E_DENIED\] The user does not allow it/);
	expect(onDisk('src/cart.ts')).toBe(before);
});
