import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

const { workbench, open } = useShopWindow();
let client: Client;
beforeAll(async () => {
	client = await connectHttp(open().entry);
});
afterAll(async () => {
	await client.close();
});

const file = (name: string) => join(open().folder, name);
const read = async (path: string, rest = {}) => textOf(await call(client, 'file_read', { path, ...rest }));

describe('file_read', () => {
	test('gives what the user has typed and not saved', async () => {
		writeFileSync(file('notes.txt'), 'saved\n');
		await open().window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			const editor = await vscode.window.showTextDocument(document);
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'typed '));`,
			{ path: file('notes.txt') },
		);
		expect(await read('notes.txt')).toMatch(/^line 1 of 1 \(version \S+, unsaved edits\)\n1 typed saved$/);
		await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	test('gives the new text of a file that changed on disk a moment ago', async () => {
		writeFileSync(file('disk.txt'), 'old\n');
		expect(await read('disk.txt')).toContain('1 old');
		for (let round = 0; round < 10; round++) {
			writeFileSync(file('disk.txt'), `round ${round}\n`);
			expect(await read('disk.txt')).toContain(`1 round ${round}`);
		}
	});

	test.each([
		['UTF-8 with a mark', Buffer.from('\uFEFFé\r\nb\r\n'), /utf8bom, CRLF.*\n1 é\n2 b$/s],
		['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é\nb', 'utf16le')]), /utf16le.*\n1 é\n2 b$/s],
		['no line break at the end', Buffer.from('a\nb'), /lines 1 to 2 of 2.*\n1 a\n2 b$/s],
		['nothing', Buffer.from(''), /\(empty file\)$/],
	])('reads %s', async (name, content, expected) => {
		const path = `${name.replaceAll(/\W/g, '-')}.txt`;
		writeFileSync(file(path), content);
		expect(await read(path)).toMatch(expected);
	});

	test('takes relative and absolute paths and URIs', async () => {
		for (const path of ['src/cart.ts', './src/../src/cart.ts', file('src/cart.ts'), `file://${file('src/cart.ts')}`]) {
			expect(await read(path, { endLine: 1 })).toMatch(/^line 1 of 22/);
		}
	});

	test.each([
		['a file that is not there', 'src/carts.ts', 'E_FILE_NOT_FOUND'],
		['a folder', 'src', 'E_IS_FOLDER'],
		['a binary file', 'data.bin', 'E_FILE_BINARY'],
		['a path out of the workspace', '../other/secret.txt', 'E_OUTSIDE_WORKSPACE'],
		['a link out of the workspace', 'link.txt', 'E_OUTSIDE_WORKSPACE'],
		['an absolute path out of the workspace', '/etc/hostname', 'E_OUTSIDE_WORKSPACE'],
		['a path with a NUL', 'a\u0000b', 'E_INVALID_PATH'],
		['another scheme', 'https://example.org/a.ts', 'E_INVALID_PATH'],
	])('%s is %s', async (_what, path, code) => {
		const secret = join(workbench().makeFolder('other'), 'secret.txt');
		writeFileSync(secret, 'secret');
		writeFileSync(file('data.bin'), Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 7]));
		try {
			symlinkSync(secret, file('link.txt'));
		} catch {
			// It is there already.
		}
		expect(await read(path)).toMatch(new RegExp(`^\\[${code}\\]`));
	});

	test('secrets in a file do not leave the window', async () => {
		mkdirSync(file('keys'), { recursive: true });
		writeFileSync(
			file('keys/id'),
			['-----BEGIN PRIVATE', ' KEY-----\nMIIsecret\n-----END PRIVATE', ' KEY-----\n'].join(''),
		);
		writeFileSync(file('keys/token'), open().entry.token);
		expect(await read('keys/id')).not.toContain('MIIsecret');
		expect(await read('keys/token')).not.toContain(open().entry.token);
	});
});

describe('the editor', () => {
	test('editor_open shows the place, and editor_context tells it back', async () => {
		const opened = await call(client, 'editor_open', {
			path: 'src/cart.ts',
			line: 18,
			column: 2,
			endLine: 18,
			endColumn: 7,
		});
		expect(opened.structuredContent).toMatchObject({
			data: { path: 'src/cart.ts', line: 18, column: 2, endColumn: 7 },
		});
		const { structuredContent } = await eventually(async () => {
			const answer = await call(client, 'editor_context');
			expect(answer.structuredContent).toMatchObject({ data: { active: { enclosing: ['Cart', 'total'] } } });
			return answer;
		});
		expect(structuredContent).toMatchObject({
			data: {
				active: {
					path: 'src/cart.ts',
					language: 'typescript',
					selections: [{ line: 18, column: 2, endLine: 18, endColumn: 7, text: 'total' }],
				},
				tabs: [{ path: 'src/cart.ts', active: true, dirty: false, group: 1 }],
			},
		});
		const seen = await open().window.evaluate(
			'return vscode.window.activeTextEditor.document.getText(vscode.window.activeTextEditor.selection)',
		);
		expect(seen).toBe('total');
	});

	test.each([
		[{ path: 'src/cart.ts', line: 999 }, 'E_INVALID_LINE'],
		[{ path: 'src/none.ts' }, 'E_FILE_NOT_FOUND'],
		[{ path: 'src' }, 'E_IS_FOLDER'],
	])('editor_open %j is %s', async (input, code) => {
		expect(textOf(await call(client, 'editor_open', input))).toMatch(new RegExp(`^\\[${code}\\]`));
	});
});
