import { z } from 'zod';
import { noTestExtension } from '../../answers/no-test-extension.ts';
import { renderRunAnswer, runAnswer, toRunAnswer } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { column, line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { TestAddress, Tests } from '../../ports/tests.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { summarize } from '../../text/summarize.ts';
import { hasText, nameTest, renderTest, testRow } from './name-tests.ts';
import { renderMessage, testMessage, toMessage } from './outcome-rows.ts';

const SEARCH_LIMIT = 30_000;
const CANDIDATES_SHOWN = 20;

export const testDebugSingle = defineTool({
	name: 'test_debug_single',
	title: 'Debug one test',
	description:
		'Debugs one test and waits for its first stop or its end. Give path and line of the test, or its id, or its name.',
	whenToUse: 'Use it after breakpoint_set in the test or the code; go on with debug_evaluate and debug_continue.',
	effect: 'executes',
	needs: ['tests'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { path: 'src/main.test.js', line: 6 },

	input: z.strictObject({
		path: path.optional(),
		line: line.optional().describe('1-based line in the test.'),
		column: column.optional(),
		id: z.string().min(1).optional().describe('Id from test_list or test_run.'),
		name: z.string().min(1).optional().describe('Name, or a part of it that no other test has.'),
		timeout: timeoutMs(30_000),
	}),

	output: runAnswer.extend({
		test: testRow,
		result: z
			.object({
				state: z.enum(['passed', 'failed', 'errored', 'skipped', 'not_run', 'not_failed']),
				messages: z.array(testMessage),
			})
			.optional()
			.describe('When the test has ended; "not_failed": passed or skipped.'),
	}),

	async run({ timeout, ...wanted }, { tests }, call) {
		const address = await findAddress(wanted, tests, call.signal);
		const { test, outcome, result } = await tests.debug(address, timeout, call.signal);
		return {
			...toRunAnswer(outcome, { budget: call.budget - 2000 }),
			test: nameTest(test),
			...(result && { result: { state: result.state, messages: result.messages.slice(0, 1).map(toMessage) } }),
		};
	},

	render(answer) {
		const { test, result } = answer;
		return [
			[
				`Test: ${renderTest(test)}`,
				renderRunAnswer(answer),
				...(result ? [`Result: ${result.state.replace('_', ' ')}`, ...result.messages.map(renderMessage)] : []),
			].join('\n'),
		];
	},
});

interface Wanted {
	path?: string | undefined;
	line?: number | undefined;
	column?: number | undefined;
	id?: string | undefined;
	name?: string | undefined;
}

async function findAddress(wanted: Wanted, tests: Tests, signal: Cancellation): Promise<TestAddress> {
	const { path: file, line: at, column: from, id, name } = wanted;
	if (id !== undefined && file === undefined && name === undefined) {
		return { id };
	}
	if (file !== undefined && at !== undefined && id === undefined && name === undefined) {
		return { path: file, line: at, column: from };
	}
	if (name === undefined || id !== undefined || at !== undefined) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			'Say which test: "path" and "line", or "id", or "name" (with "path" or not).',
		);
	}
	const found = await tests.find({ path: file, refresh: false, milliseconds: SEARCH_LIMIT }, signal);
	if (found.controllers.length === 0) {
		throw noTestExtension();
	}
	const similar = found.tests.filter(test => hasText(test, name));
	const exact = similar.filter(test => test.label === name || nameTest(test).name === name);
	const candidates = exact.length > 0 ? exact : similar;
	const [only] = candidates;
	if (!only) {
		throw new ToolError('E_TEST_NOT_FOUND', `No test is called "${name}".`);
	}
	if (candidates.length > 1) {
		const named = candidates.map(nameTest);
		const rows = summarize(named.map(renderTest));
		throw new ToolError('E_AMBIGUOUS_TEST', `Several tests have "${name}" in their name: ${rows}.`, {
			details: { candidates: named.slice(0, CANDIDATES_SHOWN) },
		});
	}
	return { id: only.id };
}
