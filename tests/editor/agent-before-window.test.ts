import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, textOf } from '../support/mcp-clients.ts';
import { PatientClient } from '../support/patient-client.ts';
import { useWorkbench } from '../support/use-window.ts';

/** A session of Claude Code that is older than the window: set up once by the offer of the extension, it never needs a restart. */
const workbench = useWorkbench();

interface UsersFile {
	numStartups: number;
	mcpServers?: { hawser?: { command: string; args: string[]; env?: Record<string, string> } };
}

const usersFile = () => join(workbench().editor.env['HOME'] ?? '', '.claude.json');
const read = () => JSON.parse(readFileSync(usersFile(), 'utf8')) as UsersFile;

test('the extension offers the setup once, and an agent that starts before the window works as soon as it opens', async () => {
	writeFileSync(usersFile(), '{\n  "numStartups": 3\n}\n', { mode: 0o600 });
	const first = await workbench().open(workbench().makeFolder('first'));
	const offer = first.window.page.locator('.notification-toast', { hasText: 'Let Claude Code find Hawser' });
	await offer.locator('.monaco-button', { hasText: 'Set Up' }).click();
	await first.window.page.locator('.notification-toast', { hasText: 'Hawser is set up for Claude Code.' }).waitFor();
	const entry = read().mcpServers?.hawser;
	expect(read().numStartups).toBe(3);
	await first.window.close();

	const folder = workbench().makeFolder('later');
	const client = new PatientClient({ name: 'claude-code', version: '2' });
	const { command = '', args, env = {} } = entry ?? {};
	await client.connect(
		new StdioClientTransport({ command, ...(args && { args }), cwd: folder, env: { PATH: '/usr/bin:/bin', ...env } }),
	);
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name)).toContain('file_read');
	const early = await call(client, 'window_status');
	expect(early.isError).toBe(true);
	expect(textOf(early)).toMatch(/^\[E_NO_WINDOW\] .*Open the folder in VS Code.*nothing needs a restart/s);

	const later = await workbench().open(folder);
	const answered = await eventually(async () => {
		const answer = await call(client, 'window_status');
		expect(answer.isError).not.toBe(true);
		return answer;
	});
	expect(textOf(answered)).toContain(folder);
	// The question was answered for good.
	expect(await later.window.page.locator('.notification-toast', { hasText: 'find Hawser' }).count()).toBe(0);
	await client.close();
	await later.window.close();
});
