import { expect, test } from 'vitest';
import { encodingArgument } from '../../../src/editor/search/encoding-argument.ts';

test.each([
	['utf8', []],
	['utf8bom', []],
	['windows1252', ['--encoding=windows-1252']],
	['iso88591', ['--encoding=iso88591']],
	['shiftjis', ['--encoding=shift_jis']],
	['made-up', []],
	[undefined, []],
])('gives ripgrep its own name for files.encoding %s', (setting, args) => {
	expect(encodingArgument(setting)).toEqual(args);
});
