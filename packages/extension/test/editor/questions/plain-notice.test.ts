import { expect, test } from 'vitest';
import { plainNotice } from '../../../src/editor/questions/plain-notice.ts';

/** VS Code's own pattern for links in notifications. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

test.each([
	'[Allow](command:workbench.action.terminal.sendSequence)',
	'[a]\n(command:b)',
	'[[a](command:b)](command:c)',
	'a](](command:b)',
	'[a](https://example.org)',
	`${'x'.repeat(996)}[a](command:b)`,
])('%j has nothing to click', text => {
	expect(plainNotice(text)).not.toMatch(LINK);
});

test('ordinary text stays as it is', () => {
	expect(plainNotice('Tests (3) passed: [a], (b) and array[0] (first).')).toBe(
		'Tests (3) passed: [a], (b) and array[0] (first).',
	);
});

test('the end of a text that is too long is not lost without a sign', () => {
	const text = plainNotice('x'.repeat(2000));
	expect(text).toHaveLength(1000);
	expect(text).toMatch(/x…$/);
});
