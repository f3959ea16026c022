import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Apart from the other tests, because the clients are about a gigabyte: `npm run test:agents`. */
// eslint-disable-next-line no-restricted-exports -- vitest reads the default export
export default defineConfig({
	test: {
		name: 'agents',
		root: join(import.meta.dirname, '../..'),
		include: ['tests/agents/*.agent.ts'],
		globalSetup: 'tests/agents/result-table.ts',
		// Each of the files starts a real VS Code; two at once would only slow each other down.
		fileParallelism: false,
		// Limits are there to end a hang, never to judge speed; the first run installs the clients.
		testTimeout: 600_000,
		hookTimeout: 1_200_000,
		teardownTimeout: 60_000,
	},
});
