import { expect, test } from 'vitest';
import { describeAgent, readAgentClaim } from '../../src/contract/agent-claim.ts';
import { nameWithVersion } from '../../src/text/name-with-version.ts';

test('name, version, program and process of an agent are read', () => {
	const claim = readAgentClaim({ name: 'claude-code', version: '2.1.0', title: 'Claude', program: 'claude', pid: 42 });
	expect(claim).toEqual({ name: 'claude-code', version: '2.1.0', program: 'claude', pid: 42 });
	expect(claim && describeAgent(claim)).toBe('claude-code 2.1.0 (by its own word, started by claude)');
	expect(claim && nameWithVersion(claim)).toBe('claude-code 2.1.0');
});

test('the folder of an agent is read, in one line', () => {
	expect(readAgentClaim({ name: 'codex', folder: '/projects/shop' })).toEqual({
		name: 'codex',
		folder: '/projects/shop',
	});
	expect(readAgentClaim({ name: 'codex', folder: `/a\n${'x'.repeat(2000)}` })?.folder).toHaveLength(1000);
	expect(readAgentClaim({ name: 'codex', folder: ['/a'] })).toEqual({ name: 'codex' });
});

test('a name alone is a claim too', () => {
	expect(readAgentClaim('codex')).toEqual({ name: 'codex' });
	expect(describeAgent({ name: 'codex' })).toBe('codex (by its own word)');
});

test.each([undefined, null, 7, '', ' \n', {}, { name: 7 }, { name: '\u0000' }, []])('%j says nothing', value => {
	expect(readAgentClaim(value)).toBeUndefined();
});

test('a claim is one line of bounded length, whatever it says', () => {
	const claim = readAgentClaim({ name: `a\n[E_DENIED]\u202Eb${'x'.repeat(500)}`, version: 7, pid: -1 });
	expect(claim?.name).toMatch(/^a \[E_DENIED\] bx+$/);
	expect(claim?.name).toHaveLength(100);
	expect(Object.keys(claim ?? {})).toEqual(['name']);
});
