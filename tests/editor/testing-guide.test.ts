import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { connectDebugger } from '../support/debug-client.ts';
import { readGuide } from '../support/guide.ts';
import { useWorkbench } from '../support/use-window.ts';

const workbench = useWorkbench({
	extensions: [join(ROOT, 'tests/projects/test-controllers')],
	env: { HAWSER_TEST_NODE: process.execPath },
});

test('docs/how/testing.md: every call gives the answer that the guide shows', async () => {
	const guide = readGuide('testing.md');
	const folder = workbench().makeFolder('guide');
	for (const { name, text } of guide.files) {
		writeFileSync(join(folder, name), text);
	}
	const { entry } = await workbench().open(folder);
	const agent = await connectDebugger(entry);
	try {
		expect(await guide.follow((tool, input) => agent.read(tool, input))).toBeGreaterThan(7);
	} finally {
		await agent.client.close();
	}
});
