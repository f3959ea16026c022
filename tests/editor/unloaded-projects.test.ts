import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { callWindowForData } from '../support/call-window.ts';
import { type AskWindow, askWindow } from '../support/language-servers/ask-window.ts';
import type { Answer } from '../support/language-servers/verdicts.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** A library, and projects that import it, each in its own way. The window has opened no file of theirs. */
const FILES = {
	'packages/core/package.json': '{ "name": "@shop/core", "types": "dist/index.d.ts" }',
	'packages/core/tsconfig.json': '{ "compilerOptions": { "composite": true, "outDir": "dist", "rootDir": "src" } }',
	'packages/core/src/basket.ts': `export interface Sellable {
	price(): number;
}
export default class Basket {
	total(): number {
		return 0;
	}
}
export function empty(): Basket {
	return new Basket();
}
`,
	'packages/core/src/index.ts': "export { default, empty, type Sellable } from './basket';\n",
	'apps/built/tsconfig.json': '{ "references": [{ "path": "../../packages/core" }] }',
	'apps/built/main.ts': `import Cart, { empty } from '@shop/core';
export function open(): Cart {
	new Cart().total();
	return empty();
}
`,
	'apps/mapped/tsconfig.json': '{ "compilerOptions": { "paths": { "core": ["../../packages/core/src/index.ts"] } } }',
	'apps/mapped/main.ts': `import { empty, type Sellable } from 'core';
export class Apple implements Sellable {
	price = (): number => empty().total();
}
export const shorthand = { empty };
`,
	'apps/mapped/silent.ts': `import Trolley from 'core';
export type Rolling = Trolley;
`,
	'apps/other/tsconfig.json': '{ "compilerOptions": { "paths": { "core": ["./core.ts"] } } }',
	'apps/other/core.ts': 'export function empty(): void {}\n',
	'apps/other/main.ts': "import { empty } from 'core';\nempty();\n",
};
const BASKET = 'packages/core/src/basket.ts';

const workbench = useWorkbench();
let open: OpenWindow;
let ask: AskWindow;
beforeAll(async () => {
	const folder = workbench().makeFolder('unloaded-projects');
	for (const [path, text] of Object.entries(FILES)) {
		writeFileIn(folder, path, text);
	}
	mkdirSync(join(folder, 'node_modules/@shop'), { recursive: true });
	symlinkSync(join(folder, 'packages/core'), join(folder, 'node_modules/@shop/core'), 'junction');
	open = await workbench().open(folder);
	ask = askWindow(open.entry);
});

/** A window that has just opened may say that it is not ready; what it calls fresh has to be whole. */
async function wholeAnswer(question: () => Promise<Answer>): Promise<readonly string[]> {
	const answer = await question();
	if ('places' in answer && answer.freshness === 'not_ready') {
		return wholeAnswer(question);
	}
	expect(answer).toMatchObject({ freshness: 'fresh' });
	return 'places' in answer ? answer.places : [];
}

const openedByHand = () =>
	open.window.evaluate(`
		return vscode.workspace.textDocuments.map(({ uri }) => uri.path).filter(path => path.includes('/apps/'));
	`);

test('a search finds what they declare, and names it once', async () => {
	expect(await wholeAnswer(() => ask.search('Apple'))).toEqual(['apps/mapped/main.ts:2']);
	const page = await callWindowForData<{ symbols: { name: string }[] }>(open.entry, 'symbol_search', {
		query: 'Apple',
	});
	expect(page.symbols.map(({ name }) => name)).toEqual(['Apple']);
});

test('references are found by the paths and the references of each', async () => {
	expect(await wholeAnswer(() => ask.references(BASKET, 'empty'))).toEqual([
		...['apps/built/main.ts:1', 'apps/built/main.ts:4'],
		...['apps/mapped/main.ts:1', 'apps/mapped/main.ts:3', 'apps/mapped/main.ts:5'],
		...['packages/core/src/basket.ts:9', 'packages/core/src/index.ts:1'],
	]);
});

test('a class that they import under another name is found where its own is nowhere', async () => {
	const found = await wholeAnswer(() => ask.references(BASKET, 'Basket'));
	expect(found).toEqual(expect.arrayContaining(['apps/built/main.ts:1', 'apps/built/main.ts:3']));
	expect(found).toEqual(expect.arrayContaining(['apps/mapped/silent.ts:1', 'apps/mapped/silent.ts:2']));
});

test('callers, subtypes and implementations are found', async () => {
	expect(await wholeAnswer(() => ask.callers(BASKET, 'empty'))).toEqual([
		'apps/built/main.ts:4',
		'apps/mapped/main.ts:3',
	]);
	expect(await wholeAnswer(() => ask.callers(BASKET, 'total'))).toEqual([
		'apps/built/main.ts:3',
		'apps/mapped/main.ts:3',
	]);
	expect(await wholeAnswer(() => ask.subtypes(BASKET, 'Sellable'))).toEqual(['apps/mapped/main.ts:2']);
	expect(await wholeAnswer(() => ask.implementations(BASKET, 'Sellable'))).toEqual(['apps/mapped/main.ts:2']);
});

test('no document of theirs was opened for it', async () => {
	expect(await openedByHand()).toHaveLength(1);
});

test('what the server says when all of them are loaded is the same', async () => {
	const references = await wholeAnswer(() => ask.references(BASKET, 'Basket'));
	const bare = await open.window.evaluate(
		`
			for (const path of args.paths) {
				await vscode.workspace.openTextDocument(vscode.Uri.file(path));
			}
			const uri = vscode.Uri.file(args.basket);
			const at = new vscode.Position(3, 21);
			const found = await vscode.commands.executeCommand('vscode.executeReferenceProvider', uri, at);
			return found.map(({ uri, range }) => uri.fsPath.slice(args.folder.length + 1) + ':' + (range.start.line + 1));
		`,
		{
			paths: Object.keys(FILES)
				.filter(path => path.endsWith('.ts'))
				.map(path => join(open.folder, path)),
			...{ basket: join(open.folder, BASKET), folder: open.folder },
		},
	);
	expect([...new Set(bare as string[])].sort()).toEqual(references);
});

test('a project that was written a moment ago is in the answer', async () => {
	open.write('apps/late/tsconfig.json', FILES['apps/mapped/tsconfig.json']);
	open.write('apps/late/main.ts', "import { empty } from 'core';\nempty();\n");
	expect(await wholeAnswer(() => ask.callers(BASKET, 'empty'))).toContain('apps/late/main.ts:2');
});

test('a rename changes what nobody has opened, with what the new name needs around it', async () => {
	const direct =
		"import { empty } from '../../packages/core/src/basket';\nexport const taken = { empty, other: empty() };\n";
	open.write('apps/direct/tsconfig.json', '{}');
	open.write('apps/direct/main.ts', direct);
	const input = { path: BASKET, symbol: 'empty', newName: 'nothing' };
	await expect
		.poll(async () => (await callWindowForData<{ freshness?: string }>(open.entry, 'symbol_rename', input)).freshness)
		.toBe('fresh');
	const text = (path: string) => readFileSync(join(open.folder, path), 'utf8');
	expect(text('packages/core/src/index.ts')).toContain('nothing as empty');
	expect(text('apps/direct/main.ts')).toBe(
		direct.replace('{ empty }', '{ nothing }').replace('empty,', 'empty: nothing,').replace('empty()', 'nothing()'),
	);
	expect(text('apps/mapped/main.ts')).toBe(FILES['apps/mapped/main.ts']);
});
