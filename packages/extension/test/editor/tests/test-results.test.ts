import { describe, expect, test } from 'vitest';
import { readFailureReport } from '../../../src/editor/tests/failure-report.ts';
import { locateMessage } from '../../../src/editor/tests/locate-message.ts';
import { readRunResult } from '../../../src/editor/tests/run-result.ts';

const item = (extId: string, state: number, more: object = {}) => ({
	item: { extId, label: `label of ${extId.split('\0').at(-1) ?? ''}`, ...more },
	ownComputedState: state,
	tasks: [{ state, duration: state === 0 ? undefined : 12.5, messages: [] }],
});

const RUN = {
	id: 'run-1',
	tasks: [{ id: 'task' }],
	request: { targets: [{ testIds: ['c\0a.js'] }, { testIds: ['c\0b.js'] }] },
	items: [
		item('c', 0),
		item('c\0a.js', 0),
		item('c\0a.js\0one', 3, { range: { startLineNumber: 4 }, uri: { scheme: 'file', path: '/a.js' } }),
		item('c\0a.js\0two', 4),
		item('c\0a.js\0three', 5),
		item('c\0a.js\0four', 0),
		item('c\0b.js', 6),
		item('c\0b.js\0five', 0),
	],
};

describe('what VS Code tells of a run', () => {
	test('tests are what contains nothing, and suites that failed by themselves', () => {
		const result = readRunResult(RUN);
		expect(result?.tests.map(({ fullId, state }) => [fullId.replaceAll('\0', '/'), state])).toEqual([
			['c/a.js/one', 'passed'],
			['c/a.js/two', 'failed'],
			['c/a.js/three', 'skipped'],
			['c/a.js/four', 'not_run'],
			['c/b.js', 'errored'],
			['c/b.js/five', 'not_run'],
		]);
		expect(result?.tests[0]).toMatchObject({ label: 'label of one', line: 4, duration: 12.5, failedTasks: [] });
		expect(result?.tests[1]).toMatchObject({ failedTasks: [0] });
		expect(result).toMatchObject({ id: 'run-1', tasks: 1, asked: ['c\0a.js', 'c\0b.js'] });
	});

	test('a suite whose tests failed is not counted beside them', () => {
		const items = [item('c', 0), item('c\0s', 4), item('c\0s\0t', 4)];
		expect(readRunResult({ ...RUN, items })?.tests.map(({ fullId }) => fullId)).toEqual(['c\0s\0t']);
	});

	test.each([undefined, null, 'text', {}, { id: 'x' }, { items: [] }])('%j is not a run', told => {
		expect(readRunResult(told)).toBeUndefined();
	});
});

describe('the report of failures', () => {
	const REPORT = `<testFailure name="two \\"quoted\\"" path="a.js > suite">
<expectedOutput>
1
</expectedOutput>
<actualOutput>
2
</actualOutput>
<stackFrame path="/lib/assert.js" line="3" col="1" />
<location path="/a.js" line="7" col="2" />
</testFailure>
<testFailure name="alone" path="">
<message>
broke
at many lines
</message>
<stackFrame path="/b.js" line="9" col="1" />
<stackFrame path="/c.js" line="10" col="1" />
</testFailure>
<output>
<testFailure is only written by a program
</output>
`;

	test('names, values and places are read', () => {
		expect(readFailureReport(REPORT)).toEqual([
			{
				name: 'a.js > suite > two "quoted"',
				messages: [{ expected: '1', actual: '2', location: { path: '/a.js', line: 7 } }],
			},
			{ name: 'alone', messages: [{ text: 'broke\nat many lines', location: { path: '/b.js', line: 9 } }] },
		]);
		expect(readFailureReport('No test failures were found yet')).toEqual([]);
	});

	test('a place is taken only from a message that says the same', () => {
		const [reported] = readFailureReport(REPORT);
		const place = (expected: string, text = 'differs') =>
			locateMessage({ text, expected, actual: '2' }, { reported, file: '/a.js' });
		expect(place('1')).toEqual({ path: '/a.js', line: 7 });
		expect(place('another run')).toBeUndefined();
		expect(place('another run', 'Error: differs\n  at fn (/x.js:1:1)\n  at test (/a.js:12:5)')).toEqual({
			path: '/a.js',
			line: 12,
		});
	});
});
