import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion, openQuestions, untilNoQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** Two windows on two folders, each with an agent on stdio and one on HTTP: what one does appears where it belongs, and nowhere else.
 * window-life.test.ts has the same for diffs. */
const workbench = useWorkbench();

interface Agent {
	name: string;
	client: Client;
	own: OpenWindow;
	other: OpenWindow;
}

let left: OpenWindow;
let right: OpenWindow;
let agents: readonly Agent[];

beforeAll(async () => {
	left = await workbench().open(workbench().copyProject('shop', 'left'));
	right = await workbench().open(workbench().copyProject('shop', 'right'));
	const { env } = workbench();
	const byStdio = async (name: string, own: OpenWindow, other: OpenWindow): Promise<Agent> => {
		return { name, client: await connectStdio({ env, cwd: own.folder, client: name }), own, other };
	};
	const byHttp = async (name: string, own: OpenWindow, other: OpenWindow): Promise<Agent> => {
		return { name, client: await connectHttp(own.entry, 'legacy', { client: name }), own, other };
	};
	// These wait for minutes, so that a slow machine does not answer in the place of the user.
	agents = [
		await byStdio('claude-code', left, right),
		await byHttp('codex-mcp-client', left, right),
		await byStdio('gemini-cli-mcp-client', right, left),
		await byHttp('github-copilot-cli', right, left),
	];
});
afterAll(() => Promise.all(agents.map(({ client }) => client.close())));
afterEach(async () => {
	await setMode('guarded');
	for (const { window } of [left, right]) {
		await window.executeCommand('workbench.action.closeAllEditors');
		await untilNoQuestion(window);
	}
});

/** In each window, because one learns of the settings that another has written only after a while. */
async function setMode(mode: string): Promise<void> {
	for (const { window } of [left, right]) {
		await window.evaluate(
			`await vscode.workspace.getConfiguration().update('hawser.mode', args.mode, vscode.ConfigurationTarget.Global);`,
			{ mode },
		);
		await eventually(async () =>
			expect(await window.evaluate(`return vscode.workspace.getConfiguration().get('hawser.mode')`)).toBe(mode),
		);
	}
}

const tabs = (window: EditorWindow) => window.page.locator('.tabs-container .tab').allInnerTexts();
const terminals = async (window: EditorWindow) =>
	(await window.evaluate('return vscode.window.terminals.map(({ name }) => name)')) as string[];
const notices = (window: EditorWindow) => window.page.locator('.notification-list-item-message').allInnerTexts();

const isOnStdio = ({ name }: Agent) => ['claude-code', 'gemini-cli-mcp-client'].includes(name);

/** True of the own window of each agent, and of no other. */
async function expectInOwnWindow(
	look: (window: EditorWindow) => Promise<readonly string[]>,
	wordOf: (agent: Agent) => string,
): Promise<void> {
	for (const agent of agents) {
		await eventually(async () => expect((await look(agent.own.window)).join('\n')).toContain(wordOf(agent)));
	}
	for (const agent of agents) {
		expect((await look(agent.other.window)).join('\n')).not.toContain(wordOf(agent));
	}
}

test('opened files, notifications and terminals are in the window of the agent', async () => {
	await Promise.all(
		agents.map(async ({ name, client, own }) => {
			own.write(`${name}.txt`, 'ahoy\n');
			await call(client, 'editor_open', { path: `${name}.txt` });
			await call(client, 'editor_notify', { message: `Message of ${name}.` });
			const answer = textOf(await call(client, 'terminal_run', { command: 'pwd' }));
			expect(answer, name).toContain(own.folder);
		}),
	);
	for (const { name, own, other } of agents) {
		const open = (window: EditorWindow) =>
			window.evaluate(
				'return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).join()',
			) as Promise<string>;
		// A preview gives way to the next, so that only the last of two agents need be there.
		expect(await open(other.window), name).not.toContain(name);
		expect(await open(own.window), name).toMatch(/(claude|codex|gemini|copilot).*\.txt/);
		expect((await tabs(other.window)).join(), name).not.toContain(name);
	}
	// Toasts go after a while; the list keeps them.
	for (const { window } of [left, right]) {
		await window.executeCommand('notifications.showList');
	}
	await expectInOwnWindow(notices, ({ name }) => `Message of ${name}.`);
	for (const { window, folder } of [left, right]) {
		expect((await terminals(window)).length, folder).toBeGreaterThan(0);
	}
});

describe('questions', () => {
	test('four at once: each in the window of its agent, and each answer reaches its agent', async () => {
		await setMode('ask');
		const write = ({ name, client }: Agent) => call(client, 'file_write', { path: `${name}.md`, text: `by ${name}\n` });
		const answers = agents.map(async agent => textOf(await write(agent)));
		await expectInOwnWindow(openQuestions, ({ name }) => `${name}.md`);
		await expectInOwnWindow(openQuestions, ({ name }) => name);
		for (const agent of agents) {
			await answerQuestion(agent.own.window, `${agent.name}.md`, isOnStdio(agent) ? 'Apply' : 'Deny');
		}
		for (const [index, agent] of agents.entries()) {
			const text = (await answers[index]) ?? '';
			expect(text, agent.name).toMatch(isOnStdio(agent) ? /Created/ : /^\[E_DENIED\] The user does not/);
			expect(existsSync(join(agent.own.folder, `${agent.name}.md`)), agent.name).toBe(isOnStdio(agent));
			expect(existsSync(join(agent.other.folder, `${agent.name}.md`)), agent.name).toBe(false);
		}
	});

	test('a call for the project of the other window is asked there, and answered to the one who called', async () => {
		await setMode('ask');
		const answers = agents.map(async ({ name, client, other }) =>
			textOf(
				await call(client, 'file_write', { path: `for-other-${name}.md`, text: 'x\n', projectRoot: other.folder }),
			),
		);
		for (const { name, own, other } of agents) {
			await findQuestion(other.window, `for-other-${name}.md`);
			expect((await openQuestions(own.window)).join('\n')).not.toContain(`for-other-${name}.md`);
		}
		for (const agent of agents) {
			await answerQuestion(agent.other.window, `for-other-${agent.name}.md`, isOnStdio(agent) ? 'Apply' : 'Deny');
		}
		for (const [index, agent] of agents.entries()) {
			const text = (await answers[index]) ?? '';
			expect(text, agent.name).toMatch(isOnStdio(agent) ? /Created/ : /^\[E_DENIED\]/);
		}
	});
});
