import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeSqlite } from '../support/sqlite-file.ts';
import { AGENT_PACKAGES, type AgentName } from './agent-packages.ts';
import { askAgent, expectTypeError } from './ask-agent.ts';
import type { AgentClient } from './clients/agent-client.ts';
import { claudeCode } from './clients/claude-code.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { describeEra } from './record/transcript.ts';
import { keepResult } from './result-table.ts';
import { type Station, startStation, type User } from './station.ts';

const CLIENTS: readonly AgentClient[] = [claudeCode, codex, gemini, copilot, opencode];

/** How each speaks, and what it says when it is asked about its servers: some only list them. */
const KNOWN: Record<AgentName, { era: string; check: string; inProject?: string }> = {
	'claude-code': { era: '2026-07-28 (stateless)', check: 'connected' },
	codex: { era: '2025-06-18 (session)', check: 'listed' },
	gemini: { era: '2025-06-18 (session)', check: 'connected' },
	opencode: { era: '2025-11-25 (session)', check: 'connected' },
	// Its list leaves out the file of a project that is trusted for one session only.
	copilot: { era: '2026-07-28 (stateless)', check: 'listed', inProject: 'silent' },
};

let station: Station;
beforeAll(async () => {
	// The window writes no configuration itself: what the clients know, they know from `hawser setup`.
	station = await startStation({ projectConfig: 'off' });
});
afterAll(async () => {
	await station[Symbol.asyncDispose]();
});

interface SetupReport {
	client: string;
	status?: string;
	configured?: string;
	check?: { state: string; said: string };
}

async function setUp(user: User, ...args: string[]): Promise<SetupReport[]> {
	const { stdout, stderr } = await user.hawser('setup', ...args, '--json');
	expect(stdout, stderr).toMatch(/^\{/);
	return (JSON.parse(stdout) as { clients: SetupReport[] }).clients;
}

test('Claude Code completes calls of DevDB’s tools with hawser mcp --dialect devdb', async () => {
	const { folder, write } = station.open;
	writeSqlite(join(folder, 'shop.db'), 'create table basket (id integer)', 'insert into basket values (7)');
	const server = { command: 'hawser', args: ['mcp', '--dialect', 'devdb'] };
	const file = write('.mcp.json', JSON.stringify({ mcpServers: { hawser: server } }));
	onTestFinished(() => rmSync(file));
	const user = await station.user(claudeCode, 'stdio');
	const { told } = await askAgent(station, user, 'get-tables', { projectRoot: folder });
	expect(told).toContain('basket');
	const rows = await askAgent(station, user, 'run-query', { projectRoot: folder, query: 'select id from basket' });
	expect(rows.told).toContain('7');
	const wrong = await askAgent(station, user, 'get-tables', { projectRoot: 'relative' });
	expect(wrong.told).toContain('Error: projectRoot must be an absolute path');
});

describe.each(CLIENTS.map(client => ({ client, title: AGENT_PACKAGES[client.name].title })))('$title', ({ client }) => {
	const { era: knownEra, check: knownCheck, inProject } = KNOWN[client.name];
	test.each([
		{ transport: 'stdio', flags: [] },
		{ transport: 'stdio', flags: ['--project'] },
		{ transport: 'http', flags: ['--http'] },
	] as const)('completes a call over $transport with what hawser setup $flags wrote', async ({ transport, flags }) => {
		const user = await station.user(client, transport);
		const scope = flags.filter(flag => flag === '--project');
		// The project is the same for all, so nothing may be left in it.
		onTestFinished(async () => {
			await user.hawser('setup', client.name, ...scope, '--remove', '--yes');
		});
		const [written] = await setUp(user, client.name, ...flags, '--yes');
		const check = scope.length > 0 ? (inProject ?? knownCheck) : knownCheck;
		expect(written).toMatchObject({ status: 'written', check: { state: check } });
		expect(JSON.stringify(written)).not.toContain(station.open.entry.token);
		user.forgetSent();

		const { run, told } = await askAgent(station, user, 'diagnostic_list', { path: 'src/checkout.ts' });
		expectTypeError(told);
		const era = describeEra(user.sent());
		expect(era).toBe(knownEra);
		const configuredBy = ['hawser setup', ...scope].join(' ');
		keepResult({ client: client.name, configuredBy, transport, era, check, seconds: run.seconds });

		const failed = await askAgent(station, user, 'symbol_outline', { path: 'src/nowhere.ts' });
		expect(failed.told).toContain('E_FILE_NOT_FOUND');
		expect(failed.told).toContain('There is no file src/nowhere.ts.');

		// The client may have written its file meanwhile.
		expect(await setUp(user, client.name, ...flags, '--yes')).toMatchObject([{ status: 'unchanged' }]);
		expect(await setUp(user, client.name, ...scope, '--remove', '--yes')).toMatchObject([{ status: 'removed' }]);
		const listed = (await setUp(user, '--list', ...scope)).find(({ client: name }) => name === client.name);
		expect(listed).toMatchObject({ configured: 'no' });
	});
});
