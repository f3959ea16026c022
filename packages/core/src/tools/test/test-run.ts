import { z } from 'zod';
import { noTestExtension } from '../../answers/no-test-extension.ts';
import { path } from '../../contract/parameters.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { TestOutcome, TestRun, TestSelection, Tests } from '../../ports/tests.ts';
import { excerpt } from '../../text/output-excerpt.ts';
import { countOf, plural } from '../../text/plural.ts';
import { hasText } from './name-tests.ts';
import { isFailure, outcomeRow, renderOutcome, takeOutcomes } from './outcome-rows.ts';
import { runTestCommand } from './project-command.ts';

const DEFAULT_WAIT = 300_000;
const MAX_WAIT = 3_600_000;
const SEARCH_LIMIT = 60_000;
const FILES_SHOWN = 20;

export const testRun = defineTool({
	name: 'test_run',
	title: 'Run tests',
	searchHint: 'run tests failing test unit test suite jest vitest pytest check',
	description:
		"Runs tests through VS Code's Testing view. Answers totals, and each failure with message, expected, actual and place.",
	whenToUse: 'Use it to check changes. Failing tests are an answer, not an error.',
	effect: 'runs',
	needs: ['tests', 'tasks'],
	timeout: MAX_WAIT + 60_000,
	failureFields: ['failed', 'errored', 'exitCode'],
	narrowBy: ['path', 'query', 'offset'],

	example: { path: 'src' },

	input: z.strictObject({
		path: path.optional().describe('Only tests of this file or folder.'),
		query: z.string().min(1).optional().describe('Only tests with this text in their name.'),
		ids: z.array(z.string().min(1)).min(1).max(500).optional().describe('From test_list.'),
		failed: z.boolean().default(false).describe('Only those that failed last.'),
		last: z.boolean().default(false).describe('Only tell the last run again.'),
		all: z.boolean().default(false).describe('Not only failures.'),
		output: z.boolean().default(false).describe('Also what the run wrote.'),
		command: z.boolean().default(false).describe("Run the project's own test command instead."),
		offset: z.int().nonnegative().default(0).describe('Listed tests to skip.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(DEFAULT_WAIT)
			.describe('Milliseconds until it is stopped; 300000 unless given.'),
	}),

	output: z.object({
		total: z.int().optional().describe('Absent, like the other counts, when a command was run.'),
		passed: z.int().optional(),
		failed: z.int().optional(),
		errored: z.int().optional(),
		skipped: z.int().optional(),
		notRun: z.int().optional(),
		milliseconds: z.int(),
		tests: z.array(outcomeRow).optional().describe('Failures, or all tests if asked for.'),
		command: z.string().optional().describe('The command that was run.'),
		exitCode: z.int().optional(),
		running: z.literal(true).optional().describe('The command was not over in time.'),
		nextOffset: z.int().optional(),
		output: z.string().optional(),
		alsoRan: z.int().optional().describe('Tests that ran unasked: this editor runs whole files.'),
		saved: z.array(z.string()).optional().describe('Unsaved files that VS Code saved first.'),
		unsaved: z.array(z.string()).optional().describe('Files with unsaved edits, which the tests do not have.'),
	}),

	async run({ last, all, output, offset, timeout, command, ...wanted }, { tests, tasks }, call) {
		if (command) {
			return runTestCommand(tasks, timeout, call);
		}
		const run = last ? tests.lastRun() : await start(tests, wanted, timeout, call);
		if (!run) {
			throw new ToolError('E_TEST_NOT_FOUND', 'No tests have been run here yet.', {
				hint: 'Call test_run without "last".',
			});
		}
		const written = output ? excerpt(await tests.output(call.signal), { budget: call.budget / 4 }).output : undefined;
		const listed = all ? run.tests : run.tests.filter(isFailure);
		const rows = await takeOutcomes(listed.slice(offset), tests, {
			...call,
			budget: call.budget - 1000 - (written?.length ?? 0),
		});
		const next = offset + rows.length;
		const count = (state: TestOutcome['state']) => run.tests.filter(test => test.state === state).length;
		return {
			total: run.tests.length,
			passed: count('passed'),
			failed: count('failed'),
			errored: count('errored'),
			skipped: count('skipped'),
			notRun: count('not_run'),
			milliseconds: run.milliseconds,
			tests: rows,
			...(next < listed.length && { nextOffset: next }),
			...(written !== undefined && { output: written }),
			...(run.alsoRan > 0 && { alsoRan: run.alsoRan }),
			...(run.saved.length > 0 && { saved: run.saved.slice(0, FILES_SHOWN) }),
			...(run.unsaved.length > 0 && { unsaved: run.unsaved.slice(0, FILES_SHOWN) }),
		};
	},

	render({
		total = 0,
		passed = 0,
		failed = 0,
		errored = 0,
		skipped = 0,
		notRun = 0,
		milliseconds,
		tests = [],
		command,
		exitCode,
		running,
		nextOffset,
		output,
		alsoRan,
		saved,
		unsaved,
	}) {
		if (command !== undefined) {
			const ended = running ? 'still running' : `exit code ${exitCode ?? 'unknown'}`;
			return [[`${command}: ${ended}`, ...(output ? [output] : [])].join('\n')];
		}
		const counts = [
			[passed, 'passed'],
			[failed, 'failed'],
			[errored, 'errored'],
			[skipped, 'skipped'],
			[notRun, 'not run'],
		].filter(([count]) => count !== 0);
		const states = counts.map(([count, word]) => `${count} ${word}`).join(', ');
		return [
			[
				`${countOf(total, 'test')} in ${(milliseconds / 1000).toFixed(1)} s${states === '' ? '' : `: ${states}`}.`,
				...tests.map(renderOutcome),
				...(nextOffset === undefined ? [] : [`(More: call again with last: true and offset ${nextOffset}.)`]),
				...(alsoRan === undefined ? [] : [`${plural(alsoRan, 'other test')} of the same files ran too.`]),
				...(saved ? [`VS Code saved first: ${saved.join(', ')}`] : []),
				...(unsaved ? [`Unsaved, so not in the tests: ${unsaved.join(', ')}`] : []),
				...(output === undefined ? [] : ['Output:', output]),
			].join('\n'),
		];
	},
});

interface Wanted extends TestSelection {
	query?: string | undefined;
	failed: boolean;
}

async function start(tests: Tests, wanted: Wanted, timeout: number, call: Call): Promise<TestRun> {
	const selection = await select(tests, wanted, call);
	call.progress({
		message: selection.ids ? `Running ${plural(selection.ids.length, 'test')} …` : 'Running the tests …',
	});
	return tests.run(selection, timeout, call.signal, seconds => {
		call.progress({ message: `Running for ${seconds} s …` });
	});
}

async function select(tests: Tests, { path: place, query, ids, failed }: Wanted, call: Call): Promise<TestSelection> {
	if (ids && (place !== undefined || query !== undefined || failed)) {
		throw new ToolError('E_INVALID_PARAMS', 'Give "ids" alone, or any of "path", "query" and "failed".');
	}
	if (ids || (query === undefined && !failed)) {
		return { path: place, ids };
	}
	const known = await tests.find({ path: place, refresh: !failed, milliseconds: SEARCH_LIMIT }, call.signal);
	const failures = new Set(
		tests
			.lastRun()
			?.tests.filter(isFailure)
			.map(({ id }) => id),
	);
	const candidates = failed ? known.tests.filter(({ id }) => failures.has(id)) : known.tests;
	const chosen = candidates.filter(test => hasText(test, query));
	if (known.controllers.length === 0) {
		throw noTestExtension();
	}
	if (chosen.length === 0) {
		throw new ToolError(
			'E_TEST_NOT_FOUND',
			failed ? 'No test failed in the last run.' : `No test has "${query ?? ''}" in its name.`,
			{
				...(failed && { hint: 'Run the tests first, without "failed".' }),
			},
		);
	}
	return { ids: chosen.map(({ id }) => id) };
}
