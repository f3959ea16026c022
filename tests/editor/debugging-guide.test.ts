import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGuide } from '../support/guide.ts';
import { useDebugger } from '../support/use-debugger.ts';

const { open, agent } = useDebugger();

test('docs/how/debugging.md: every call gives the answer that the guide shows', async () => {
	const guide = readGuide('debugging.md');
	for (const { name, text } of guide.files) {
		writeFileSync(join(open().folder, name), text);
	}
	expect(await guide.follow((tool, input) => agent().read(tool, input))).toBeGreaterThan(9);
});
