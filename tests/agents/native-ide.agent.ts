import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { OpenWindow } from '../support/workbench.ts';
import { claudeAcceptingEdits, claudeInTerminal } from './clients/claude-in-terminal.ts';
import { codexInTerminal } from './clients/codex-in-terminal.ts';
import { copilotInTerminal } from './clients/copilot-in-terminal.ts';
import { geminiInTerminal } from './clients/gemini-in-terminal.ts';
import { opencodeInTerminal } from './clients/opencode-in-terminal.ts';
import { qwenInTerminal } from './clients/qwen-in-terminal.ts';
import type { TerminalClient } from './clients/terminal-client.ts';
import { type NativeFeature, proving } from './result-table.ts';
import { type RunningAgent, startTerminalStation, type TerminalStation } from './terminal-station.ts';

/** The real agents in a terminal of the window: they find it by themselves, and show their changes in it. */
const CLIENTS = [
	claudeInTerminal,
	opencodeInTerminal,
	geminiInTerminal,
	qwenInTerminal,
	copilotInTerminal,
	codexInTerminal,
];

let station: TerminalStation;
let agent: RunningAgent | undefined;
beforeAll(async () => {
	station = await startTerminalStation(CLIENTS);
});
afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') {
		await station.keepPicture(task.name);
	}
	await agent?.end();
	agent = undefined;
	await station.untilComparisons(0);
});
afterAll(async () => {
	await station[Symbol.asyncDispose]();
});

const file = (name: string) => join(station.open.folder, name);
const page = () => station.open.window.page;
const untilText = (name: string, text: string) =>
	eventually(() => expect(existsSync(file(name)) && readFileSync(file(name), 'utf8').trimEnd()).toBe(text), 60_000);

/** Says it until the model hears of it: an agent that has just started may throw away what is typed. */
async function ask(running: RunningAgent, text: string): Promise<void> {
	const before = station.model.requests.length;
	await eventually(async () => {
		await running.say(text);
		await eventually(() => expect(station.model.requests.length).toBeGreaterThan(before), 10_000);
	}, 90_000);
}

const SELECTED = 'export function addTax(net: number, rate = 0.2): number {';

async function select({ window }: Pick<OpenWindow, 'window'>, path: string, line: number): Promise<void> {
	await window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path));
		editor.selection = new vscode.Selection(args.line, 0, args.line + 1, 0);`,
		{ path, line },
	);
}

/** It may be asked before it has heard of the selection; the next question has it. */
async function untilTold({ connect }: TerminalClient, running: RunningAgent, text: string): Promise<void> {
	await eventually(async () => {
		if (connect !== undefined) {
			await running.say(connect);
		}
		const before = station.model.requests.length;
		await ask(running, 'What is selected?');
		expect(station.model.requests.slice(before).join().includes(text)).toBe(true);
	}, 120_000);
}

const reject = async ({ window }: Pick<OpenWindow, 'window'>) => {
	await window.page.getByRole('button', { name: 'Reject Proposal' }).first().click();
	await station.untilComparisons(0, window);
};

/** The agent works with this window: it shows its change there, or knows what is selected there. */
async function worksWith(client: TerminalClient, running: RunningAgent, place: OpenWindow): Promise<void> {
	if (client.review === 'none') {
		station.model.order('', {});
		await untilTold(client, running, SELECTED);
		return;
	}
	const { tool, input } = client.write(join(place.folder, `${client.name}-elsewhere.txt`), 'elsewhere\n');
	station.model.order(tool, input);
	await ask(running, 'Write the file.');
	await station.untilComparisons(1, place.window);
	await reject(place);
}

/** Once more for an agent that was asked in the moment in which it connected: it asks in its terminal alone. */
async function startAndWork(client: TerminalClient, place: OpenWindow, where: OpenWindow | 'outside'): Promise<void> {
	await eventually(async () => {
		await agent?.end();
		agent = await station.start(client, where);
		await worksWith(client, agent, place);
	}, 150_000);
}

/** What happens to the window while an agent is connected. */
const INTERRUPTIONS = [
	['after a reload', () => station.open.window.reload()],
	[
		'after a crash',
		async () => {
			process.kill(await station.open.window.extensionHostPid(), 'SIGKILL');
			await station.open.window.reload();
		},
	],
] as const satisfies readonly (readonly [NativeFeature, () => Promise<void>])[];

describe.each(CLIENTS.map(client => ({ client, title: client.name })))('$title', ({ client }) => {
	/** Starts the agent and lets its model write a file, so that the user is asked. */
	async function writes(name: string, text: string): Promise<RunningAgent> {
		const { tool, input } = client.write(file(name), text);
		station.model.order(tool, input);
		agent = await station.start(client);
		await ask(agent, 'Write the file.');
		await station.untilComparisons(1);
		return agent;
	}

	test('connects by itself, and its model is told what the user has selected', () =>
		proving(
			client.name,
			client.connect === undefined ? ['connects by itself', 'selection in the request'] : ['selection in the request'],
			async () => {
				await select(station.open, file('src/cart.ts'), 6);
				station.model.order('', {});
				agent = await station.start(client);
				await untilTold(client, agent, SELECTED);
			},
		));

	test.runIf(client.review !== 'none')('shows a change, which is made when the user accepts it', () =>
		proving(client.name, ['shows a change', 'accepted'], async () => {
			await writes(`${client.name}-accepted.txt`, 'accepted\n');
			expect(existsSync(file(`${client.name}-accepted.txt`))).toBe(false);
			await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
			await untilText(`${client.name}-accepted.txt`, 'accepted');
		}),
	);

	test.runIf(client.review === 'editable')('makes the change as the user has left it', () =>
		proving(client.name, ['accepted with a change'], async () => {
			await writes(`${client.name}-changed.txt`, 'changed\n');
			await page().locator('.editor.modified .view-line').first().click();
			await page().keyboard.press('Control+Home');
			await page().keyboard.type('was ');
			await page().getByRole('button', { name: 'Accept Proposal' }).first().click();
			await untilText(`${client.name}-changed.txt`, 'was changed');
		}),
	);

	test.runIf(client.review !== 'none')('makes no change that the user rejects', () =>
		proving(client.name, ['rejected'], async () => {
			await writes(`${client.name}-rejected.txt`, 'rejected\n');
			await page().getByRole('button', { name: 'Reject Proposal' }).first().click();
			await station.untilComparisons(0);
			expect(existsSync(file(`${client.name}-rejected.txt`))).toBe(false);
		}),
	);

	test.runIf(client.review !== 'none')('takes the comparison back when the user answers in the terminal', () =>
		proving(client.name, ['answered in the terminal'], async () => {
			const running = await writes(`${client.name}-terminal.txt`, 'terminal\n');
			await running.type(client.agree);
			await untilText(`${client.name}-terminal.txt`, 'terminal');
			await station.untilComparisons(0);
		}),
	);

	test('finds the window from a terminal that is none of the editor', () =>
		proving(client.name, ['in an ordinary terminal'], async () => {
			await select(station.open, file('src/cart.ts'), 6);
			await startAndWork(client, station.open, 'outside');
		}));

	test.runIf(client.comesBack).each(INTERRUPTIONS)('is connected again by itself %s', (feature, interrupt) =>
		proving(client.name, [feature], async () => {
			await select(station.open, file('src/cart.ts'), 6);
			agent = await station.start(client, 'outside');
			const before = station.connections(client);
			await interrupt();
			await select(station.open, file('src/cart.ts'), 6);
			if (client.connect === undefined) {
				await station.untilConnected(client, before);
			}
			await worksWith(client, agent, station.open);
		}),
	);
});

describe('where the folder of a second window lies in that of the first', () => {
	let inner: OpenWindow;
	beforeAll(async () => {
		inner = await station.workbench.open(file('src'));
	});
	afterAll(() => inner.window.close());
	afterEach(() => station.untilComparisons(0, inner.window));

	test.each(CLIENTS.map(client => ({ client, title: client.name })))(
		'$title works with the window in whose terminal it runs',
		({ client }) =>
			proving(client.name, ['in the right one of nested windows'], async () => {
				for (const [place, other] of [
					[inner, station.open],
					[station.open, inner],
				] as const) {
					await select(other, join(other.folder, other === inner ? 'checkout.ts' : 'src/checkout.ts'), 1);
					await select(place, join(place.folder, place === inner ? 'cart.ts' : 'src/cart.ts'), 6);
					await startAndWork(client, place, place);
					expect(await station.comparisons(other.window)).toEqual([]);
				}
			}),
	);
});

test('Claude Code tells its model of the errors that an edit makes in other files', () =>
	proving('claude-code', ['errors after an edit'], async () => {
		const cart = readFileSync(file('src/cart.ts'), 'utf8');
		station.model.order('Write', {
			file_path: file('src/cart.ts'),
			content: cart.replace('addTax(net: number', 'addTax(net: string'),
		});
		agent = await station.start(claudeAcceptingEdits);
		await ask(agent, 'Make the edit.');
		await eventually(() => expect(station.model.requests.join()).toContain('new-diagnostics'), 60_000);
		expect(station.model.requests.join()).toContain('In src/checkout.ts, line 6');
	}));
