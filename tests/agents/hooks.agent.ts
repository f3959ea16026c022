import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, connectHttp } from '../support/mcp-clients.ts';
import { askAgent } from './ask-agent.ts';
import type { AgentClient } from './clients/agent-client.ts';
import { claudeCode } from './clients/claude-code.ts';
import { gemini } from './clients/gemini.ts';
import { type Station, startStation, type User } from './station.ts';

/** Real agents write files with their own tools, while two others are connected, and their hooks say so. */
let station: Station;
beforeAll(async () => {
	station = await startStation({ projectConfig: 'off' });
	for (const name of ['one', 'another']) {
		const client = await connectHttp(station.open.entry, 'legacy', { client: name });
		await call(client, 'change_list', {});
	}
});
afterAll(async () => {
	await station[Symbol.asyncDispose]();
});

/** Lets Claude Code write without a question. */
const writing: AgentClient = {
	...claudeCode,
	args: [...claudeCode.args, '--permission-mode', 'acceptEdits'],
};

async function writersOf(user: User, path: string): Promise<readonly string[]> {
	const { stdout } = await user.hawser('changes', path, '--json');
	const { data } = JSON.parse(stdout) as { data: { changes: { agent: string }[] } };
	return data.changes.map(({ agent }) => agent);
}

test.each([
	{ client: writing, tool: 'Write', wrote: 'claude-code' },
	{ client: gemini, tool: 'write_file', wrote: 'gemini' },
])('what $wrote writes with its own tools is its own', async ({ client, tool, wrote }) => {
	const user = await station.user(client, 'stdio');
	const file = (name: string) => join(station.open.folder, name);
	await askAgent(station, user, tool, { file_path: file(`${wrote}-before.txt`), content: 'one\n' });
	await eventually(async () => expect(await writersOf(user, `${wrote}-before.txt`)).toEqual(['Outside the editor']));
	const { stdout } = await user.hawser('setup', '--hooks', '--yes');
	expect(stdout).toContain('written');
	await askAgent(station, user, tool, { file_path: file(`${wrote}.txt`), content: 'one\n' });
	await eventually(async () => expect(await writersOf(user, `${wrote}.txt`)).toEqual([wrote]));
});
