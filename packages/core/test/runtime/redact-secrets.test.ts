import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
	'basic header': `"authorization": "Basic ${'dXNlcjpwYXNz'.repeat(2)}"`,
	'private key without its end': ['-----BEGIN RSA PRIVATE', ' KEY-----\n', `${'MIIEowIBAAKCAQEA'.repeat(4)}\n`].join(
		'',
	),
	'private key with numbers of lines': ['1  -----BEGIN PRIVATE', ' KEY-----\n2  ', 'MIIE'.repeat(16), '\n'].join(''),
	'password of a user without a name': ['redis://:', 's3cr3t', '@cache.local'].join(''),
	'JSON web token': [
		'eyJhbGciOiJIUzI1NiJ9',
		'eyJzdWIiOiIxMjM0NSJ9',
		'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
	].join('.'),
	'AWS secret key': ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/b', 'PxRfiCYz12345678x'].join(''),
	'AWS secret key in JSON': ['"SecretAccessKey": "wJalrXUtnFEMI/K7MDENG/b', 'PxRfiCYz12345678x"'].join(''),
	'Stripe key': ['sk_live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
	'restricted Stripe key': ['rk_live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
	'Stripe webhook': `whsec_${'a1B2'.repeat(8)}`,
	'GitHub fine-grained token': `github_pat_${'a1B2_'.repeat(16)}`,
	'GitLab token': `glpat-${'a1B2c3D4e5'.repeat(2)}`,
	'GitLab runner': `glrt-${'a1B2c3D4e5'.repeat(2)}`,
	'Slack app token': `xapp-1-${'A012B345C6'.repeat(3)}`,
	'Slack webhook': ['https://hooks.slack.com/services', 'T0123ABCD', 'B0123ABCD', 'a1B2'.repeat(6)].join('/'),
	'PyPI token': `pypi-AgE${'IcHlwaS5vcmcC'.repeat(5)}`,
	'OpenAI key': `sk-proj-${'a1B2'.repeat(12)}`,
	'older OpenAI key': `sk-${'a1B2'.repeat(12)}`,
	'Google key': `AIza${'SyA-1b2C3'.repeat(3)}12345678`,
	'Google client secret': `GOCSPX-${'a1B2'.repeat(7)}`,
	'Google access token': `ya29.${'a0AfH6SM'.repeat(6)}`,
	'Azure storage key': `AccountKey=${'a1B2c3D4e5'.repeat(8)}abcdef==`,
	'Azure service bus': `SharedAccessKey=${'a1B2c3D4e5'.repeat(4)}abc=`,
	'Azure client secret': `abc8Q~${'a1B2c3D4e5'.repeat(3)}abc`,
	'SendGrid key': `SG.${'a1B2c3D4e5f'.repeat(2)}.${'a1B2c3D4e5'.repeat(4)}abc`,
	'Twilio key': `SK${'0123456789abcdef'.repeat(2)}`,
	'Twilio token': `TWILIO_AUTH_TOKEN=${'0123456789abcdef'.repeat(2)}`,
	'Mailgun key': `key-${'0123456789abcdef'.repeat(2)}`,
	'Hugging Face token': `hf_${'aBcDeFgHiJkLmNoPq'.repeat(2)}`,
	'DigitalOcean token': `dop_v1_${'0123456789abcdef'.repeat(4)}`,
	'Docker token': `dckr_pat_${'a1B2c3D4e5'.repeat(3)}`,
	'Vault token': `hvs.${'a1B2c3D4e5'.repeat(4)}`,
	'Telegram bot': `123456789:AA${'a1B2c3D4e5f'.repeat(3)}`,
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
	"const pem = '-----BEGIN PRIVATE KEY-----\\n' + body + '\\n-----END PRIVATE KEY-----';",
	'must be -----BEGIN PRIVATE KEY----- ... -----END PRIVATE KEY-----',
	'postgres://${USER}:${PASSWORD}@${HOST}/shop',
	'postgres://app:$PASSWORD@db.local/shop',
	'const secretAccessKey = credentials.secretAccessKey;',
	'eyJhbGciOiJIUzI1NiJ9 is a header without a token',
	'.sk-loading-indicator-of-the-settings-page-header { color: red }',
	'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
	'commit 0123456789abcdef0123456789abcdef01234567',
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
	'task_live_update and risk_test_results_of_the_year',
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

test('source of other projects stays as it is, but for their examples of secrets', () => {
	const packages = ['zod', 'eslint', 'vitest', '@types/node', 'smol-toml', 'yaml', '@typescript-eslint', 'fast-check'];
	const files = packages.flatMap(name => sourcesIn(path.join(NODE_MODULES, name)));
	const changed = files.flatMap(file => {
		const found = redact(readFileSync(file, 'utf8')).match(/\[redacted (?!password)[a-z ]+\]/g);
		return found === null ? [] : [path.relative(NODE_MODULES, file)];
	});
	expect(files.length).toBeGreaterThan(1000);
	// Tests of zod, with tokens that are made up.
	expect(changed.filter(file => !file.startsWith(path.join('zod', 'src', 'v4')))).toEqual([]);
	expect(changed.length).toBeLessThan(5);
});

const NODE_MODULES = path.join(import.meta.dirname, '../../../../node_modules');

function sourcesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter(entry => entry.isFile() && /\.(?:[cm]?[jt]s|json|md)$/.test(entry.name))
		.map(entry => path.join(entry.parentPath, entry.name));
}

test.each([
	['postgres', 'postgres', 'postgres'],
	['mysql', 'root', 'root'],
	['redis', 'r', 'd'],
	['postgres', 'app', 'p@ss@word'],
])('the password of %s://%s:%s@… goes, whatever else has its letters', (scheme, user, password) => {
	expect(redact(`${scheme}://${user}:${password}@db.local/shop`)).toBe(
		`${scheme}://${user}:[redacted password]@db.local/shop`,
	);
});
