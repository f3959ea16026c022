import { execFileSync } from 'node:child_process';
import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readDocumentFile } from '../../../src/editor/shared/read-document-file.ts';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	workspace: {
		textDocuments: [],
		decode: (bytes: Uint8Array) => Promise.resolve(Buffer.from(bytes).toString('utf8')),
	},
}));

const { plainText, presentText } = await import('../../../src/editor/documents/saved-text.ts');
const { reviewFiles } = await import('../../../src/editor/documents/reviewed-edits.ts');
const { reviewedRemoval } = await import('../../../src/editor/files/reviewed-removal.ts');
const { fileFailure } = await import('../../../src/editor/shared/file-failure.ts');

const folder = mkdtempSync(join(tmpdir(), 'hawser-plain-'));
const uriOf = (name: string) => {
	const fsPath = join(folder, name);
	return { fsPath, scheme: 'file', toString: () => `file://${fsPath}` } as never;
};

test('a file is read, one that is too long or a folder is not', async () => {
	const file = join(folder, 'a.txt');
	writeFileSync(file, 'text');
	expect((await readDocumentFile(file)).toString()).toBe('text');
	await expect(readDocumentFile(file, 3)).rejects.toMatchObject({ code: 'E_FILE_TOO_LARGE', details: { size: 4 } });
	await expect(readDocumentFile(folder)).rejects.toMatchObject({ code: 'E_IS_FOLDER' });
	await expect(readDocumentFile(join(folder, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' });
});

const DELETION = { edit: { entries: () => [] }, targets: [], operations: [{ kind: 'delete' }] };
const REMOVAL = { path: 'it', folder: false, protectedFiles: [], consent: { protectionOf: vi.fn() } };
const PATHS = { show: () => 'it' };

/** What everybody who reads a file makes of one that they must not read. */
async function expectUnread(name: string, code: string): Promise<void> {
	const uri = uriOf(name);
	await expect(presentText(uri)).rejects.toMatchObject({ code });
	expect(await plainText(uri)).toBeUndefined();
	expect(await reviewedRemoval(uri, REMOVAL)).toMatchObject({ before: '', note: 'No text, or a very long one.' });
	const [shown] = await reviewFiles({ ...DELETION, operations: [{ kind: 'delete', uri }] } as never, PATHS);
	expect(shown?.before).toBe('');
	expect(await fileFailure(uri, PATHS as never, new Error('no'))).toMatchObject({ code });
}

test('a dump of a gigabyte is not read', async () => {
	const dump = join(folder, 'dump.sql');
	writeFileSync(dump, '');
	truncateSync(dump, 1024 ** 3);
	await expectUnread('dump.sql', 'E_FILE_TOO_LARGE');
});

test.skipIf(process.platform === 'win32')('a pipe to which nobody writes holds nobody up', async () => {
	execFileSync('mkfifo', [join(folder, 'pipe')]);
	await expectUnread('pipe', 'E_FILE_BINARY');
});
