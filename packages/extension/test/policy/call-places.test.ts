import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesBelow, placesOf } from '../../src/policy/call-places.ts';

function project() {
	const path = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-places-')));
	mkdirSync(join(path, 'src', 'deep'), { recursive: true });
	writeFileSync(join(path, 'src', 'a.ts'), '');
	writeFileSync(join(path, 'src', 'deep', 'b.ts'), '');
	return { path, folders: [{ path, name: 'shop' }] };
}

test('what lies in a folder is found at every depth, and nothing behind links', () => {
	const { path, folders } = project();
	symlinkSync(path, join(path, 'src', 'round'));
	expect([...(placesBelow([join(path, 'src')], folders) ?? [])].sort()).toEqual([
		...['src/a.ts', 'src/deep', 'src/deep/b.ts', 'src/round'],
	]);
	expect(placesBelow([join(path, 'src', 'a.ts'), join(path, 'missing')], folders)).toEqual([]);
});

test('a folder that holds more than a call may wait for is not looked through', () => {
	const { path, folders } = project();
	expect(placesBelow([join(path, 'src')], folders, 3)).toHaveLength(3);
	expect(placesBelow([join(path, 'src')], folders, 2)).toBeUndefined();
});

test('a link to a file that is not there yet is judged by where the file would come to be', () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-places-')));
	mkdirSync(join(folder, 'secrets'));
	symlinkSync('secrets/key.pem', join(folder, 'notes.txt'));
	expect(placesOf(['notes.txt'], [{ path: folder, name: 'x' }])).toEqual(['notes.txt', 'secrets/key.pem']);
});
