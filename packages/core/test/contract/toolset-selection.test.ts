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
	[['+dap_logs'], { file: 'listed', dap: 'listed' }],
	[['default', '+dap_logs'], { file: 'listed', dap: 'listed' }],
	[['file', '+dap_logs'], { file: 'listed', dap: 'listed' }],
	[['default', '-dap', '+dap_logs'], { file: 'listed', dap: 'listed' }],
	[['default', '-dap_logs', '+dap_logs'], { file: 'listed', dap: 'off' }],
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
	expect(explain('+terminal_rum')).toBe('There is no tool "terminal_rum"; did you mean "terminal_run"?');
	expect(explain('+terminal')).toContain('There is no tool "terminal"');
	expect(explain('all', '-git', 'file', '-file_read', '+terminal_run', '-custom_deploy')).toBeUndefined();
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
	[['default', '-dap'], ['+dap_logs'], { file: 'listed', dap: 'off' }],
	[['default', '-dap_logs'], ['+dap_logs'], { file: 'listed', dap: 'off' }],
	[['file', '+dap_logs'], ['all'], { file: 'listed', dap: 'listed' }],
	[['file', '+dap_logs'], ['file'], { file: 'listed', dap: 'off' }],
	[['default'], ['+dap_logs'], { file: 'listed', dap: 'listed' }],
])('the user’s %j and a workspace’s %j', (users, workspaces, expected) => {
	const selection = selectToolsets(narrowToolsets(users, workspaces));
	const state = (tool: typeof FILE | typeof DAP) =>
		!selection.allows(tool) ? 'off' : selection.lists(tool) ? 'listed' : 'callable';
	expect({ file: state(FILE), dap: state(DAP) }).toEqual(expected);
});

test.each([
	['searching', 'file_read', true],
	['searching', 'symbol_references', true],
	['core', 'file_read', false],
	['core', 'symbol_references', true],
	['core', 'tool_find', true],
	['core', 'custom_deploy', true],
	['whole', 'file_read', true],
	['whole', 'git_log', false],
	['all', 'git_log', true],
] as const)('the profile %s lists %s: %s; all of them can be called', (profile, name, expected) => {
	const tool = { name, thing: 'file', listed: true } as const;
	expect(selectToolsets([]).lists(tool, profile)).toBe(expected);
	expect(selectToolsets([]).allows(tool)).toBe(true);
});

test('words about toolsets and tools count under every profile', () => {
	expect(selectToolsets(['default', 'dap']).lists(DAP, 'core')).toBe(true);
	expect(selectToolsets(['+dap_logs']).lists(DAP, 'core')).toBe(true);
	expect(selectToolsets(['-symbol']).lists({ name: 'symbol_search', thing: 'symbol', listed: true }, 'core')).toBe(
		false,
	);
	expect(selectToolsets(['all']).lists(DAP, 'core')).toBe(true);
});
