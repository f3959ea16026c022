import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candidatePaths, displayPath, pathBelow } from '../src/path-rules.ts';

const one = [{ name: 'shop', path: '/code/shop' }];
const two = [...one, { name: 'api', path: '/code/api' }];
const windows = [{ name: 'shop', path: 'c:\\code\\shop' }];

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
		expect(candidatePaths('src/main.ts', one, posix)).toEqual(['/code/shop/src/main.ts']);
		expect(candidatePaths('./src//main.ts', one, posix)).toEqual(['/code/shop/src/main.ts']);
		expect(candidatePaths('.', one, posix)).toEqual(['/code/shop']);
	});

	test('an absolute path and a file: URI stand for themselves', () => {
		expect(candidatePaths('/code/shop/a b.ts', one, posix)).toEqual(['/code/shop/a b.ts']);
		expect(candidatePaths('file:///code/shop/a%20b.ts', one, posix)).toEqual(['/code/shop/a b.ts']);
		expect(candidatePaths('file://localhost/code/shop/a.ts', one, posix)).toEqual(['/code/shop/a.ts']);
	});

	test('with several folders the first word may be the name of one', () => {
		expect(candidatePaths('api/main.ts', two, posix)).toEqual([
			'/code/api/main.ts',
			'/code/shop/api/main.ts',
			'/code/api/api/main.ts',
		]);
	});

	test('drive letters are in lower case, as VS Code writes them', () => {
		expect(candidatePaths('C:\\Code\\shop\\a.ts', windows, win32)).toEqual(['c:\\Code\\shop\\a.ts']);
		expect(candidatePaths('file:///C:/code/shop/a.ts', windows, win32)).toEqual(['c:\\code\\shop\\a.ts']);
		expect(candidatePaths('src/a.ts', windows, win32)).toEqual(['c:\\code\\shop\\src\\a.ts']);
	});

	test.each([
		['', 'E_INVALID_PATH'],
		['   ', 'E_INVALID_PATH'],
		['../other/secret.ts', 'E_OUTSIDE_WORKSPACE'],
		['src/../../other', 'E_OUTSIDE_WORKSPACE'],
		['..', 'E_OUTSIDE_WORKSPACE'],
		['a\0b', 'E_INVALID_PATH'],
		['file:///code/a%00b', 'E_INVALID_PATH'],
		['file:///code/%E0%A4%A', 'E_INVALID_PATH'],
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
		expect(displayPath('/code/shop/src/a.ts', one, posix)).toBe('src/a.ts');
		expect(displayPath('/code/shop/src/a.ts', two, posix)).toBe('shop/src/a.ts');
		expect(displayPath('/code/shop', one, posix)).toBe('.');
		expect(displayPath('/code/shop', two, posix)).toBe('shop');
	});

	test('outside, the whole path', () => {
		expect(displayPath('/usr/lib/lib.d.ts', one, posix)).toBe('/usr/lib/lib.d.ts');
		expect(displayPath('/code/shop2/a.ts', one, posix)).toBe('/code/shop2/a.ts');
	});

	test('the deepest folder counts', () => {
		const nested = [...one, { name: 'inner', path: '/code/shop/inner' }];
		expect(displayPath('/code/shop/inner/a.ts', nested, posix)).toBe('inner/a.ts');
	});

	test('Windows ignores case and has slashes in answers', () => {
		expect(displayPath('C:\\CODE\\shop\\src\\a.ts', windows, win32)).toBe('src/a.ts');
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
