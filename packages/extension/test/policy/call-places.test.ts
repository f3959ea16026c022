import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decide, type PolicyCall } from '@hawser/core/policy/decide.ts';
import { candidatePaths } from '@hawser/node/path-rules.ts';
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

/** Ways to write `secrets/key.txt` below the address of a folder, each with the file that the tools open. */
test.each([
	['a slash', 'secrets%2Fkey.txt', 'secrets/key.txt'],
	['a slash in small letters', 'secrets%2fkey.txt', 'secrets/key.txt'],
	['dots', 'src/%2e%2E/secrets/key.txt', 'secrets/key.txt'],
	['dots and slashes', 'src%2F..%2Fsecrets%2Fkey.txt', 'secrets/key.txt'],
	['letters', '%73ecrets/key.txt', 'secrets/key.txt'],
	['what is encoded twice is a name', 'secrets%252Fkey.txt', 'secrets%2Fkey.txt'],
])('an address is judged by the file that the tools open: %s', (_what, below, place) => {
	const { path, folders } = project();
	for (const scheme of ['file://', 'FILE://', 'file://localhost']) {
		const address = `${scheme}${pathToFileURL(path).pathname}/${below}`;
		expect(placesOf([address], folders)).toEqual([place]);
		expect(candidatePaths(address, folders)).toEqual([join(path, place)]);
	}
});

test.each([
	['an address that is not well-formed', 'file:///p/secrets%2'],
	['a byte that ends a path', 'file:///p/secrets/key.txt%00.md'],
	['another machine', 'file://elsewhere/p/secrets/key.txt'],
	['one slash', 'file:/p/secrets/key.txt'],
	['a network path behind it', 'file:////elsewhere/p'],
	['a question behind it', 'file:///p/secrets/key.txt?x'],
	['another scheme', 'vscode-remote://ssh-remote+x/p/secrets/key.txt'],
	['the same in capitals', 'VSCODE-REMOTE://wsl+x/p/secrets/key.txt'],
])('what the tools do not take for a file may be any, to a rule that narrows: %s', (_what, address) => {
	const { path, folders } = project();
	expect(() => candidatePaths(address, folders)).toThrow();
	const paths = placesOf([address], folders);
	const call: PolicyCall = {
		...{ tool: 'file_read', effect: 'reads', agent: 'a', folders: [path], paths, onlyThesePaths: true },
	};
	for (const rule of ['secrets/**', '*.pem', '/deep/er']) {
		for (const decision of ['deny', 'ask'] as const) {
			expect(decide(call, [{ decision, path: rule }], 'guarded', 0).decision).toBe(decision);
		}
		expect(decide({ ...call, effect: 'edits' }, [{ decision: 'allow', path: rule }], 'ask', 0).decision).toBe('ask');
	}
	expect(placesBelow([address], folders)).toBeUndefined();
});

test('the name of a folder is compared as the tools compare it', () => {
	const folders = [
		{ path: 'c:\\work\\shop', name: 'Shop' },
		{ path: 'c:\\work\\blog', name: 'blog' },
	];
	expect(candidatePaths('sHOP/secrets/key.txt', folders, win32)[0]).toBe('c:\\work\\shop\\secrets\\key.txt');
	expect(placesOf(['sHOP/secrets/key.txt'], folders, win32)).toContain('secrets/key.txt');
});
