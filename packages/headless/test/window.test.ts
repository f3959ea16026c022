import { expect, test } from 'vitest';
import { windowAddress } from '../src/window.ts';

test.each([
	['/projects/a b&c', 'http://127.0.0.1:1/?folder=%2Fprojects%2Fa+b%26c'],
	['/projects/all.code-workspace', 'http://127.0.0.1:1/?workspace=%2Fprojects%2Fall.code-workspace'],
])('%s', (folder, address) => {
	expect(windowAddress('http://127.0.0.1:1', folder)).toBe(address);
});

test('options for the workbench travel as JSON', () => {
	const address = new URL(windowAddress('http://127.0.0.1:1', '/projects', [['name', 'value']]));
	expect(address.searchParams.get('payload')).toBe('[["name","value"]]');
});
