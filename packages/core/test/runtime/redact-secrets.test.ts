import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/runtime/redact-secrets.ts';

const redact = (text: string) => createRedactor([]).redact(text);

// Put together at run time, so that no scanner takes this file for a leak.
const SECRETS: Record<string, string> = {
	'private key': ['-----BEGIN PRIVATE', ' KEY-----\nMIIabc\n-----END PRIVATE', ' KEY-----'].join(''),
	'connection password': ['postgres://app:', 's3cr3t', '@db.local/shop'].join(''),
	'GitHub token': `ghp_${'a1'.repeat(18)}`,
	'Slack token': `xoxb-${'1234567890'.repeat(2)}`,
	'npm token': `npm_${'a'.repeat(36)}`,
	'AWS key': `AKIA${'ABCD1234'.repeat(2)}`,
	'model key': `sk-ant-${'x'.repeat(40)}`,
	'bearer header': `Authorization: Bearer ${'t'.repeat(43)}`,
};

describe.each(Object.entries(SECRETS))('%s', (_kind, secret) => {
	test('is taken out, wherever it stands', () => {
		const redacted = redact(`before ${secret} after`);
		expect(redacted).toMatch(/^before .*\[redacted [a-z ]+\].* after$/s);
		expect(redacted).not.toContain(secret);
	});
});

test.each([
	'const password = process.env.PASSWORD;',
	'https://example.org/path?user=a&password=b',
	'see http://localhost:3000/a@b',
	'git@github.com:owner/name.git',
	'sk-short and ghp_short',
	'skip-worktree-and-other-long-hyphenated-words-are-not-keys',
	'-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
])('ordinary text stays: %s', text => {
	expect(redact(text)).toBe(text);
});

test('the window never gives away its own token', () => {
	const redactor = createRedactor(['own-token']);
	expect(redactor.redactAll({ a: ['x own-token', { b: 'own-token' }], n: 1, z: null })).toEqual({
		a: ['x [redacted token]', { b: '[redacted token]' }],
		n: 1,
		z: null,
	});
	expect(redactor.count).toBe(2);
});
