import { describe, expect, test } from 'vitest';
import { scram } from '../../src/mongodb/scram.ts';

const NONCE = 'rOprNGfwEbeRWgbNEkqO';
const SERVER_FIRST = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096';
const LOGIN = { mechanism: 'SCRAM-SHA-256', user: 'user', password: 'pencil' } as const;

describe('the login by SCRAM', () => {
	test('follows the example of RFC 7677', async () => {
		const sent: string[] = [];
		await scram(
			LOGIN,
			{
				start: message => Promise.resolve((sent.push(message), SERVER_FIRST)),
				goOn: message => Promise.resolve((sent.push(message), 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')),
			},
			NONCE,
		);
		expect(sent).toEqual([
			'n,,n=user,r=rOprNGfwEbeRWgbNEkqO',
			'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
		]);
	});

	test.each([
		['does not know the password', SERVER_FIRST, 'v=AAAA'],
		['proves nothing', SERVER_FIRST, ''],
		['did not see our nonce', 'r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096', ''],
		['adds nothing to it', `r=${NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`, ''],
		['makes the password cheap to guess', SERVER_FIRST.replace('4096', '1'), ''],
		['would keep us busy', SERVER_FIRST.replace('4096', '999999999'), ''],
	])('fails with a server that %s', async (_name, first, final) => {
		const server = { start: () => Promise.resolve(first), goOn: () => Promise.resolve(final) };
		await expect(scram(LOGIN, server, NONCE)).rejects.toThrow();
	});
});
