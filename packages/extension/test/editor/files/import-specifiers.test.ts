import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	brokenImports,
	importedWord,
	type Relocation,
	stillImports,
} from '../../../src/editor/files/import-specifiers.ts';

const file = (from: string, to: string): Relocation => ({ from, to, kind: 'file' });
const folder = (from: string, to: string): Relocation => ({ from, to, kind: 'folder' });

describe('imports that a move breaks', () => {
	test.each([
		['an import', '/p/one.ts', "import { a } from './unit.js';", file('/p/unit.ts', '/p/x.ts'), ['./unit.js']],
		['an import without ending', '/p/one.ts', 'import a from "./unit"', file('/p/unit.tsx', '/p/x.tsx'), ['./unit']],
		['an export', '/p/d/one.ts', "export * from '../unit.js'", file('/p/unit.ts', '/p/x.ts'), ['../unit.js']],
		['a dynamic import', '/p/one.ts', "await import( './unit.js' )", file('/p/unit.ts', '/p/x.ts'), ['./unit.js']],
		['a require', '/p/one.cjs', "const a = require('./unit')", file('/p/unit.cjs', '/p/x.cjs'), ['./unit']],
		['a folder by its index', '/p/one.ts', "import './kit'", file('/p/kit/index.ts', '/p/kit/x.ts'), ['./kit']],
		['a style sheet', '/p/one.ts', "import './a.css'", file('/p/a.css', '/p/b.css'), ['./a.css']],
		['an import into a folder', '/p/one.ts', "import './kit/a.js'", folder('/p/kit', '/p/set'), ['./kit/a.js']],
		[
			'an import out of a moved file',
			'/p/unit.ts',
			"import './base.js'",
			file('/p/unit.ts', '/p/d/unit.ts'),
			['./base.js'],
		],
		['an import out of a moved folder', '/p/kit/a.ts', "import '../b.js'", folder('/p/kit', '/p/d/kit'), ['../b.js']],
		['nothing within a moved folder', '/p/kit/a.ts', "import './b.js'", folder('/p/kit', '/p/set'), []],
		[
			'nothing out of a file that stays in its folder',
			'/p/unit.ts',
			"import './b.js'",
			file('/p/unit.ts', '/p/x.ts'),
			[],
		],
		['no other file', '/p/one.ts', "import './units.js'", file('/p/unit.ts', '/p/x.ts'), []],
		['no folder of a similar name', '/p/one.ts', "import './kits/a.js'", folder('/p/kit', '/p/set'), []],
		['no package', '/p/one.ts', "import 'unit'", file('/p/unit.ts', '/p/x.ts'), []],
		['no mere text', '/p/one.ts', "const a = './unit.js';", file('/p/unit.ts', '/p/x.ts'), []],
	])('a move affects %s', (_what, from, text, move, expected) => {
		expect(brokenImports(from, text, move, posix)).toEqual(expected);
	});

	test('imports are found by the rules of Windows too', () => {
		const move = folder('c:\\p\\kit', 'c:\\p\\set');
		expect(brokenImports('c:\\p\\one.ts', "import './kit/a.js'", move, win32)).toEqual(['./kit/a.js']);
	});
});

test('an import that is still there is outdated', () => {
	expect(stillImports("import './unit.js'", ['./unit.js'])).toBe(true);
	expect(stillImports("import './x.js'; // was ./unit.js", ['./unit.js'])).toBe(false);
});

test.each([
	[file('/p/unit.d.ts', '/p/x.d.ts'), 'unit'],
	[file('/p/kit/index.ts', '/p/kit/x.ts'), 'kit'],
	[file('/p/a.css', '/p/b.css'), 'a.css'],
	[folder('/p/kit', '/p/set'), 'kit'],
])('%j is looked for by %s', (move, word) => {
	expect(importedWord(move, posix)).toBe(word);
});
