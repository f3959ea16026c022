import { z } from 'zod';
import { evaluate, evaluateAtStop } from '../../answers/evaluate-at-stop.ts';
import { noTestExtension } from '../../answers/no-test-extension.ts';
import { renderRunAnswer, runAnswer, toRunAnswer } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { column, line, path } from '../../contract/parameters.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { BreakpointRequest } from '../../ports/breakpoints.ts';
import type { TestAddress, Tests } from '../../ports/tests.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import { summarize } from '../../text/summarize.ts';
import { hasText, nameTest, renderTest, testRow } from './name-tests.ts';
import { isFailure, renderMessage, testMessage, toMessage } from './outcome-rows.ts';

type BreakpointPlace = BreakpointRequest['place'];

const SEARCH_LIMIT = 30_000;
const CANDIDATES_SHOWN = 20;

export const testDebugSingle = defineTool({
	name: 'test_debug_single',
	title: 'Debug one test',
	searchHint: 'debug a test failing test debugger',
	description:
		'Debugs one test and waits for its first stop or its end. Give path and line of the test, or its id, or its name.',
	whenToUse: 'Use it after breakpoint_set in the test or the code; go on with debug_evaluate and debug_continue.',
	effect: 'runs',
	needs: ['tests', 'breakpoints', 'debugger'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { path: 'src/main.test.js', line: 6 },

	input: z.strictObject({
		path: path.optional(),
		line: line.optional().describe('1-based line in the test.'),
		column: column.optional(),
		id: z.string().min(1).optional().describe('Id from test_list or test_run.'),
		name: z.string().min(1).optional().describe('Name, or a part of it that no other test has.'),
		atFailure: z.boolean().default(false).describe('Run it first, then stop on the line where it fails.'),
		evaluate,
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

	async run({ timeout, atFailure, evaluate: expressions, ...wanted }, ports, call) {
		const { tests } = ports;
		const address = await findAddress(wanted, tests, call.signal);
		const place = atFailure ? await placeOfFailure(address, tests, timeout, call) : undefined;
		const added = place && !(await ports.breakpoints.set({ place }, call.signal)).updated;
		const debug = async () => {
			try {
				return await tests.debug(address, timeout, call.signal);
			} finally {
				// Nobody has asked for a breakpoint that stays.
				await (place && added ? ports.breakpoints.remove(place) : undefined);
			}
		};
		const { test, outcome, result } = await debug();
		const evaluated = await evaluateAtStop(outcome, expressions, ports.debugger, call);
		return {
			...toRunAnswer(outcome, { budget: call.budget - 2000 }),
			...evaluated,
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

/** Where the test fails when it is run without the debugger. */
async function placeOfFailure(
	address: TestAddress,
	tests: Tests,
	timeout: number,
	call: Call,
): Promise<BreakpointPlace & { kind: 'line' }> {
	const ids = 'id' in address ? [address.id] : await idsAt(address, tests, call.signal);
	const run = await tests.run({ ids }, timeout, call.signal, () => call.progress({ message: 'Running it first …' }));
	const failure = run.tests.find(isFailure);
	if (!failure) {
		throw new ToolError('E_TEST_NOT_FOUND', 'The test does not fail, so there is no failure to stop at.', {
			hint: 'Set a breakpoint and call again without atFailure.',
		});
	}
	const { messages } = await tests.details(failure, call.signal);
	const at = messages.find(({ path: file, line: number }) => file !== undefined && number !== undefined);
	if (at?.path === undefined || at.line === undefined) {
		throw new ToolError('E_TEST_NOT_FOUND', 'The test fails, but its extension does not say on which line.', {
			hint: 'Set a breakpoint and call again without atFailure.',
		});
	}
	return { kind: 'line', path: at.path, line: at.line };
}

/** The test whose declaration is nearest above the line. */
async function idsAt(
	{ path: file, line: at }: { path: string; line: number },
	tests: Tests,
	signal: Cancellation,
): Promise<readonly string[]> {
	const found = await tests.find({ path: file, refresh: false, milliseconds: SEARCH_LIMIT }, signal);
	const above = found.tests.filter(({ line: declared = 1 }) => declared <= at);
	const nearest = above.toSorted((left, right) => (right.line ?? 1) - (left.line ?? 1))[0];
	if (!nearest) {
		throw new ToolError('E_TEST_NOT_FOUND', `There is no test at ${file}:${at}.`);
	}
	return [nearest.id];
}

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
