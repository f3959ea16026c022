import { beforeEach, expect, test, vi } from 'vitest';
import { createConnectedAgents } from '../../src/agents/connected-agents.ts';

vi.mock('vscode', () => ({
	EventEmitter: class {
		listeners: (() => void)[] = [];
		event = (listener: () => void) => this.listeners.push(listener);
		fire = () => this.listeners.forEach(listener => listener());
		dispose = () => undefined;
	},
}));

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

function setUp() {
	const alive = new Set([7]);
	const agents = createConnectedAgents({ now: Date.now, isAlive: pid => alive.has(pid) });
	const changes = vi.fn();
	agents.onDidChange(changes);
	return { alive, agents, changes };
}

test('an agent is there from its first call, once, with the time of that call', () => {
	const { agents, changes } = setUp();
	const startedAt = Date.now();
	agents.seen({ connection: 'a', name: 'claude-code', surface: 'stdio', way: 'MCP over stdio' });
	vi.advanceTimersByTime(1000);
	agents.seen({ connection: 'a', name: 'claude-code', surface: 'stdio', way: 'MCP over stdio' });
	expect(agents.list()).toEqual([
		{ connection: 'a', name: 'claude-code', surface: 'stdio', way: 'MCP over stdio', since: startedAt },
	]);
	expect(changes).toHaveBeenCalledTimes(1);
	agents.ended('a');
	agents.ended('a');
	expect(agents.list()).toEqual([]);
	expect(changes).toHaveBeenCalledTimes(2);
	expect(vi.getTimerCount()).toBe(0);
});

test('an agent goes with its process; one without a process after ten quiet minutes', () => {
	const { agents, alive } = setUp();
	agents.seen({ connection: 'process', name: 'one', surface: 'stdio', way: 'MCP over stdio', pid: 7 });
	agents.seen({ connection: 'elsewhere', name: 'two', surface: 'stdio', way: 'MCP over stdio', pid: 8 });
	vi.advanceTimersByTime(9 * 60_000);
	expect(agents.list()).toHaveLength(2);
	vi.advanceTimersByTime(2 * 60_000);
	expect(agents.list().map(({ name }) => name)).toEqual(['one']);
	alive.clear();
	vi.advanceTimersByTime(10_000);
	expect(agents.list()).toEqual([]);
	expect(vi.getTimerCount()).toBe(0);
});

test('connections of whose end nobody tells make room for others', () => {
	const { agents } = setUp();
	for (let index = 0; index < 300; index++) {
		agents.seen({ connection: 'first', name: 'busy', surface: 'stdio', way: 'MCP over stdio' });
		vi.advanceTimersByTime(1);
		agents.seen({ connection: String(index), name: 'many', surface: 'rest', way: 'REST' });
	}
	expect(agents.list()).toHaveLength(200);
	expect(agents.list().at(-1)?.connection).toBe('299');
	// Who was there a moment ago stays, in its place.
	expect(agents.list()[0]?.connection).toBe('first');
});
