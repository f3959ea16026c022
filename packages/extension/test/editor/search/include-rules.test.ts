import { describe, expect, test } from 'vitest';
import { includeRules } from '../../../src/editor/search/include-rules.ts';

describe('the ignore file that leaves only what is included', () => {
	test.each([
		[['**/*.ts'], ['*', '!*/', '!/**/*.ts', '!/**/*.ts/**']],
		[['src/lib'], ['*', '!/src/', '!/src/lib', '!/src/lib/**']],
		[
			['packages/*/src/**/a.ts'],
			[
				'*',
				'!/packages/',
				'!/packages/*/',
				'!/packages/*/src/',
				'!/packages/*/src/**/',
				'!/packages/*/src/**/a.ts',
				'!/packages/*/src/**/a.ts/**',
			],
		],
		[['**'], ['*', '!*']],
	])('%j becomes %j', (globs, lines) => {
		expect(includeRules(globs)).toEqual(lines);
	});
});
