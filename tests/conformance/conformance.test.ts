import { expect, onTestFinished, test } from 'vitest';
import { startFixtureHost } from './fixture-host.ts';
import { complaints, type Revision, requiredScenarios, runSuite } from './run-suite.ts';

interface Expectation {
	revision: Revision;
	/** The lists are frozen per revision, so another number means that the list was not understood. */
	required: number;
	/** Not required by the revision, and passed all the same. */
	beyond: string[];
}

const EXPECTATIONS: Expectation[] = [
	{ revision: '2025-11-25', required: 30, beyond: ['json-schema-2020-12', 'server-session-lifecycle'] },
	{ revision: '2026-07-28', required: 37, beyond: ['http-header-validation', 'json-schema-2020-12'] },
];

test.for(EXPECTATIONS)(
	'the server does all that MCP $revision requires',
	{ timeout: 90_000 },
	async ({ revision, required, beyond }) => {
		const host = await startFixtureHost();
		onTestFinished(() => host.close());
		const [names, run] = await Promise.all([requiredScenarios(revision), runSuite(host.url, revision, 80_000)]);

		expect(names).toHaveLength(required);
		expect(complaints(run, [...names, ...beyond])).toEqual([]);
		expect(run.exitCode, run.output.slice(-4000)).toBe(0);
		expect(host.defects).toEqual([]);

		// The proxy of the test must not be the one who turns a foreign page away.
		const rebinding = run.scenarios.get('dns-rebinding-protection');
		const refused = rebinding?.find(({ id }) => id === 'localhost-host-rebinding-rejected');
		expect(refused?.details).toMatchObject({ statusCode: 403, hostHeader: 'evil.example.com' });
		expect(JSON.stringify(refused?.details)).toContain('[E_FORBIDDEN]');
	},
);
