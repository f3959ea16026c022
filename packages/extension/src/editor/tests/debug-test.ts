import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DebuggedTest, TestAddress, TestMessage, Tests } from '@hawser/core/ports/tests.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin, startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FollowLaunch } from '../debug/launching/follow-launch.ts';
import type { CaptureOutput } from '../debug/output/capture-output.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { testAt } from './choose-tests.ts';
import type { KnownTests } from './known-tests.ts';
import { findReported } from './recorded-runs.ts';
import { latestFailures } from './result-texts.ts';
import { endRun, untilKnown } from './run-tests.ts';
import { DEBUG, run } from './test-commands.ts';
import { isTest, type KnownItem } from './test-items.ts';

/** The extension reads what came of the test a moment after the program has ended. */
const RESULT_LIMIT = 5000;

export function createDebugTest({
	paths,
	known,
	followLaunch,
	captureOutput,
}: {
	paths: WorkspacePaths;
	known: KnownTests;
	followLaunch: FollowLaunch;
	captureOutput: CaptureOutput;
}): Tests['debug'] {
	const choose = async (address: TestAddress, signal: Cancellation): Promise<KnownItem> => {
		if ('id' in address) {
			const [chosen] = await known.itemsWith([address.id], signal);
			if (chosen && isTest(chosen)) {
				return chosen;
			}
			throw new ToolError('E_TEST_NOT_FOUND', `${address.id} is not a single test.`);
		}
		const { path, line, column = 1 } = address;
		const file = await known.place(path);
		const tests = await known.testsIn(file, signal);
		const chosen = testAt(tests, file, line, column);
		if (!chosen) {
			const lines = tests.flatMap(test => known.describe(test).line ?? []);
			throw new ToolError('E_NO_TEST_AT_CURSOR', `No test of ${path} is at line ${line}.`, {
				details: { testsBeginAt: lines.slice(0, 100) },
			});
		}
		return chosen;
	};

	const resultOf = async (fullId: string, signal: Cancellation): Promise<DebuggedTest['result']> => {
		const reported = await latestFailures(signal);
		const failure = reported && findReported(reported, fullId);
		const messages = failure?.messages.map(
			({ text = '', expected, actual, location }): TestMessage => ({
				text,
				...(expected !== undefined && { expected }),
				...(actual !== undefined && { actual }),
				...(location && { path: paths.show(vscode.Uri.file(location.path)), line: location.line }),
			}),
		);
		return reported && { state: failure ? 'failed' : 'not_failed', messages: messages ?? [] };
	};

	return async (address, milliseconds, signal) => {
		const timeLimit = startTimeLimit(milliseconds, signal);
		const chosen = await choose(address, signal);
		await untilKnown([chosen], signal);
		let running: Promise<unknown> = Promise.resolve();
		const start = () => (running = Promise.resolve(run('vscode.runTestsById', DEBUG, chosen.fullId)));
		const stopListening = signal.onCancelled(() => void endRun(running));
		const capturing = captureAll(captureOutput);
		try {
			const outcome = await followLaunch(start, timeLimit.left());
			const test = known.describe(chosen);
			if (!outcome) {
				throw new ToolError('E_TEST_RUN_FAILED', `${test.label} was not debugged: no debug session was started.`, {
					hint: 'The test extension may not be able to debug; test_run runs the test, and debug_start debugs a file.',
				});
			}
			if (outcome.event !== 'ended') {
				return { test, outcome };
			}
			await resultWithin(running, { milliseconds: Math.min(RESULT_LIMIT, timeLimit.left().milliseconds), signal });
			const result = await resultOf(chosen.fullId, signal);
			return { test, outcome, ...(result && { result }) };
		} finally {
			capturing.dispose();
			stopListening();
		}
	};
}

/** The extension makes the configuration, and none of them asks for all that the program writes, such as the report of its test runner. */
function captureAll(captureOutput: CaptureOutput): vscode.Disposable {
	return vscode.debug.registerDebugConfigurationProvider('*', {
		resolveDebugConfiguration: (_folder, configuration) => captureOutput(configuration),
	});
}
