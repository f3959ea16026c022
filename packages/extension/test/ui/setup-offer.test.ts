import { expect, test } from 'vitest';
import { agentsToSetUp, type InstalledAgent, offerSetup } from '../../src/ui/setup-offer.ts';

const CLAUDE = { client: 'claude-code', title: 'Claude Code', installed: true, configured: 'no' };

/** An installation that lives through several starts of windows. */
function installation(clients: readonly object[]) {
	const kept = new Map<string, unknown>();
	const asked: string[][] = [];
	const machine = { clients, looks: 0, day: '2026-05-30' };
	const start = () =>
		offerSetup({
			memory: {
				get: key => kept.get(key),
				update: (key, value) => Promise.resolve(void kept.set(key, value)),
			},
			list: () => {
				machine.looks++;
				return Promise.resolve({ ok: true, clients: machine.clients });
			},
			ask: (agents: readonly InstalledAgent[]) => Promise.resolve(void asked.push(agents.map(({ client }) => client))),
			today: () => machine.day,
		});
	return { machine, asked, start };
}

test('the setup is offered once, and never again however the user answers', async () => {
	const { machine, asked, start } = installation([CLAUDE]);
	await start();
	await start();
	machine.day = '2026-06-30';
	await start();
	expect(asked).toEqual([['claude-code']]);
	expect(machine.looks).toBe(1);
});

test('where there is nobody to tell, the machine is looked at once a day, and a new agent is offered', async () => {
	const { machine, asked, start } = installation([{ ...CLAUDE, configured: 'stdio' }]);
	await start();
	await start();
	expect(machine.looks).toBe(1);
	machine.day = '2026-05-31';
	machine.clients = [{ ...CLAUDE, client: 'codex' }];
	await start();
	expect(asked).toEqual([['codex']]);
});

test('only agents that are installed, need an entry and have none are offered', () => {
	const others = [
		{ ...CLAUDE, installed: false },
		{ ...CLAUDE, configured: 'http' },
		{ ...CLAUDE, configured: 'unreadable' },
		{ ...CLAUDE, needsNothing: 'It has the tools.' },
		{ installed: true, configured: 'no' },
		'claude',
	];
	expect(agentsToSetUp({ clients: [...others, CLAUDE] })).toEqual([{ client: 'claude-code', title: 'Claude Code' }]);
	expect([undefined, 'x', {}, { clients: {} }].flatMap(agentsToSetUp)).toEqual([]);
});
