import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callForText, connectHttp, connectStdio } from '../support/mcp-clients.ts';
import { answerQuestion, findQuestion, openQuestions, untilNoQuestion } from '../support/questions.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Who asks, what a yes is worth, and for how long. */
const { workbench, open } = useShopWindow();
const rulesFile = () => join(workbench().home, 'rules.json');
let ada: Client;
let bob: Client;

beforeAll(async () => {
	ada = await connectHttp(open().entry, 'legacy', { client: 'ada' });
	bob = await connectStdio({ env: workbench().env, cwd: open().folder, client: 'bob' });
});
afterAll(async () => {
	await ada.close();
	await bob.close();
});
afterEach(async () => {
	rmSync(rulesFile(), { force: true });
	await configure('hawser.mode', undefined);
	await configure('hawser.agentModes', undefined);
	await untilNoQuestion(open().window);
});

async function configure(key: string, value: unknown): Promise<void> {
	await open().window.evaluate(
		`await vscode.workspace.getConfiguration().update(args.key, args.value, vscode.ConfigurationTarget.Global);`,
		{ key, value: value ?? null },
	);
}

const run = (client: Client, command: string) => callForText(client, 'terminal_run', { command });

describe('who asks', () => {
	test('a question names the agent as it calls itself, with its version', async () => {
		await configure('hawser.mode', 'ask');
		const answer = run(ada, 'echo who');
		await findQuestion(open().window, ['echo who', 'ada 1 (by its own word)']);
		await answerQuestion(open().window, 'echo who', 'Deny');
		expect(await answer).toContain('The user does not allow terminal_run.');
	});

	test('over stdio, it also says which program started the agent where that is known', async () => {
		await configure('hawser.mode', 'ask');
		const answer = run(bob, 'echo bob');
		const question = await findQuestion(open().window, 'echo bob');
		expect(await question.innerText()).toMatch(
			process.platform === 'linux' ? /bob 1 \(by its own word, started by .+\)/ : /bob 1 \(by its own word/,
		);
		await answerQuestion(open().window, 'echo bob', 'Deny');
		await answer;
	});

	test('two agents that want the same are one question', async () => {
		await configure('hawser.mode', 'ask');
		const [first, second] = [run(ada, 'echo both'), run(bob, 'echo both')];
		await findQuestion(open().window, ['echo both', '2 agents want to run code.', 'ada 1', 'bob 1']);
		await answerQuestion(open().window, 'echo both', 'Allow once');
		expect(await first).toContain('both');
		expect(await second).toContain('both');
	});

	test('a mode for one agent leaves the others as they were', async () => {
		await configure('hawser.agentModes', { 'ada*': 'read-only' });
		expect(await run(ada, 'echo ada')).toContain('"read-only"');
		expect(await run(bob, 'echo free')).toContain('free');
	});

	test('a rule speaks of one agent and its version', async () => {
		writeFileSync(rulesFile(), JSON.stringify({ rules: [{ decision: 'deny', effect: 'runs', agent: 'ada/1*' }] }), {
			mode: 0o600,
		});
		expect(await run(ada, 'echo ada')).toContain('by ada/1*');
		expect(await run(bob, 'echo free')).toContain('free');
	});
});

describe('what is guarded', () => {
	const write = (client: Client, content: string) =>
		callForText(client, 'file_write', { path: '.vscode/extra.json', content });

	test('a yes in this window is for the agent that asked, and a no carries a sentence', async () => {
		const first = write(ada, '{"a":1}\n');
		await findQuestion(open().window, ['.vscode/extra.json', 'ada 1 (by its own word)']);
		await answerQuestion(open().window, '.vscode/extra.json', 'Allow in this window');
		expect(await first).not.toContain('E_DENIED');
		const other = write(bob, '{"b":1}\n');
		const question = await findQuestion(open().window, ['.vscode/extra.json', 'bob 1']);
		await question.getByLabel('A sentence for the agent').fill('leave it');
		await answerQuestion(open().window, '.vscode/extra.json', 'Deny');
		expect(await other).toContain('They say: leave it');
	});

	test('in the mode "ask" there is one question, not two', async () => {
		await configure('hawser.mode', 'ask');
		const answer = callForText(bob, 'file_write', { path: '.vscode/once.json', content: '{}\n' });
		const question = await findQuestion(open().window, ['.vscode/once.json', '.vscode']);
		await expect(question.getByRole('button', { name: 'Apply' }).count()).resolves.toBe(1);
		await answerQuestion(open().window, '.vscode/once.json', 'Apply');
		expect(await answer).not.toContain('E_DENIED');
		expect(await openQuestions(open().window)).toEqual([]);
	});

	test('a rule for the tool does not cover it, a rule that names it does', async () => {
		const allow = (rule: object) =>
			writeFileSync(rulesFile(), JSON.stringify({ rules: [{ decision: 'allow', ...rule }] }), { mode: 0o600 });
		const guarded = () => callForText(bob, 'file_write', { path: '.idea/x.xml', content: '<x/>\n' });
		allow({ tool: 'file_write' });
		const asked = guarded();
		await answerQuestion(open().window, '.idea/x.xml', 'Deny');
		expect(await asked).toContain('E_DENIED');
		allow({ tool: 'file_write', effect: 'guarded', path: '.idea' });
		expect(await guarded()).not.toContain('E_DENIED');
	});

	test.each(['hawser.mode', 'hawser.agentModes'])('no agent changes %s without the question', async key => {
		const value = key === 'hawser.mode' ? 'ask' : {};
		const answer = callForText(bob, 'setting_set', { key, value, scope: 'user' });
		await answerQuestion(open().window, [key, 'bob 1'], 'Deny');
		expect(await answer).toContain('E_DENIED');
	});

	test('no tool for files reaches the file of rules', async () => {
		const text = await callForText(bob, 'file_write', { path: rulesFile(), content: '{"rules":[]}' });
		expect(text).toMatch(/\[E_/);
		expect(await openQuestions(open().window)).toEqual([]);
	});
});

describe('what a longer yes covers', () => {
	test('a script is allowed as it is, and asked about again when it has changed', async () => {
		const file = join(open().folder, 'package.json');
		const before = readFileSync(file, 'utf8');
		const script = (text: string) => {
			const manifest = JSON.parse(before) as { scripts?: object };
			writeFileSync(file, JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, hello: text } }, null, 2));
		};
		try {
			script('echo first words');
			await configure('hawser.mode', 'ask');
			const first = run(bob, 'npm run hello');
			await answerQuestion(open().window, 'npm run hello', 'Always allow in this folder');
			expect(await first).toContain('first words');
			expect(await run(bob, 'npm run hello')).toContain('first words');
			script('echo other words');
			const changed = run(bob, 'npm run hello');
			await answerQuestion(open().window, 'npm run hello', 'Deny');
			expect(await changed).toContain('E_DENIED');
		} finally {
			writeFileSync(file, before);
		}
	});

	test('a plain command does not run in a terminal in which something unproven ran', async () => {
		const terminalOf = async (command: string) => /terminal (\S+)/i.exec(await run(bob, command))?.[1];
		const odd = await terminalOf('echo "$HOME"');
		const plain = await terminalOf('echo plain');
		const again = await terminalOf('echo again');
		expect(plain).not.toBe(odd);
		expect(again).toBe(plain);
	});
});

test('without an answer the question stays, and a late yes lets the same call through once', async () => {
	await configure('hawser.mode', 'ask');
	const late = () => callForText(ada, 'terminal_run', { command: 'echo late' });
	expect(await late()).toContain('Nobody answered within 50 s');
	await findQuestion(open().window, ['echo late', 'has gone on', 'ada 1']);
	await answerQuestion(open().window, 'echo late', 'Allow once');
	expect(await late()).not.toContain('E_DENIED');
	const again = late();
	await answerQuestion(open().window, 'echo late', 'Deny');
	expect(await again).toContain('E_DENIED');
});
