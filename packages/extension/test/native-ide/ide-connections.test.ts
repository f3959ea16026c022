import { expect, test, vi } from 'vitest';
import { createAgentGate } from '../../src/agents/agent-gate.ts';
import { createIdeConnections } from '../../src/native-ide/shared/ide-connections.ts';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	EventEmitter: class {
		listeners = new Set<() => void>();
		event = (listener: () => void) => {
			this.listeners.add(listener);
			return { dispose: () => this.listeners.delete(listener) };
		};
		fire = () => this.listeners.forEach(listener => listener());
		dispose = () => undefined;
	},
}));

test('an agent that the user disconnects stays away when it dials again, until it is let back in', () => {
	const memory = { get: () => undefined, update: () => Promise.resolve() };
	const gate = createAgentGate(memory);
	const agents = { seen: vi.fn(), ended: vi.fn() };
	const connections = createIdeConnections(agents, { info: () => undefined }, gate);
	const dial = (id: string, name: string) => {
		connections.add({ id, protocol: 'claude', close: () => connections.ended(id) });
		connections.introduced(id, { name });
	};
	const open = () => connections.list().map(({ id }) => id);
	dial('one', 'claude-code');
	dial('two', 'opencode');
	gate.disconnect({ connection: 'one', name: 'claude-code' });
	expect(open()).toEqual(['two']);
	dial('three', 'claude-code');
	expect(open()).toEqual(['two']);
	expect(agents.seen).not.toHaveBeenCalledWith(expect.objectContaining({ connection: 'three' }));
	gate.readmit({ connection: 'one', name: 'claude-code' });
	dial('four', 'claude-code');
	expect(open()).toEqual(['two', 'four']);
	connections.dispose();
	gate.dispose();
});
