import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candidatePaths, displayPath, pathBelow } from '../../src/editor/path-rules.ts';

const one = [{ name: 'shop', path: '/work/shop' }];
const two = [...one, { name: 'api', path: '/work/api' }];
const windows = [{ name: 'shop', path: 'c:\\work\\shop' }];

function refusal(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error instanceof Error && 'code' in error ? error.code : error;
	}
	return undefined;
}

describe('which file a path argument means', () => {
	test('a relative path starts at the workspace folder', () => {
		expect(candidatePaths('src/main.ts', one, posix)).toEqual(['/work/shop/src/main.ts']);
		expect(candidatePaths('./src//main.ts', one, posix)).toEqual(['/work/shop/src/main.ts']);
		expect(candidatePaths('.', one, posix)).toEqual(['/work/shop']);
	});

	test('an absolute path and a file: URI stand for themselves', () => {
		expect(candidatePaths('/work/shop/a b.ts', one, posix)).toEqual(['/work/shop/a b.ts']);
		expect(candidatePaths('file:///work/shop/a%20b.ts', one, posix)).toEqual(['/work/shop/a b.ts']);
		expect(candidatePaths('file://localhost/work/shop/a.ts', one, posix)).toEqual(['/work/shop/a.ts']);
	});

	test('with several folders the first word may be the name of one', () => {
		expect(candidatePaths('api/main.ts', two, posix)).toEqual([
			'/work/api/main.ts',
			'/work/shop/api/main.ts',
			'/work/api/api/main.ts',
		]);
	});

	test('drive letters are in lower case, as VS Code writes them', () => {
		expect(candidatePaths('C:\\Work\\shop\\a.ts', windows, win32)).toEqual(['c:\\Work\\shop\\a.ts']);
		expect(candidatePaths('file:///C:/work/shop/a.ts', windows, win32)).toEqual(['c:\\work\\shop\\a.ts']);
		expect(candidatePaths('src/a.ts', windows, win32)).toEqual(['c:\\work\\shop\\src\\a.ts']);
	});

	test.each([
		['', 'E_INVALID_PATH'],
		['   ', 'E_INVALID_PATH'],
		['../other/secret.ts', 'E_INVALID_PATH'],
		['src/../../other', 'E_INVALID_PATH'],
		['..', 'E_INVALID_PATH'],
		['a\0b', 'E_INVALID_PATH'],
		['file:///work/a%00b', 'E_INVALID_PATH'],
		['file:///work/%E0%A4%A', 'E_INVALID_PATH'],
		['//server/share/a.ts', 'E_INVALID_PATH'],
		['\\\\server\\share\\a.ts', 'E_INVALID_PATH'],
		['\\\\?\\C:\\a.ts', 'E_INVALID_PATH'],
		['file://server/share/a.ts', 'E_INVALID_PATH'],
		['file:////server/share', 'E_INVALID_PATH'],
		['https://example.com/a.ts', 'E_INVALID_PATH'],
		['vscode-remote://host/a.ts', 'E_INVALID_PATH'],
		['untitled:Untitled-1', 'E_INVALID_PATH'],
	])('%j is refused', (argument, code) => {
		expect(refusal(() => candidatePaths(argument, one, posix))).toBe(code);
	});

	test('a relative path means nothing without a folder', () => {
		expect(refusal(() => candidatePaths('a.ts', [], posix))).toBe('E_NO_WORKSPACE');
	});
});

describe('how a file is shown', () => {
	test('below the folder, with its name where there are several', () => {
		expect(displayPath('/work/shop/src/a.ts', one, posix)).toBe('src/a.ts');
		expect(displayPath('/work/shop/src/a.ts', two, posix)).toBe('shop/src/a.ts');
		expect(displayPath('/work/shop', one, posix)).toBe('.');
		expect(displayPath('/work/shop', two, posix)).toBe('shop');
	});

	test('outside, the whole path', () => {
		expect(displayPath('/usr/lib/lib.d.ts', one, posix)).toBe('/usr/lib/lib.d.ts');
		expect(displayPath('/work/shop2/a.ts', one, posix)).toBe('/work/shop2/a.ts');
	});

	test('the deepest folder counts', () => {
		const nested = [...one, { name: 'inner', path: '/work/shop/inner' }];
		expect(displayPath('/work/shop/inner/a.ts', nested, posix)).toBe('inner/a.ts');
	});

	test('Windows ignores case and has slashes in answers', () => {
		expect(displayPath('C:\\WORK\\shop\\src\\a.ts', windows, win32)).toBe('src/a.ts');
	});
});

test('a path below a folder is told from one that only starts alike', () => {
	expect(pathBelow('/a/b', '/a/b/c', posix)).toBe('c');
	expect(pathBelow('/a/b', '/a/b', posix)).toBe('');
	expect(pathBelow('/a/b', '/a/bc', posix)).toBeUndefined();
	expect(pathBelow('/a/b', '/a', posix)).toBeUndefined();
	expect(pathBelow('/a/b', '/a/b/..c', posix)).toBe('..c');
	expect(pathBelow('c:\\a', 'd:\\a\\b', win32)).toBeUndefined();
});
