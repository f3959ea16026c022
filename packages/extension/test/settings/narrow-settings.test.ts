import { expect, test } from 'vitest';
import {
	isOnForAll,
	isOnForUser,
	modesOf,
	narrowest,
	offOrInnermost,
	toolsetWords,
	wordsOfAll,
	wordsOfAny,
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

test.each([
	['claude-code', 'ask', 'an entry replaces the general mode'],
	['codex', 'read-only', 'the narrowest of several counts'],
	['gemini', 'read-only', 'others have the general mode'],
	['odd', 'ask', 'a word that is no mode makes it ask'],
	['wide', 'guarded', 'an entry may also be wider'],
])('the mode of %s is %s: %s', (agent, expected) => {
	const modes = { 'claude-code*': 'ask', 'codex*': 'guarded', codex: 'read-only', odd: 'all', wide: 'guarded' };
	expect(modesOf({ user: 'read-only', workspace: [] }, modes)({ agent })).toBe(expected);
});

test('a workspace narrows the mode of every agent and widens none', () => {
	const modes = { ada: 'ask', bob: 'guarded' };
	const narrowed = modesOf({ user: 'guarded', workspace: ['ask'] }, modes);
	expect([narrowed({ agent: 'ada' }), narrowed({ agent: 'bob' })]).toEqual(['ask', 'ask']);
	const widened = modesOf({ user: 'guarded', workspace: ['guarded'] }, { ada: 'read-only' });
	expect(widened({ agent: 'ada' })).toBe('read-only');
	expect(widened({ agent: 'bob' })).toBe('guarded');
	// Without an agent: the least that any has.
	expect(widened()).toBe('read-only');
});

test('a workspace can leave words of the user out, and add to what is kept from agents', () => {
	const both = { user: ['claude', 'gemini'], workspace: [['gemini', 'copilot']] };
	expect(wordsOfAll(both)).toEqual(['gemini']);
	expect(wordsOfAll({ user: ['claude'], workspace: ['nonsense'] })).toEqual(['claude']);
	expect(wordsOfAll({ user: ['claude'], workspace: [[]] })).toEqual([]);
	expect(wordsOfAny(both)).toEqual(['claude', 'gemini', 'copilot']);
	expect(wordsOfAny({ user: ['**/.env'], workspace: [[]] })).toEqual(['**/.env']);
});
