import { defineConfig } from 'vitest/config';

/** Machines are shared and slow at times: limits are there to end a hang, never to judge speed. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 300_000, teardownTimeout: 60_000 };

/** What runs without a build and without an editor. */
export const UNIT_TESTS = { include: ['packages/*/test/**/*.test.ts'], exclude: ['packages/*/test/real-*.test.ts'] };

/** The tools that rest on much of the editor; these run a second time, on the oldest VS Code that is supported. */
const ON_OLDEST_EDITOR = ['cold-window', 'debugging', 'questions', 'refactorings', 'symbols', 'terminals'].map(
	name => `tests/editor/${name}.test.ts`,
);

export default defineConfig({
	test: {
		globalSetup: ['tests/support/own-home.ts', 'tests/support/end-with-parent.ts'],
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
					exclude: ['tests/oldest/**'],
					// Each of these files starts a real VS Code or a database server: they wait more than they work, but more than two at
					// once would only slow each other down.
					maxWorkers: 2,
					...PATIENT,
				},
			},
			{
				test: {
					name: 'oldest',
					include: ['tests/oldest/*.test.ts', ...ON_OLDEST_EDITOR],
					// Installed when the first of them starts, and not before.
					env: { HAWSER_EDITOR_VERSION: '1.103' },
					// After all others: two editors at once are enough.
					sequence: { groupOrder: 1 },
					maxWorkers: 2,
					...PATIENT,
				},
			},
		],
	},
});
