import { expect, test } from 'vitest';
import {
	isOnForAll,
	isOnForUser,
	narrowest,
	offOrInnermost,
	toolsetWords,
} from '../../src/settings/narrow-settings.ts';

const KINDS = ['off', 'stdio', 'http'] as const;
const MODES = ['tools', 'mcp', 'off'] as const;

test.each([
	[true, [], true],
	[false, [true], false],
	[true, [false, true], false],
	['yes', [], true],
])('hawser.enabled with the user’s %j and a workspace’s %j is %j', (user, workspace, expected) => {
	expect(isOnForAll({ user, workspace })).toBe(expected);
});

test.each([
	[false, [true], false],
	[true, [], true],
	[true, [false], false],
	[true, [true], true],
	['yes', [true], false],
])('hawser.sse with the user’s %j and a workspace’s %j is %j', (user, workspace, expected) => {
	expect(isOnForUser({ user, workspace })).toBe(expected);
});

test.each([
	['stdio', ['http'], 'stdio'],
	['http', [], 'http'],
	['http', ['stdio'], 'stdio'],
	['http', ['off', 'http'], 'off'],
	['off', ['http', 'stdio'], 'off'],
	['nonsense', ['http'], 'stdio'],
	['http', ['nonsense'], 'http'],
])('hawser.projectConfig with the user’s %j and a workspace’s %j is %j', (user, workspace, expected) => {
	expect(narrowest({ user, workspace }, KINDS, 'stdio')).toBe(expected);
});

test.each([
	['off', ['tools'], 'off'],
	['tools', ['off'], 'off'],
	['tools', ['mcp'], 'mcp'],
	['mcp', [], 'mcp'],
	['nonsense', [], 'tools'],
])('hawser.chat with the user’s %j and a workspace’s %j is %j', (user, workspace, expected) => {
	expect(offOrInnermost({ user, workspace }, MODES, 'off', 'tools')).toBe(expected);
});

test('every layer narrows hawser.toolsets, and a value that is no list of texts counts for nothing', () => {
	expect(toolsetWords({ user: ['file'], workspace: [] })).toEqual(['file']);
	expect(toolsetWords({ user: ['default', '-git'], workspace: [['all'], 7] })).toEqual(['-git']);
	expect(toolsetWords({ user: ['default', '-git'], workspace: [['all', '-file'], ['all']] })).toEqual([
		'all',
		'-file',
		'-git',
	]);
});
