import { writerOf } from '@hawser/core/text/outside-change.ts';
import { expect, test, vi } from 'vitest';
import type { ConnectedAgent } from '../../src/agents/connected-agents.ts';

vi.mock('vscode', () => ({ l10n: { t: () => 'ein anderer Weg' } }));

const { followCalls, noteGreeted } = await import('../../src/agents/follow-calls.ts');

test('the connection on which an agent can ask for its changes is found in every language of the editor', () => {
	const seen: Omit<ConnectedAgent, 'since'>[] = [];
	const agents = { seen: (agent: Omit<ConnectedAgent, 'since'>) => seen.push(agent) } as never;
	const gate = { isOut: () => false };
	followCalls(agents, gate, {} as never).started?.({ surface: 'rest', connection: 'rest', name: 'codex' } as never);
	noteGreeted(agents, gate, 'stdio', { connection: 'stdio', client: { name: 'codex' } });
	expect(seen.map(({ way }) => way)).toEqual(['REST', 'ein anderer Weg']);
	expect(writerOf(seen).connection).toBe('stdio');
});
