import { describe, expect, test } from 'vitest';
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

describe('the result of a run', () => {
	test('items without children count as tests, and so do suites that failed by themselves', () => {
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

	test.each([undefined, null, 'text', {}, { id: 'x' }, { items: [] }])('%j is not a run', reported => {
		expect(readRunResult(reported)).toBeUndefined();
	});
});
