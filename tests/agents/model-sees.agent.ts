import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AGENT_PACKAGES } from './agent-packages.ts';
import { askAgent } from './ask-agent.ts';
import type { AgentClient } from './clients/agent-client.ts';
import { claudeCode, claudeCodeSearching } from './clients/claude-code.ts';
import { codex, codexCodeMode } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { keepCost } from './result-table.ts';
import { type Station, startStation } from './station.ts';

const CLIENTS: readonly AgentClient[] = [
	claudeCodeSearching,
	claudeCode,
	codex,
	codexCodeMode,
	gemini,
	copilot,
	opencode,
];

/** The most that Hawser may add to a request: the core, its instructions, and what a client writes around them. */
const MOST_ADDED: Record<string, number> = {
	// All tools, because the user has turned the search off.
	'claude-code no tool search': 90_000,
	'claude-code tool search': 17_000,
	codex: 14_000,
	// The tools as TypeScript, in the text of the one that runs it.
	'codex code mode': 18_000,
	gemini: 20_000,
	copilot: 16_000,
	opencode: 16_000,
};

/** Lines of the five references as the model has to read them. */
const REFERENCES = [
	'export function addTax(',
	'Cart.total: return addTax(net)',
	'import { addTax, Cart }',
	'shipping = addTax(4.5)',
	'addTax(1)',
];

/** Five references, written by hand as short as can be, have 273 characters; an envelope of them has 656. Clients write around them. */
const MOST_TOLD = 550;

let station: Station;
beforeAll(async () => {
	station = await startStation({ projectConfig: 'off' });
});
afterAll(async () => {
	await station[Symbol.asyncDispose]();
});

const titled = CLIENTS.map(client => ({
	client,
	title: [AGENT_PACKAGES[client.name].title, ...(client.mode === undefined ? [] : [`(${client.mode})`])].join(' '),
}));

test.each(titled)(
	'$title has the core before its model, for few bytes, and answers cost what text costs',
	async ({ client }) => {
		const user = await station.user(client, 'stdio');
		onTestFinished(async () => {
			await user.hawser('setup', client.name, '--remove', '--yes');
		});
		const { model } = station;
		model.order('', {});
		await user.askAlone();
		const without = Buffer.byteLength(model.firstRequest);
		expect(without).toBeGreaterThan(1000);
		expect(model.firstRequest).not.toContain('symbol_references');

		await user.hawser('setup', client.name, '--yes');
		const { told } = await askAgent(station, user, 'symbol_references', { path: 'src/cart.ts', symbol: 'addTax' });
		const added = Buffer.byteLength(model.firstRequest) - without;
		expect(model.firstRequest).toContain('symbol_references');
		// Copilot CLI leaves out the instructions of a server whose tools it does not keep back.
		expect(model.firstRequest.includes('use them before grep')).toBe(client.name !== 'copilot');
		const limit = MOST_ADDED[[client.name, client.mode].filter(Boolean).join(' ')] ?? MOST_ADDED[client.name];
		expect(added).toBeLessThanOrEqual(limit ?? 0);
		for (const reference of REFERENCES) {
			expect(told).toContain(reference);
		}
		expect(told).not.toContain('requestId');
		expect(told.length).toBeLessThanOrEqual(MOST_TOLD);
		keepCost({ client: client.name, mode: client.mode ?? '', without, added, answer: told.length });
	},
);

test('in Claude Code what is not loaded at once is one search away', async () => {
	const user = await station.user(claudeCodeSearching, 'stdio');
	onTestFinished(async () => {
		await user.hawser('setup', 'claude-code', '--remove', '--yes');
	});
	await user.hawser('setup', 'claude-code', '--yes');
	const { told } = await askAgent(station, user, 'debug_status', {});
	expect(station.model.log.length).toBeGreaterThanOrEqual(3);
	expect(told).toMatch(/Nothing is being debugged|No debug session/i);
});
