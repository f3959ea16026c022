import type { Rule } from '@hawser/core/policy/rule.ts';
import { expect, test, vi } from 'vitest';
import { createLateGrants } from '../../src/editor/questions/late-grants.ts';
import { patienceOf } from '../../src/editor/questions/patience.ts';
import { createGrants } from '../../src/policy/grants.ts';

const RULE: Rule = { decision: 'allow', tool: 'test_run' };

test('what an agent was allowed ends with its connection', () => {
	const grants = createGrants();
	grants.add('one', RULE);
	grants.add('two', RULE);
	grants.end('one');
	expect([grants.of('one'), grants.of('two')]).toEqual([[], [RULE]]);
});

test('what a process was allowed ends with the process', () => {
	const alive = new Set([1, 2]);
	const grants = createGrants(pid => alive.has(pid));
	grants.add('one', RULE, 1);
	alive.delete(1);
	expect(grants.of('one')).toEqual([]);
	grants.add('two', RULE, 2);
	expect(grants.of('two')).toEqual([RULE]);
});

test('a process of another user is there, although it must not be signalled', () => {
	const known = new Set([7]);
	const kill = vi.spyOn(process, 'kill').mockImplementation(pid => {
		throw Object.assign(new Error('no'), { code: known.has(pid) ? 'EPERM' : 'ESRCH' });
	});
	try {
		const grants = createGrants();
		grants.add('one', RULE, 7);
		expect(grants.of('one')).toEqual([RULE]);
		known.delete(7);
		expect(grants.of('one')).toEqual([]);
	} finally {
		kill.mockRestore();
	}
});

test('a process that cannot be seen from here is believed to be there', () => {
	const grants = createGrants(() => false);
	grants.add('one', RULE, 7);
	expect(grants.of('one')).toEqual([RULE]);
});

test('agents that nobody saw going make room for others', () => {
	const grants = createGrants();
	for (let index = 0; index < 300; index++) {
		grants.add(`agent ${index}`, RULE);
	}
	expect(grants.of('agent 0')).toEqual([]);
	expect(grants.of('agent 200')).toEqual([RULE]);
	expect(grants.of('agent 299')).toEqual([RULE]);
});

test('late grants are for one agent and one call, and bounded', () => {
	let now = 0;
	const late = createLateGrants(() => now);
	late.add('ada', 'x');
	expect([late.take('bob', 'x'), late.take('ada', 'y'), late.take('ada', 'x'), late.take('ada', 'x')]).toEqual([
		false,
		false,
		true,
		false,
	]);
	late.add('ada', 'x');
	now = 10 * 60_000;
	expect(late.take('ada', 'x')).toBe(false);
	for (let index = 0; index < 150; index++) {
		late.add('ada', String(index));
	}
	expect([late.take('ada', '0'), late.take('ada', '149')]).toEqual([false, true]);
});

test.each([
	['claude-code', 'stdio', 240_000],
	['codex-mcp-client', 'mcp', 240_000],
	['gemini-cli-mcp-client', 'stdio', 240_000],
	['github-copilot-developer', 'mcp', 240_000],
	['cursor', 'mcp', 50_000],
	['claude-code', 'cli', 50_000],
] as const)('%s by %s waits %i ms', (agent, surface, expected) => {
	expect(patienceOf({ name: agent, surface })).toBe(expected);
});
