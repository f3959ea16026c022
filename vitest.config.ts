import { defineConfig } from 'vitest/config';

/** Machines are shared and slow at times: limits are there to end a hang, never to judge speed. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 300_000, teardownTimeout: 60_000 };

/** What runs without a build and without an editor. */
export const UNIT_TESTS = { include: ['packages/*/test/**/*.test.ts'], exclude: ['packages/*/test/real-*.test.ts'] };

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					...UNIT_TESTS,
					...PATIENT,
				},
			},
			{
				test: {
					name: 'real',
					include: ['tests/**/*.test.ts', 'packages/*/test/real-*.test.ts'],
					// Each of these files starts a real VS Code or a database server: they wait more than they work, but more than two at
					// once would only slow each other down.
					maxWorkers: 2,
					...PATIENT,
				},
			},
		],
	},
});
