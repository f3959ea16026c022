import { expect, test, vi } from 'vitest';
import { createAgentGate } from '../../src/agents/agent-gate.ts';

vi.mock('vscode', () => ({
	EventEmitter: class {
		#listeners: (() => void)[] = [];
		event = (listener: () => void) => this.#listeners.push(listener);
		fire = () => this.#listeners.forEach(listener => listener());
		dispose = () => undefined;
	},
}));

function memoryOf(values: Record<string, unknown> = {}) {
	return {
		get: (name: string) => values[name],
		update: (name: string, value: unknown) => Promise.resolve(void (values[name] = value)),
	};
}

const CODEX = { connection: 'session-1', name: 'codex' };
const CLAUDE = { connection: 'session-2', name: 'claude-code' };

test('while agents are paused nobody gets in, also after the window was reloaded', () => {
	const values: Record<string, unknown> = {};
	const gate = createAgentGate(memoryOf(values));
	let changes = 0;
	gate.onDidChange(() => changes++);
	gate.require(CODEX);
	gate.setPaused(true);
	gate.setPaused(true);
	expect(changes).toBe(1);
	expect(() => gate.require(CODEX)).toThrow(expect.objectContaining({ code: 'E_PAUSED' }));
	const reloaded = createAgentGate(memoryOf(values));
	expect(reloaded.paused).toBe(true);
	reloaded.setPaused(false);
	expect(createAgentGate(memoryOf(values)).paused).toBe(false);
});

test('one agent is kept out until it is let back in, and a new connection of it is another one', () => {
	const gate = createAgentGate(memoryOf());
	gate.disconnect(CODEX);
	expect(() => gate.require(CODEX)).toThrow('disconnected you');
	expect(gate.disconnected).toEqual([CODEX]);
	gate.require(CLAUDE);
	gate.require({ ...CODEX, connection: 'session-3' });
	gate.readmit(CODEX);
	gate.require(CODEX);
	for (let index = 0; index < 300; index++) {
		gate.disconnect({ connection: String(index), name: 'codex' });
	}
	expect(gate.disconnected).toHaveLength(100);
});
