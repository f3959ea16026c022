import { expect, test } from 'vitest';
import { compareProblems, renderProblemChanges } from '../../src/answers/problem-changes.ts';
import type { FileProblems, Problem } from '../../src/ports/diagnostics.ts';
import { range } from '../fakes/fake-symbols.ts';

const problem = (message: string, line = 1): Problem => ({
	severity: 'error',
	message,
	source: 'ts',
	range: range(line, 1),
});
const file = (path: string, problems: Problem[], freshness: FileProblems['freshness'] = 'fresh'): FileProblems => ({
	path,
	freshness,
	problems,
});

test('a problem that moved with its line neither appeared nor disappeared', () => {
	const changes = compareProblems([file('a.ts', [problem('x', 1)])], [file('a.ts', [problem('x', 9)])]);
	expect(changes).toMatchObject({ appearedTotal: 0, disappearedTotal: 0, errorsLeft: 1, freshness: 'fresh' });
	expect(renderProblemChanges(changes)).toEqual(['No new problems; 1 error as before.']);
});

test('a second occurrence of the same problem is a new one', () => {
	const changes = compareProblems([file('a.ts', [problem('x')])], [file('a.ts', [problem('x'), problem('x', 5)])]);
	expect(changes).toMatchObject({ appeared: [{ path: 'a.ts', line: 5, message: 'x' }], disappearedTotal: 0 });
});

test('a new file has had no problems', () => {
	expect(compareProblems([], [file('new.ts', [problem('x')])])).toMatchObject({ appearedTotal: 1 });
});

test('what was not known before is not said to have appeared', () => {
	const changes = compareProblems([file('a.ts', [], 'not_ready')], [file('a.ts', [problem('old')])]);
	expect(changes).toMatchObject({ appearedTotal: 0, freshness: 'not_ready' });
	expect(renderProblemChanges(changes).join()).toContain('call diagnostic_list');
});

test('long lists are cut, and the totals are exact', () => {
	const many = Array.from({ length: 30 }, (_, index) => problem(`p${index}`, index + 1));
	const changes = compareProblems([], [file('a.ts', many)]);
	expect(changes.appeared).toHaveLength(10);
	expect(renderProblemChanges(changes)).toContain('(and 20 more: call diagnostic_list)');
});
