import { expect, test } from 'vitest';
import { statusText } from '../../src/ui/status-text.ts';

const running = { kind: 'running', port: 50_001, token: 'secret' } as const;
const facts = { state: running, agents: [], paused: false, mode: 'guarded' } as const;

test.each([
	[facts, '$(plug) Hawser'],
	[{ ...facts, agents: ['codex'] }, '$(hubot) 1 agent'],
	[{ ...facts, agents: ['codex', 'claude-code'] }, '$(hubot) 2 agents'],
	[{ ...facts, agents: ['codex'], mode: 'read-only' }, '$(eye) $(hubot) 1 agent, read only'],
	[{ ...facts, mode: 'ask' }, '$(question) $(plug) Hawser, asks'],
	[{ ...facts, agents: ['codex'], paused: true, mode: 'ask' }, '$(debug-pause) Agents paused'],
	[{ ...facts, state: { kind: 'stopped' } }, '$(circle-slash) Hawser: off'],
	[{ ...facts, state: { kind: 'failed', reason: 'No port.' } }, '$(warning) Hawser'],
] as const)('%j', (given, text) => {
	expect(statusText(given).text).toBe(text);
});

test('the address and the names stand in the tooltip, the token nowhere', () => {
	const shown = statusText({ ...facts, agents: ['codex'] });
	expect(shown.tooltip).toContain('http://127.0.0.1:50001/mcp');
	expect(shown.tooltip).toContain('Connected: codex.');
	expect(JSON.stringify(shown)).not.toContain('secret');
	expect(shown.label).toBe('Hawser, 1 agent');
});
