import { expect, test } from 'vitest';
import { objectSchema, relayedName, relaySelection } from '../../src/relay/relayed-tools.ts';

test('patterns choose by the whole name, and never our own tools', () => {
	const isChosen = relaySelection(['runTests', 'github_*', ' ', '*']);
	expect(['runTests', 'github_issue', 'anything'].every(name => isChosen?.(name))).toBe(true);
	expect(['hawser_file_read', 'mcp_hawser_file_read', 'mcp_hawser2_file_read'].some(name => isChosen?.(name))).toBe(
		false,
	);
	const few = relaySelection(['runTests', 'github_*', 'a.c']);
	expect(['runTests2', 'my_github_issue', 'abc'].some(name => few?.(name))).toBe(false);
	expect(relaySelection([])).toBeUndefined();
	expect(relaySelection(['  '])).toBeUndefined();
});

test('names are short enough for every client, and stay different', () => {
	expect(relayedName('runTests')).toBe('relay_runTests');
	const long = ['x'.repeat(80), `${'x'.repeat(80)}y`].map(relayedName);
	expect(long.map(name => name.length)).toEqual([64, 64]);
	expect(new Set([...long, relayedName('a.b'), relayedName('a_b')]).size).toBe(4);
});

test('whatever an extension declares, agents get the schema of an object', () => {
	expect(objectSchema(undefined)).toEqual({ type: 'object', properties: {} });
	expect(objectSchema({ properties: { a: {} }, required: ['a'] })).toEqual({
		type: 'object',
		properties: { a: {} },
		required: ['a'],
	});
});
