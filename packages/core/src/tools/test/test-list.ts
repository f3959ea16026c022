import { z } from 'zod';
import { NO_TEST_EXTENSION } from '../../answers/no-test-extension.ts';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { countOf } from '../../text/plural.ts';
import { hasText, nameTest, renderTest, testRow } from './name-tests.ts';

/** Less than the tool's own limit, so that it can tell what is known so far. */
const SEARCH_LIMIT = 25_000;
const PROBLEMS_SHOWN = 10;

export const testList = defineTool({
	name: 'test_list',
	title: 'List tests',
	searchHint: 'which tests are there discover',
	description: "Lists the tests in VS Code's Testing view, after the test extensions have searched anew.",
	whenToUse: 'Use it to find ids and lines of tests. To run tests, call test_run at once.',
	// Extensions find tests by running code of the project.
	effect: 'steers',
	needs: ['tests'],
	narrowBy: ['path', 'query'],

	example: {},

	input: z.strictObject({
		path: path.optional().describe('Only tests of this file or folder.'),
		query: z.string().min(1).optional().describe('Only tests with this text in their name.'),
		refresh: z.boolean().default(true).describe('False takes what is known: faster.'),
		limit: z.int().positive().max(1000).default(200).describe('Tests in the answer.'),
		offset: z.int().nonnegative().default(0).describe('Tests to skip.'),
	}),

	output: z.object({
		total: z.int(),
		tests: z.array(testRow),
		nextOffset: z.int().optional(),
		sources: z.array(z.string()).describe('Who offers tests in this window.'),
		problems: z.array(z.string()).optional().describe('Files that could not be searched.'),
		unfinished: z.literal(true).optional().describe('The search goes on; call again with refresh false.'),
		note: z.string().optional(),
	}),

	async run({ path: place, query, refresh, limit, offset }, { tests }, { budget, signal }) {
		const found = await tests.find({ path: place, refresh, milliseconds: SEARCH_LIMIT }, signal);
		const problems = found.problems.map(({ label, path: file, message }) =>
			`${file ?? label}: ${message}`.slice(0, 300),
		);
		if (found.tests.length === 0 && problems.length > 0) {
			throw new ToolError('E_DISCOVERY_FAILED', problems.slice(0, PROBLEMS_SHOWN).join('\n'));
		}
		const wanted = found.tests.filter(test => hasText(test, query));
		const rest = wanted.slice(offset, offset + limit).map(nameTest);
		const shown = takeWhileFits(rest, budget - 1500, row => JSON.stringify(row).length + 1);
		const next = offset + shown.length;
		return {
			total: wanted.length,
			tests: [...shown],
			...(next < wanted.length && { nextOffset: next }),
			sources: found.controllers.slice(0, 20),
			...(problems.length > 0 && { problems: problems.slice(0, PROBLEMS_SHOWN) }),
			...(found.unfinished && { unfinished: true as const }),
			...(found.controllers.length === 0 && { note: NO_TEST_EXTENSION }),
		};
	},

	render({ total, tests, nextOffset, sources, problems = [], unfinished, note }) {
		const from = sources.length === 0 ? '' : ` (${sources.join(', ')})`;
		return [
			[
				note ?? `${countOf(total, 'test')}${from}${tests.length > 0 ? ':' : '.'}`,
				...tests.map(
					test => `${renderTest(test)}${test.path === undefined || test.line === undefined ? ` [${test.id}]` : ''}`,
				),
				...(nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`]),
				...problems.map(problem => `Not searched: ${problem}`),
				...(unfinished ? ['(The search goes on: call again with refresh false.)'] : []),
			].join('\n'),
		];
	},
});
