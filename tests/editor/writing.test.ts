import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, callForData, callForText, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/** What agents write goes through the editor, and nothing that a user or another agent wrote is lost by it. */
const { workbench, open } = useShopWindow();
let client: Client;
let other: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
	other = await connectStdio({ env: workbench().env, cwd: open().folder });
});
afterAll(async () => {
	await client.close();
	await other.close();
});

const file = (name: string) => join(open().folder, name);
const onDisk = (name: string) => readFileSync(file(name), 'utf8');

interface Written {
	created?: boolean;
	version: string;
	linesAdded: number;
	linesRemoved: number;
	changedOnSave?: string;
	problems: { freshness: string; appeared: { path: string; message: string }[]; disappeared: { message: string }[] };
}

const written = (tool: string, input: Record<string, unknown>, agent = client) =>
	callForData<Written>(agent, tool, input);

const write = (path: string, text: string, rest = {}, agent = client) =>
	written('file_write', { path, text, ...rest }, agent);
const edit = (path: string, oldText: string, newText: string, agent = client) =>
	written('file_edit', { path, edits: [{ oldText, newText }] }, agent);
const refusal = (tool: string, input: Record<string, unknown>, agent = client) => callForText(agent, tool, input);

/** Types at the start of the file as the user would, and does not save. */
async function type(path: string, text: string): Promise<void> {
	await open().window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document, { preview: false });
		editor.selection = new vscode.Selection(0, 0, 0, 0);
		await vscode.commands.executeCommand('type', { text: args.text });`,
		{ path: file(path), text },
	);
}

const revert = () => open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
const isDirty = async (path: string) =>
	open().window.evaluate(
		'return vscode.workspace.textDocuments.some(document => document.uri.fsPath === args.path && document.isDirty);',
		{ path: file(path) },
	);

describe('file_write', () => {
	test('creates a file and the folders above it', async () => {
		expect(await write('new/deep/a.txt', 'hello\n')).toMatchObject({ created: true, linesAdded: 1 });
		expect(onDisk('new/deep/a.txt')).toBe('hello\n');
	});

	test('replaces a file that is open, and leaves it saved', async () => {
		writeFileSync(file('open.txt'), 'one\ntwo\nthree\n');
		await open().window.evaluate(
			'await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args.path), { preview: false });',
			{ path: file('open.txt') },
		);
		expect(await write('open.txt', 'one\n2\nthree\n')).toMatchObject({
			created: false,
			linesAdded: 1,
			linesRemoved: 1,
		});
		expect(onDisk('open.txt')).toBe('one\n2\nthree\n');
		expect(await isDirty('open.txt')).toBe(false);
	});

	test.each([
		[
			'UTF-8 with a mark and CRLF',
			Buffer.from('\uFEFFé\r\nb\r\n'),
			'é!\nb\nc\n',
			Buffer.from('\uFEFFé!\r\nb\r\nc\r\n'),
		],
		[
			'UTF-16',
			Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é\r\n', 'utf16le')]),
			'ü\n',
			Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ü\r\n', 'utf16le')]),
		],
		['no line break at the end', Buffer.from('a\nb'), 'a\nc', Buffer.from('a\nc')],
		['a line break at the end that the agent forgot', Buffer.from('a\nb\n'), 'a\nc', Buffer.from('a\nc\n')],
		['a text of CRLF for a file of LF', Buffer.from('a\nb\n'), 'a\r\nc\r\n', Buffer.from('a\nc\n')],
		['nothing', Buffer.from(''), 'now something\n', Buffer.from('now something\n')],
		['something to nothing', Buffer.from('something\n'), '', Buffer.from('')],
	])('keeps %s', async (name, before, text, after) => {
		const path = `${name.replaceAll(/\W/g, '-')}.txt`;
		writeFileSync(file(path), before);
		await write(path, text);
		expect(readFileSync(file(path))).toEqual(after);
	});

	test('a file that was changed on disk a moment ago is written without a conflict', async () => {
		for (let round = 0; round < 5; round++) {
			writeFileSync(file('busy.txt'), `disk ${round}\n`);
			await edit('busy.txt', `disk ${round}`, `agent ${round}`);
			expect(onDisk('busy.txt')).toBe(`agent ${round}\n`);
		}
		await expect.poll(() => open().window.page.locator('.notification-list-item').count()).toBe(0);
	});

	test('a file whose time of change is yet to come is written at once', async () => {
		writeFileSync(file('tomorrow.txt'), 'one\n');
		const tomorrow = Date.now() / 1000 + 86_400;
		utimesSync(file('tomorrow.txt'), tomorrow, tomorrow);
		await edit('tomorrow.txt', 'one', 'two');
		expect(onDisk('tomorrow.txt')).toBe('two\n');
	});

	test('a change on disk that VS Code was not told of is no conflict when it left the words as they were', async () => {
		const path = 'unseen/a.txt';
		mkdirSync(file('unseen'));
		writeFileSync(file(path), 'one\ntwo\n');
		// The watcher does not tell when it has begun to leave the folder out; were it too slow, there would be no conflict at all.
		await open().window.evaluate(
			`const files = vscode.workspace.getConfiguration('files');
			await files.update('watcherExclude', { '**/unseen/**': true }, vscode.ConfigurationTarget.Workspace);
			await new Promise(resolve => setTimeout(resolve, 3000));
			await vscode.workspace.openTextDocument(args.path);`,
			{ path: file(path) },
		);
		writeFileSync(file(path), 'one\r\ntwo\r\n');
		await edit(path, 'two', '2');
		expect(onDisk(path).replaceAll('\r', '')).toBe('one\n2\n');
		expect(await isDirty(path)).toBe(false);
		await expect.poll(() => open().window.page.locator('.notification-list-item').count()).toBe(0);
	});

	test.each([
		['a folder', 'file_write', { path: 'src', text: 'x' }, 'E_IS_FOLDER'],
		['a binary file', 'file_write', { path: 'data.bin', text: 'x' }, 'E_FILE_BINARY'],
		['a read-only file', 'file_write', { path: 'locked.txt', text: 'x' }, 'E_FILE_READ_ONLY'],
		['a path outside', 'file_write', { path: '../x.txt', text: 'x' }, 'E_OUTSIDE_WORKSPACE'],
		['a link that leads outside', 'file_write', { path: 'out/x.txt', text: 'x' }, 'E_OUTSIDE_WORKSPACE'],
		['a path below a file', 'file_write', { path: 'locked.txt/x.txt', text: 'x' }, 'E_INVALID_PATH'],
		['a file that exists', 'file_write', { path: 'locked.txt', text: 'x', mode: 'create' }, 'E_FILE_EXISTS'],
		['a file that does not', 'file_write', { path: 'none.txt', text: 'x', mode: 'replace' }, 'E_FILE_NOT_FOUND'],
		['an old version', 'file_write', { path: 'locked.txt', text: 'x', version: 'old' }, 'E_FILE_CHANGED'],
		[
			'edits of a missing file',
			'file_edit',
			{ path: 'none.txt', edits: [{ oldText: 'a', newText: 'b' }] },
			'E_FILE_NOT_FOUND',
		],
	])('%s is refused', async (_what, tool, input, code) => {
		writeFileSync(file('data.bin'), Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 7]));
		try {
			writeFileSync(file('locked.txt'), 'locked\n');
			chmodSync(file('locked.txt'), 0o444);
			symlinkSync(workbench().makeFolder('outside'), file('out'));
		} catch {
			// There since the round before.
		}
		expect(await refusal(tool, input)).toMatch(new RegExp(`^\\[${code}\\]`));
		expect(onDisk('locked.txt')).toBe('locked\n');
	});

	test('a character that the encoding of the file does not have is refused, and the file stays as it is', async () => {
		mkdirSync(file('.vscode'), { recursive: true });
		writeFileSync(file('latin.txt'), Buffer.from('caf\u00e9\n', 'latin1'));
		await open().window.evaluate(
			"await vscode.workspace.getConfiguration('files').update('encoding', 'iso88591', vscode.ConfigurationTarget.Workspace);",
		);
		expect(await refusal('file_edit', { path: 'latin.txt', edits: [{ oldText: 'café', newText: '漢' }] })).toMatch(
			/^\[E_FILE_ENCODING\] latin\.txt is saved as iso88591, which has no "漢"/,
		);
		await edit('latin.txt', 'café', 'thé');
		expect(readFileSync(file('latin.txt')).toString('latin1')).toBe('thé\n');
		await open().window.evaluate(
			"await vscode.workspace.getConfiguration('files').update('encoding', undefined, vscode.ConfigurationTarget.Workspace);",
		);
	});
});

describe('problems', () => {
	test('problems that appear and disappear are named, also in another open file', async () => {
		writeFileSync(file('src/price.ts'), 'export const price: number = 1;\n');
		writeFileSync(file('src/label.ts'), "import { price } from './price.js';\nexport const label: number = price;\n");
		await open().window.evaluate(
			'await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args.path), { preview: false });',
			{ path: file('src/label.ts') },
		);
		await call(client, 'diagnostic_list', { path: 'src/price.ts' });
		const broken = await edit('src/price.ts', 'number = 1', "string = '1'");
		expect(broken.problems).toMatchObject({
			freshness: 'fresh',
			appeared: [{ path: 'src/label.ts', message: "Type 'string' is not assignable to type 'number'." }],
			disappeared: [],
		});
		const mended = await edit('src/price.ts', "string = '1'", 'number = 2');
		expect(mended.problems).toMatchObject({
			freshness: 'fresh',
			appeared: [],
			disappeared: [{ path: 'src/label.ts' }],
		});
	});

	test('what saving changes on top is told', async () => {
		await open().window.evaluate(
			"await vscode.workspace.getConfiguration('files').update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);",
		);
		const { changedOnSave, version } = await write('trimmed.txt', 'a\n').then(() => edit('trimmed.txt', 'a', 'b   '));
		expect(changedOnSave).toBe('@@ -1,2 +1,2 @@\n-b   \n+b\n ');
		expect(onDisk('trimmed.txt')).toBe('b\n');
		// One that goes on from its own text would take away what was changed, by a formatter or by the user.
		expect(await refusal('file_write', { path: 'trimmed.txt', text: 'b   \nc\n' })).toMatch(/^\[E_FILE_CHANGED\]/);
		// One that names the version knows the text as it is now, and so does one that reads it.
		await write('trimmed.txt', 'c\n', { version });
		await open().window.evaluate(
			"await vscode.workspace.getConfiguration('files').update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);",
		);
	});
});

describe('unsaved edits of the user', () => {
	test('unsaved edits are not written over before the agent has seen them', async () => {
		writeFileSync(file('dirty.txt'), 'first\nlast\n');
		await type('dirty.txt', 'typed ');
		for (const [tool, input] of [
			['file_write', { path: 'dirty.txt', text: 'mine\n' }],
			['file_edit', { path: 'dirty.txt', edits: [{ oldText: 'last', newText: 'end' }] }],
		] as const) {
			expect(await refusal(tool, input)).toMatch(
				/^\[E_FILE_DIRTY\] dirty\.txt has unsaved edits that you have not seen:\n@@.*\n-first\n\+typed first/s,
			);
		}
		// A part of the file without them does not count as seen.
		await call(client, 'file_read', { path: 'dirty.txt', startLine: 2 });
		expect(await refusal('file_edit', { path: 'dirty.txt', edits: [{ oldText: 'last', newText: 'end' }] })).toContain(
			'E_FILE_DIRTY',
		);
		await call(client, 'file_read', { path: 'dirty.txt' });
		await edit('dirty.txt', 'last', 'end');
		expect(onDisk('dirty.txt')).toBe('typed first\nend\n');
		await revert();
	});

	test('edits that began before another program changed the file stay in the editor, and nothing is written', async () => {
		writeFileSync(file('conflict.txt'), 'base\n');
		await type('conflict.txt', 'user ');
		writeFileSync(file('conflict.txt'), 'other program, with another length\n');
		await call(client, 'file_read', { path: 'conflict.txt' });
		expect(await refusal('file_edit', { path: 'conflict.txt', edits: [{ oldText: 'base', newText: 'x' }] })).toMatch(
			/^\[E_FILE_DIRTY\] conflict\.txt has unsaved edits, and another program has changed it on disk/,
		);
		expect(onDisk('conflict.txt')).toBe('other program, with another length\n');
		expect(textOf(await call(client, 'file_read', { path: 'conflict.txt' }))).toContain('user base');
		await revert();
	});

	test('the cursor of the user stays where it is when the agent changes another line', async () => {
		writeFileSync(file('cursor.txt'), 'one\ntwo\nthree\n');
		const cursor = await open()
			.window.evaluate(
				`const document = await vscode.workspace.openTextDocument(args.path);
				const editor = await vscode.window.showTextDocument(document, { preview: false });
				editor.selection = new vscode.Selection(2, 3, 2, 3);`,
				{ path: file('cursor.txt') },
			)
			.then(() => edit('cursor.txt', 'one\n', 'zero\none\n'))
			.then(() => open().window.evaluate('return vscode.window.activeTextEditor.selection.active;'));
		expect(cursor).toEqual({ line: 3, character: 3 });
	});
});

describe('two agents', () => {
	test('two agents that edit one file at the same time have both edits in', async () => {
		writeFileSync(file('shared.txt'), Array.from({ length: 40 }, (_, index) => `line ${index};`).join('\n'));
		await Promise.all(
			Array.from({ length: 20 }, (_, index) => [
				edit('shared.txt', `line ${index};`, `first ${index};`),
				edit('shared.txt', `line ${index + 20};`, `second ${index + 20};`, other),
			]).flat(),
		);
		const expected = Array.from({ length: 40 }, (_, index) => `${index < 20 ? 'first' : 'second'} ${index};`).join(
			'\n',
		);
		expect(onDisk('shared.txt')).toBe(expected);
	});

	test('one of two agents that replace one file at the same time is told that it has changed', async () => {
		for (let round = 0; round < 10; round++) {
			const path = `replaced-${round}.txt`;
			writeFileSync(file(path), 'base\n');
			if (round % 2 === 0) {
				await Promise.all([call(client, 'file_read', { path }), call(other, 'file_read', { path })]);
			}
			const answers = await Promise.all([
				call(client, 'file_write', { path, text: 'by the first\n' }),
				call(other, 'file_write', { path, text: 'by the second\n' }),
			]);
			const refused = answers.filter(answer => textOf(answer).startsWith('[E_FILE_CHANGED]'));
			expect(refused).toHaveLength(1);
			expect(onDisk(path)).toBe(answers[0].isError ? 'by the second\n' : 'by the first\n');
		}
	});

	test('an edit whose text the other one has just replaced is refused with the reason', async () => {
		writeFileSync(file('same.txt'), 'the only line\n');
		const answers = await Promise.all([
			call(client, 'file_edit', { path: 'same.txt', edits: [{ oldText: 'the only', newText: 'my first' }] }),
			call(other, 'file_edit', { path: 'same.txt', edits: [{ oldText: 'the only', newText: 'my second' }] }),
		]);
		expect(answers.filter(answer => textOf(answer).startsWith('[E_EDIT_NOT_MATCHED]'))).toHaveLength(1);
	});
});
