import { expect, test } from 'vitest';
import { explainUnknownToolset, narrowToolsets, selectToolsets } from '../../src/contract/toolset-selection.ts';

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

test.each([
	[['default', '-file'], ['all'], { file: 'off', dap: 'listed' }],
	[['file'], ['all'], { file: 'listed', dap: 'off' }],
	[['file'], ['dap'], { file: 'off', dap: 'off' }],
	[['file'], [], { file: 'listed', dap: 'off' }],
	[['default'], ['dap'], { file: 'off', dap: 'listed' }],
	[['default'], ['default', '-dap'], { file: 'listed', dap: 'off' }],
	[['all', '-dap'], ['default', 'dap', '-file'], { file: 'off', dap: 'off' }],
])('the user’s %j and a workspace’s %j', (users, workspaces, expected) => {
	const selection = selectToolsets(narrowToolsets(users, workspaces));
	const state = (tool: typeof FILE | typeof DAP) =>
		!selection.allows(tool) ? 'off' : selection.lists(tool) ? 'listed' : 'callable';
	expect({ file: state(FILE), dap: state(DAP) }).toEqual(expected);
});
