import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { realPathOr, realPlace, resolveRealPath } from '../src/real-path.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root: string;
beforeAll(() => {
	root = temporaryFolder('place');
	mkdirSync(join(root, '.vscode'));
	mkdirSync(join(root, 'src'));
	writeFileSync(join(root, 'src/a.ts'), '');
	symlinkSync('.vscode', join(root, 'docs'));
	symlinkSync('docs/settings.json', join(root, 'notes.txt'));
	symlinkSync('notes.txt', join(root, 'twice.txt'));
	symlinkSync('../.vscode/tasks.json', join(root, 'src/tasks.txt'));
	symlinkSync('loop', join(root, 'loop'));
});

test.each([
	['src/a.ts', 'src/a.ts', true],
	['src/b/c.ts', 'src/b/c.ts', false],
	['docs', '.vscode', true],
	['docs/new/file.json', '.vscode/new/file.json', false],
	['notes.txt', '.vscode/settings.json', false],
	['twice.txt', '.vscode/settings.json', false],
	['src/tasks.txt', '.vscode/tasks.json', false],
])('%s leads to %s', async (asked, real, exists) => {
	expect(await resolveRealPath(join(root, asked))).toEqual({
		asked: join(root, asked),
		real: join(root, real),
		exists,
	});
	expect(realPlace(join(root, asked))).toBe(join(root, real));
	expect(realPathOr(join(root, asked))).toBe(join(root, exists ? real : asked));
});

test('a link that leads to itself leads nowhere', async () => {
	await expect(resolveRealPath(join(root, 'loop'))).rejects.toMatchObject({ code: 'E_INVALID_PATH' });
	expect(realPlace(join(root, 'loop/x'))).toBe(join(root, 'loop/x'));
});
