import { expect, test } from 'vitest';
import { explainUnknownToolset, selectToolsets } from '../../src/contract/toolset-selection.ts';

const FILE = { thing: 'file', listed: true } as const;
const DAP = { thing: 'dap', listed: false } as const;

test.each([
	[[], { file: 'listed', dap: 'callable' }],
	[['default'], { file: 'listed', dap: 'callable' }],
	[['default', 'dap'], { file: 'listed', dap: 'listed' }],
	[['all'], { file: 'listed', dap: 'listed' }],
	[['all', '-file'], { file: 'off', dap: 'listed' }],
	[['-file'], { file: 'off', dap: 'callable' }],
	[['dap'], { file: 'off', dap: 'listed' }],
])('%j', (words, expected) => {
	const selection = selectToolsets(words);
	const state = (tool: typeof FILE | typeof DAP) =>
		!selection.allows(tool) ? 'off' : selection.lists(tool) ? 'listed' : 'callable';
	expect({ file: state(FILE), dap: state(DAP) }).toEqual(expected);
});

test('a word that is no toolset is named, with the one that was meant', () => {
	expect(explainUnknownToolset(['default', '-symbols'])).toBe('There is no toolset "symbols"; did you mean "symbol"?');
	expect(explainUnknownToolset(['all', '-git', 'file'])).toBeUndefined();
});
