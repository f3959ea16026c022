import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/tools/setting/secret-settings.ts';

const REDACTED = '[redacted password]';

describe('settings that hold secrets', () => {
	test.each([
		['mail.password', 'hunter2', REDACTED],
		['service.apiKey', 'abc', REDACTED],
		['service.API_TOKEN', 'abc', REDACTED],
		['vendor.client-secret', 'abc', REDACTED],
		['sqltools.connections', [{ name: 'shop', password: 'x' }], [{ name: 'shop', password: REDACTED }]],
		[
			'terminal.integrated.env.linux',
			{ PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'x' },
			{ PATH: '/bin', AWS_SECRET_ACCESS_KEY: REDACTED },
		],
		['vendor.tokens', { prod: { token: ['a', 'b'] } }, { prod: { token: [REDACTED, REDACTED] } }],
	])('%s', (key, value, shown) => {
		expect(withoutSecrets(key, value)).toEqual(shown);
	});
});

test.each([
	['editor.tokenColorCustomizations', { comments: '#aaa' }],
	['editor.tabSize', 4],
	['http.proxyAuthorization', null],
	['vendor.maxTokens', 4000],
	['vendor.password', ''],
	['vendor.token', ['$', '{env:TOKEN}'].join('')],
	['vendor.passwordCommand', 'pass show mail'],
	['workbench.keybindings', 'ctrl+k'],
])('%s is shown as it is', (key, value) => {
	expect(withoutSecrets(key, value)).toEqual(value);
});
