import { expect, test } from 'vitest';
import { explainUnknownToolset, narrowToolsets, selectToolsets } from '../../src/contract/toolset-selection.ts';

const FILE = { name: 'file_read', thing: 'file', listed: true } as const;
const DAP = { name: 'dap_logs', thing: 'dap', listed: false } as const;

test.each([
	[[], { file: 'listed', dap: 'callable' }],
	[['default'], { file: 'listed', dap: 'callable' }],
	[['default', 'dap'], { file: 'listed', dap: 'listed' }],
	[['all'], { file: 'listed', dap: 'listed' }],
	[['all', '-file'], { file: 'off', dap: 'listed' }],
	[['-file'], { file: 'off', dap: 'callable' }],
	[['dap'], { file: 'off', dap: 'listed' }],
	[['default', '-file_read'], { file: 'off', dap: 'callable' }],
	[['all', '-file_write'], { file: 'listed', dap: 'listed' }],
])('%j', (words, expected) => {
	const selection = selectToolsets(words);
	const state = (tool: typeof FILE | typeof DAP) =>
		!selection.allows(tool) ? 'off' : selection.lists(tool) ? 'listed' : 'callable';
	expect({ file: state(FILE), dap: state(DAP) }).toEqual(expected);
});

test('a word that is no toolset is named, with the one that was meant', () => {
	const explain = (...words: string[]) => explainUnknownToolset(words, ['file_read', 'terminal_run']);
	expect(explain('default', '-symbols')).toBe('There is no toolset "symbols"; did you mean "symbol"?');
	expect(explain('-terminal_rum')).toBe('There is no tool "terminal_rum"; did you mean "terminal_run"?');
	expect(explain('terminal_run')).toContain('There is no toolset "terminal_run"');
	expect(explain('all', '-git', 'file', '-file_read', '-custom_deploy')).toBeUndefined();
});

test.each([
	[['default', '-file'], ['all'], { file: 'off', dap: 'listed' }],
	[['file'], ['all'], { file: 'listed', dap: 'off' }],
	[['file'], ['dap'], { file: 'off', dap: 'off' }],
	[['file'], [], { file: 'listed', dap: 'off' }],
	[['default'], ['dap'], { file: 'off', dap: 'listed' }],
	[['default'], ['default', '-dap'], { file: 'listed', dap: 'off' }],
	[['all', '-dap'], ['default', 'dap', '-file'], { file: 'off', dap: 'off' }],
	[['default', '-file_read'], ['all'], { file: 'off', dap: 'listed' }],
	[['default'], ['all', '-dap_logs'], { file: 'listed', dap: 'off' }],
])('the user’s %j and a workspace’s %j', (users, workspaces, expected) => {
	const selection = selectToolsets(narrowToolsets(users, workspaces));
	const state = (tool: typeof FILE | typeof DAP) =>
		!selection.allows(tool) ? 'off' : selection.lists(tool) ? 'listed' : 'callable';
	expect({ file: state(FILE), dap: state(DAP) }).toEqual(expected);
});
