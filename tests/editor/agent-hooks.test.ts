import { spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makeRepository } from '../support/git.ts';
import { installedCli } from '../support/installed-cli.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** Two agents write files with tools of their own, and their hooks say which of them it was. */
const workbench = useWorkbench();
let open: OpenWindow;
let claude: Client;
let codex: Client;
let elsewhere: string;
beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	for (const name of ['first.txt', 'late.txt', 'same.txt', 'taken.txt', 'third.txt']) {
		writeFileSync(join(folder, name), 'one\ntwo\n');
	}
	elsewhere = join(workbench().makeFolder('elsewhere'), 'outside.txt');
	writeFileSync(elsewhere, 'not yours\n');
	symlinkSync(elsewhere, join(folder, 'link.txt'));
	makeRepository(folder, 'First');
	open = await workbench().open(folder);
	claude = await connectHttp(open.entry, 'legacy', { client: 'claude-code' });
	codex = await connectHttp(open.entry, 'legacy', { client: 'codex' });
	// The first call connects them.
	await call(claude, 'change_list', {});
	await call(codex, 'change_list', {});
});
afterAll(async () => {
	await claude.close();
	await codex.close();
});

function run(args: readonly string[], stdin = ''): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [installedCli(), ...args], { cwd: open.folder, env: workbench().env });
		let output = '';
		child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
		child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
		child.on('error', reject);
		child.on('close', code => resolve({ code, output }));
		child.stdin.end(stdin);
	});
}

/** As the agent runs it after an edit. */
async function hook(client: string, file: string): Promise<void> {
	const input = {
		...{ session_id: 's', cwd: open.folder, hook_event_name: 'PostToolUse', tool_name: 'Edit' },
		...{ tool_input: { file_path: file }, tool_response: { filePath: file } },
	};
	expect(await run(['hook', client], JSON.stringify(input))).toEqual({ code: 0, output: '' });
}

interface Listed {
	path: string;
	agent: string;
	tool: string;
	kind: string;
}
/** What the user's shell sees: the changes of all. */
async function changes(): Promise<readonly Listed[]> {
	const { output } = await run(['changes', '--json']);
	const { data } = JSON.parse(output) as { data: { changes: Listed[] } };
	return data.changes;
}
const agentOf = async (path: string) => (await changes()).filter(each => each.path === path).map(({ agent }) => agent);
/** What an agent sees: its own. */
const ownChanges = async (client: Client) => textOf(await call(client, 'change_list', {}));

test('a write that its agent tells of is that agent’s, also with another one there', async () => {
	open.write('first.txt', 'one\nTWO\n');
	await hook('claude-code', join(open.folder, 'first.txt'));
	await eventually(async () => expect(await agentOf('first.txt')).toEqual(['claude-code 1']));
	expect(await ownChanges(claude)).toContain('first.txt');
	expect(await ownChanges(codex)).not.toContain('first.txt');
	await open.window.executeCommand('hawser.showChanges');
	const rows = open.window.page.locator('.pane', { hasText: 'Changes' }).locator('.monaco-list-row');
	await eventually(async () =>
		expect((await rows.allInnerTexts()).join('\n')).toMatch(/claude-code 1[\s\S]*first\.txt/),
	);
	expect((await rows.allInnerTexts()).join('\n')).not.toContain('Outside the editor');
});

test('a write that was entered as nobody’s becomes its agent’s when the hook comes late', async () => {
	// The hook counts for half a minute; on a machine that is slower than that it is tried anew.
	let attempt = 0;
	await eventually(async () => {
		open.write('late.txt', `one\ntwo\n${++attempt}\n`);
		await eventually(async () => expect(await agentOf('late.txt')).toContain('Outside the editor'));
		await hook('codex', join(open.folder, 'late.txt'));
		await eventually(async () => expect(await ownChanges(codex)).toContain('late.txt'), 5000);
	});
	expect(await agentOf('late.txt')).toContain('codex 1');
});

test('what one agent has told of, another cannot claim; whoever is not connected stands there by name', async () => {
	open.write('taken.txt', 'one\nTWO\n');
	await hook('claude-code', join(open.folder, 'taken.txt'));
	await eventually(async () => expect(await agentOf('taken.txt')).toEqual(['claude-code 1']));
	await hook('codex', join(open.folder, 'taken.txt'));
	open.write('third.txt', 'one\nTWO\n');
	await hook('gemini', join(open.folder, 'third.txt'));
	await eventually(async () => expect(await agentOf('third.txt')).toEqual(['gemini']));
	expect(await agentOf('taken.txt')).toEqual(['claude-code 1']);
	expect(await ownChanges(claude)).not.toContain('third.txt');
	expect(await ownChanges(codex)).not.toContain('third.txt');
});

test('nothing is entered of a file that has not changed, lies elsewhere, or is a link that leads there', async () => {
	const before = await changes();
	for (const file of [
		...['same.txt', 'link.txt', '.git/config', 'missing.txt', '../escape.txt'].map(name => join(open.folder, name)),
		...[elsewhere, 'same.txt', '/'],
	]) {
		await hook('claude-code', file);
	}
	// What comes after them is entered after them.
	open.write('last.txt', 'one\n');
	await hook('claude-code', 'last.txt');
	await eventually(async () => expect(await agentOf('last.txt')).toEqual(['claude-code 1']));
	expect(await changes()).toHaveLength(before.length + 1);
});
