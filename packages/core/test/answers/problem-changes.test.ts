import { describe, expect, test } from 'vitest';
import { compareProblems, renderProblemChanges, withProblemChanges } from '../../src/answers/problem-changes.ts';
import type { Call } from '../../src/contract/tool.ts';
import type { FileProblems, Problem } from '../../src/ports/diagnostics.ts';
import { NEVER_CANCELLED } from '../../src/waiting/cancellation-source.ts';
import { FakeDiagnostics } from '../fakes/fake-diagnostics.ts';
import { range } from '../fakes/fake-symbols.ts';

const CALL: Call = {
	agent: 'agent',
	requestId: '1',
	surface: 'cli',
	budget: 10_000,
	signal: NEVER_CANCELLED,
	progress: () => undefined,
};

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

describe('a change of which not everything is checked', () => {
	const change = async (diagnostics: FakeDiagnostics, paths: readonly string[], isSeenOutside = false) => {
		const { problems } = await withProblemChanges(
			...([diagnostics, paths, CALL, () => Promise.resolve(undefined), () => isSeenOutside] as const),
		);
		return renderProblemChanges(problems);
	};
	const clean = (...paths: string[]) => paths.map(path => file(path, []));

	test('of a language that nobody checks says nothing of problems', async () => {
		expect(await change(new FakeDiagnostics(), ['notes.txt'])).toEqual([]);
	});

	test('of more files than are looked at says so', async () => {
		const paths = Array.from({ length: 21 }, (_, index) => `${index}.ts`);
		const diagnostics = new FakeDiagnostics([], [clean(...paths), clean(...paths)]);
		expect(await change(diagnostics, paths)).toEqual([
			'(Only the first 20 changed files were checked: call diagnostic_list.)',
		]);
	});

	test.each([
		['some of those that use it', { files: [], unchecked: 1 }],
		['nobody knows who uses it', undefined],
	])('where %s says so', async (_, importers) => {
		const diagnostics = new FakeDiagnostics([], [clean('a.ts'), clean('a.ts')]);
		diagnostics.importers = importers?.files;
		diagnostics.uncheckedImporters = importers?.unchecked ?? 0;
		expect(await change(diagnostics, ['a.ts'], true)).toEqual([
			'(Files that use what was changed were not all checked: call diagnostic_list.)',
		]);
	});

	test('where all of it was checked says that nothing is new', async () => {
		const diagnostics = new FakeDiagnostics([], [clean('a.ts'), clean('a.ts')]);
		expect(await change(diagnostics, ['a.ts'], true)).toEqual(['No new problems.']);
	});
});
