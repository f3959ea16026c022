import type { Tests } from '@hawser/core/ports/tests.ts';
import type * as vscode from 'vscode';
import type { FollowLaunch } from '../debug/launching/follow-launch.ts';
import type { CaptureOutput } from '../debug/output/capture-output.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { createDebugTest } from './debug-test.ts';
import { createKnownTests } from './known-tests.ts';
import { createRecordedRuns } from './recorded-runs.ts';
import { createTestItems } from './test-items.ts';

/** The Testing view: finding, running and debugging the tests of any extension. */
export function createTests({
	paths,
	followLaunch,
	captureOutput,
}: {
	paths: WorkspacePaths;
	followLaunch: FollowLaunch;
	captureOutput: CaptureOutput;
}): Tests & vscode.Disposable {
	const testItems = createTestItems();
	const known = createKnownTests(paths, testItems);
	return {
		find: known.find,
		...createRecordedRuns(paths, known),
		debug: createDebugTest({ paths, known, followLaunch, captureOutput }),
		dispose: () => void testItems.dispose(),
	};
}
