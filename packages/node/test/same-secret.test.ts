import { timingSafeEqual } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSameSecret } from '../src/same-secret.ts';

test.each([
	['token', 'token', true],
	['taken', 'token', false],
	['toke', 'token', false],
	[undefined, 'token', false],
	['', '', false],
	[undefined, undefined, false],
])('%s is taken for the secret %s: %s', (given, expected, same) => {
	expect(isSameSecret(given, expected, timingSafeEqual)).toBe(same);
});
