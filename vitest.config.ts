import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { IS_LONG_RUN } from './tests/support/how-often.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { ALONE_VARIABLE, ResultFile } from './tests/support/result-file.ts';

/** Machines are shared and slow at times: limits are there to end a hang, never to judge speed. */
const PATIENT = {
	...{ testTimeout: 180_000, hookTimeout: 300_000, teardownTimeout: 60_000 },
	// A second unless given, which a busy machine takes for a single look.
	expect: { poll: { timeout: 120_000 } },
};

/**
 * Files that run at the same time, whatever their project: vitest runs projects one after the other, or not at all, when they
 * differ in this. An editor waits as often as it works, so one more than there are cores keeps all of them busy.
 */
const maxWorkers = process.env[ALONE_VARIABLE] === undefined ? availableParallelism() + 1 : 1;

/** The tests that run without a build and without an editor. */
export const UNIT_TESTS = { include: ['packages/*/test/**/*.test.ts'], exclude: ['packages/*/test/real-*.test.ts'] };

/** There is no editor in them, so `vscode` is a fake. */
const FAKE_VSCODE = join(import.meta.dirname, 'packages/extension/test/fake-vscode.ts');

/** What rests on much of the editor; these run a second time, on the oldest VS Code that is supported. */
const ON_OLDEST_EDITOR = [
	...['cold-window', 'questions'],
	...(IS_LONG_RUN ? ['debugging', 'refactorings', 'symbols', 'terminals'] : []),
].map(name => `tests/editor/${name}.test.ts`);

/**
 * Servers that come from other registries than npm, or are built with another toolchain, are asked in the long run only. So are
 * those that are killed again and again, because how long a client waits before it starts its server anew is its own affair, and
 * the older of Vue's two, which takes as long as all the others together.
 */
const LONG_RUN =
	process.env['HAWSER_SERVERS'] === 'all'
		? []
		: ['clangd', 'crash', 'gopls', 'jdtls', 'pylsp', 'ruff', 'rust-analyzer', 'vue'].map(
				name => `tests/editor/servers/${name}.test.ts`,
			);

/** Asks the servers about checkouts of repositories, which only who runs the tests can bring. */
const WITH_REPOSITORIES =
	process.env['HAWSER_REPOSITORIES'] === undefined ? ['tests/editor/servers/real-repositories.test.ts'] : [];

export default defineConfig({
	test: {
		globalSetup: ['tests/support/own-home.ts', 'tests/support/end-with-parent.ts'],
		sequence: { sequencer: LongestFirst },
		reporters: ['default', new ResultFile()],
		projects: [
			{
				resolve: { alias: [{ find: /^vscode$/, replacement: FAKE_VSCODE }] },
				test: {
					name: 'unit',
					...UNIT_TESTS,
					maxWorkers,
					...PATIENT,
				},
			},
			{
				test: {
					name: 'real',
					include: ['tests/**/*.test.ts', 'packages/*/test/real-*.test.ts'],
					exclude: ['tests/oldest/**', ...LONG_RUN, ...WITH_REPOSITORIES],
					maxWorkers,
					...PATIENT,
				},
			},
			{
				test: {
					name: 'oldest',
					include: ['tests/oldest/*.test.ts', ...ON_OLDEST_EDITOR],
					// Installed when the first of them starts, and not before.
					env: { HAWSER_EDITOR_VERSION: '1.103' },
					maxWorkers,
					...PATIENT,
				},
			},
		],
	},
});
