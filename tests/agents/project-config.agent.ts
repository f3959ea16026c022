import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { askAgent, expectTypeError } from './ask-agent.ts';
import { claudeCode } from './clients/claude-code.ts';
import { copilot } from './clients/copilot.ts';
import { keepResult } from './result-table.ts';
import { type Station, startStation } from './station.ts';

describe.each(['stdio', 'http'] as const)('with hawser.projectConfig: %s', transport => {
	let station: Station;
	beforeAll(async () => {
		station = await startStation({ projectConfig: transport });
	});
	afterAll(async () => {
		await station[Symbol.asyncDispose]();
	});

	test.each([claudeCode, copilot])(
		'$program completes a call with the .mcp.json that the window wrote',
		async client => {
			const file = join(station.open.folder, '.mcp.json');
			await eventually(() => expect(readFileSync(file, 'utf8')).toContain('"hawser"'));
			const user = await station.user(client, transport);
			const { run, told } = await askAgent(station, user, 'diagnostic_list', { path: 'src/checkout.ts' });
			expectTypeError(told);
			// Nothing stands between the client and what the window named, so nobody has seen how they spoke.
			const facts = { era: '-', check: '-', seconds: run.seconds };
			keepResult({ client: client.name, configuredBy: 'the window', transport, ...facts });
		},
	);
});
