import type { Toolset } from '../../contract/toolset.ts';
import { testDebugSingle } from './test-debug-single.ts';
import { testList } from './test-list.ts';
import { testRun } from './test-run.ts';

export const testToolset: Toolset = {
	thing: 'test',
	title: 'Tests',
	onByDefault: true,
	instructions:
		'Tests: test_run runs all, a file, or those whose name has a text, and names each failure with its place; then failed: true runs only those, and test_debug_single debugs one.',
	tools: [testList, testRun, testDebugSingle],
};
