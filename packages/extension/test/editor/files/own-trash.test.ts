import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { moveToOwnTrash } from '../../../src/editor/files/own-trash.ts';

let root: string;
let trash: string;
beforeEach(() => {
	root = temporaryFolder();
	trash = join(root, 'home/trash');
	mkdirSync(join(root, 'project/src'), { recursive: true });
	writeFileSync(join(root, 'project/src/a.ts'), 'a');
	symlinkSync('a.ts', join(root, 'project/src/link.ts'));
});

const now = Date.parse('2026-03-31T12:00:00Z');
const fail = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test.each([
	['on the same file system', undefined],
	['on another one', fail('EXDEV')],
])('moves a folder with links in it, %s', async (_where, move) => {
	const source = join(root, 'project/src');
	const target = await moveToOwnTrash(trash, source, { now, ...(move && { move }) });
	expect(target).toMatch(/home\/trash\/2026-03-31-[0-9a-f]{8}\/src$/);
	expect(existsSync(source)).toBe(false);
	expect(readFileSync(join(target, 'a.ts'), 'utf8')).toBe('a');
	expect(readlinkSync(join(target, 'link.ts'))).toBe('a.ts');
});

test('two files of the same name do not overwrite each other', async () => {
	const source = join(root, 'project/src/a.ts');
	const first = await moveToOwnTrash(trash, source);
	writeFileSync(source, 'second');
	const second = await moveToOwnTrash(trash, source);
	expect([first, second].map(path => readFileSync(path, 'utf8'))).toEqual(['a', 'second']);
});

test('a file that cannot be moved stays, and nothing is left of the attempt', async () => {
	const source = join(root, 'project/src/a.ts');
	await expect(moveToOwnTrash(trash, source, { move: fail('EACCES') })).rejects.toMatchObject({ code: 'EACCES' });
	expect(existsSync(source)).toBe(true);
	expect(readdirSync(trash)).toEqual([]);
});

test('only folders of ours that are older than thirty days are removed', async () => {
	for (const name of ['2026-02-28-aaaaaaaa', '2026-03-01-bbbbbbbb', 'notes']) {
		mkdirSync(join(trash, name), { recursive: true });
	}
	await moveToOwnTrash(trash, join(root, 'project/src/a.ts'), { now });
	const left = readdirSync(trash).filter(name => !name.startsWith('2026-03-31'));
	expect(left.sort()).toEqual(['2026-03-01-bbbbbbbb', 'notes']);
});
