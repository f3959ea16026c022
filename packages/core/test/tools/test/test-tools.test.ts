import { describe, expect, test, vi } from 'vitest';
import type { Breakpoints } from '../../../src/ports/breakpoints.ts';
import type { Tasks } from '../../../src/ports/tasks.ts';
import type {
	DebuggedTest,
	FoundTests,
	TestAddress,
	TestFacts,
	TestOutcome,
	TestRun,
	TestSelection,
	Tests,
} from '../../../src/ports/tests.ts';
import { testDebugSingle } from '../../../src/tools/test/test-debug-single.ts';
import { testList } from '../../../src/tools/test/test-list.ts';
import { testRun } from '../../../src/tools/test/test-run.ts';
import { fakeDebugger } from '../../fakes/fake-debugger.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const fact = (label: string, line = 1): TestFacts => ({
	id: `c > a.test.js > suite > ${label}`,
	label,
	suites: ['a.test.js', 'suite'],
	path: 'src/a.test.js',
	line,
});

class FakeTests implements Tests {
	found: FoundTests = {
		tests: [fact('adds', 3), fact('adds more', 8)],
		controllers: ['C'],
		problems: [],
		unfinished: false,
	};
	outcomes: TestOutcome[] = [];
	last: TestRun | undefined;
	selected: TestSelection[] = [];
	debugged: TestAddress[] = [];
	messageLength = 10;

	find() {
		return Promise.resolve(this.found);
	}
	run(selection: TestSelection, _milliseconds: number, _signal: unknown, stillRunning: (seconds: number) => void) {
		this.selected.push(selection);
		stillRunning(5);
		this.last = { tests: this.outcomes, milliseconds: 1234, alsoRan: 0, saved: [], unsaved: [] };
		return Promise.resolve(this.last);
	}
	lastRun() {
		return this.last;
	}
	details() {
		const text = 'x'.repeat(this.messageLength);
		return Promise.resolve({
			messages: [{ text, expected: '1', actual: '2', path: 'src/a.test.js', line: 9 }],
			output: 'written\n',
		});
	}
	output() {
		return Promise.resolve('line\n'.repeat(5000));
	}
	debug(address: TestAddress): Promise<DebuggedTest> {
		this.debugged.push(address);
		const session = { id: 's', name: 'S', type: 'node', state: 'ended' as const };
		return Promise.resolve({
			test: fact('adds', 3),
			outcome: { event: 'ended', session, output: [] },
			result: { state: 'failed', messages: [{ text: 'no', expected: '1', actual: '2' }] },
		});
	}
}

const outcome = (label: string, state: TestOutcome['state']): TestOutcome => ({
	...fact(label),
	state,
	duration: 1.26,
});

test('tests are listed by name, without the suites that the path says already', async () => {
	const { text } = await runTool(testList, { query: 'MORE' }, { tests: new FakeTests() });
	expect(text).toBe('1 test (C):\nsrc/a.test.js:8 suite > adds more');
});

test('many tests come in pages, each once', async () => {
	const tests = new FakeTests();
	tests.found = { ...tests.found, tests: Array.from({ length: 700 }, (_, index) => fact(`test ${index}`)) };
	const seen: string[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const reply = await runTool(testList, { offset, limit: 1000 }, { tests });
		expect(reply.text.length).toBeLessThan(10_000);
		const data = (await dataOf(Promise.resolve(reply))) as {
			total: number;
			tests: { name: string }[];
			nextOffset?: number;
		};
		expect(JSON.stringify(data).length).toBeLessThan(10_000);
		expect(data.total).toBe(700);
		seen.push(...data.tests.map(({ name }) => name));
		offset = data.nextOffset;
	}
	expect(new Set(seen).size).toBe(700);
	expect(seen).toHaveLength(700);
});

test('a search that found only problems has failed', async () => {
	const tests = new FakeTests();
	tests.found = { ...tests.found, tests: [], problems: [{ label: 'a', path: 'a.py', message: 'No module named x' }] };
	expect(await errorOf(runTool(testList, {}, { tests }))).toMatchObject({
		code: 'E_DISCOVERY_FAILED',
		message: 'a.py: No module named x',
	});
});

test('a run is told by its totals and its failures', async () => {
	const tests = new FakeTests();
	tests.outcomes = [outcome('adds', 'failed'), outcome('adds more', 'passed'), outcome('later', 'skipped')];
	const { text } = await runTool(testRun, {}, { tests });
	expect(text).toBe(
		[
			'3 tests in 1.2 s: 1 passed, 1 failed, 1 skipped.',
			'failed: src/a.test.js:1 suite > adds (1.3 ms)',
			'  xxxxxxxxxx',
			'  expected: 1',
			'  actual:   2',
			'  at src/a.test.js:9',
			'  written',
		].join('\n'),
	);
	expect(tests.selected).toEqual([{}]);
});

test('failures come in pages of the last run, and nothing is run for them', async () => {
	const tests = new FakeTests();
	tests.messageLength = 3000;
	tests.outcomes = Array.from({ length: 40 }, (_, index) => outcome(`test ${index}`, 'failed'));
	const seen: string[] = [];
	let input: Record<string, unknown> = { output: true };
	for (;;) {
		const reply = await runTool(testRun, input, { tests });
		expect(reply.text.length).toBeLessThan(10_000);
		const data = (await dataOf(Promise.resolve(reply))) as {
			failed: number;
			tests: { id: string }[];
			nextOffset?: number;
		};
		expect(JSON.stringify(data).length).toBeLessThan(10_000);
		expect(data.failed).toBe(40);
		seen.push(...data.tests.map(({ id }) => id));
		if (data.nextOffset === undefined) {
			break;
		}
		input = { last: true, offset: data.nextOffset };
	}
	expect(new Set(seen).size).toBe(40);
	expect(seen).toHaveLength(40);
	expect(tests.selected).toHaveLength(1);
});

test('what is to run is chosen by name, by id or by the last failures', async () => {
	const tests = new FakeTests();
	tests.outcomes = [outcome('adds', 'failed'), outcome('adds more', 'passed')];
	expect((await errorOf(runTool(testRun, { failed: true }, { tests }))).code).toBe('E_TEST_NOT_FOUND');
	expect((await errorOf(runTool(testRun, { last: true }, { tests }))).code).toBe('E_TEST_NOT_FOUND');
	await dataOf(runTool(testRun, { path: 'src' }, { tests }));
	await dataOf(runTool(testRun, { query: 'suite > ADDS' }, { tests }));
	await dataOf(runTool(testRun, { failed: true }, { tests }));
	await dataOf(runTool(testRun, { ids: ['x'] }, { tests }));
	const [adds, more] = tests.found.tests.map(({ id }) => id);
	expect(tests.selected).toEqual([{ path: 'src' }, { ids: [adds, more] }, { ids: [adds] }, { ids: ['x'] }]);
	expect((await errorOf(runTool(testRun, { ids: ['x'], path: 'src' }, { tests }))).code).toBe('E_INVALID_PARAMS');
	expect((await errorOf(runTool(testRun, { query: 'nobody' }, { tests }))).code).toBe('E_TEST_NOT_FOUND');
});

test('a run tells that it goes on', async () => {
	const told: string[] = [];
	await runTool(testRun, {}, { tests: new FakeTests() }, { progress: ({ message }) => void told.push(message) });
	expect(told).toEqual(['Running the tests …', 'Running for 5 s …']);
});

test('the test to debug is named by place, id, or a name that only one has', async () => {
	const tests = new FakeTests();
	const { text } = await runTool(testDebugSingle, { path: 'src/a.test.js', line: 4 }, { tests });
	expect(text).toBe('Test: src/a.test.js:3 suite > adds\nS ended.\nResult: failed\n  no\n  expected: 1\n  actual:   2');
	await dataOf(runTool(testDebugSingle, { name: 'adds' }, { tests }));
	await dataOf(runTool(testDebugSingle, { id: 'some' }, { tests }));
	expect(tests.debugged).toEqual([
		{ path: 'src/a.test.js', line: 4, column: undefined },
		{ id: 'c > a.test.js > suite > adds' },
		{ id: 'some' },
	]);
	expect(await errorOf(runTool(testDebugSingle, { name: 'add' }, { tests }))).toMatchObject({
		code: 'E_AMBIGUOUS_TEST',
		details: { candidates: [{ line: 3 }, { line: 8 }] },
	});
	expect((await errorOf(runTool(testDebugSingle, {}, { tests }))).code).toBe('E_INVALID_PARAMS');
});

test.each([
	[testRun, { query: 'adds' }],
	[testDebugSingle, { name: 'adds' }],
] as const)('without a test extension the answer names those there are', async (tool, input) => {
	const tests = new FakeTests();
	tests.found = { tests: [], controllers: [], problems: [], unfinished: false };
	const { note } = await dataOf(runTool(testList, {}, { tests }));
	const { code, message, hint } = await errorOf(runTool(tool, input, { tests }));
	expect({ code, words: `${message} ${hint}` }).toEqual({ code: 'E_NO_TESTS', words: note });
});

describe('the command of the project', () => {
	const task = (name: string, group?: string) => ({
		...{ name, source: 'npm', type: 'npm', command: `npm run ${name}`, background: false, running: false },
		...(group !== undefined && { group }),
	});
	const tasksThatPrint = (output: string, exitCode: number, facts = [task('build'), task('test', 'test')]) => {
		const state = { terminal: 'x', command: 'npm run test', running: false, output, exitCode, milliseconds: 1200 };
		const command = { state: () => state, settle: () => Promise.resolve(), interrupt: vi.fn() };
		return { list: () => Promise.resolve(facts), run: vi.fn(() => Promise.resolve({ facts: facts[0], command })) };
	};
	const ask = (tasks: unknown) =>
		runTool(testRun, { command: true }, { tests: new FakeTests(), tasks: tasks as Tasks });

	test('is run on request, and only its failures are told', async () => {
		const tasks = tasksThatPrint('✔ adds\n✖ divides\n\n✖ failing tests:\n\n✖ divides\n  expected 1, got 2\n', 1);
		expect((await ask(tasks)).text).toBe(
			'npm run test: exit code 1\n✖ failing tests:\n\n✖ divides\n  expected 1, got 2',
		);
		expect(tasks.run.mock.calls).toMatchObject([[{ name: 'test' }]]);
	});

	test('that succeeds needs no more than its exit code', async () => {
		expect((await ask(tasksThatPrint('✔ adds\nall good\n', 0))).text).toBe('npm run test: exit code 0');
	});

	test('is missed by name', async () => {
		expect((await errorOf(ask(tasksThatPrint('', 0, [task('build')])))).code).toBe('E_NO_TESTS');
	});
});

describe('test_debug_single at the failure', () => {
	const breakpointsWith = (updated: boolean) => ({
		set: vi.fn<Breakpoints['set']>(() =>
			Promise.resolve({ breakpoint: { kind: 'line', enabled: true, bindings: [] }, updated }),
		),
		remove: vi.fn<Breakpoints['remove']>(() => Promise.resolve([])),
		...{ list: () => [], clear: vi.fn() },
	});
	const ask = (tests: FakeTests, breakpoints = breakpointsWith(false)) =>
		runTool(testDebugSingle, { name: 'adds more', atFailure: true }, { tests, breakpoints, ...fakeDebugger() });

	test('runs the test, stops on the line that failed, and leaves no breakpoint', async () => {
		const tests = new FakeTests();
		tests.outcomes = [outcome('adds more', 'failed')];
		const breakpoints = breakpointsWith(false);
		await dataOf(ask(tests, breakpoints));
		const place = { kind: 'line', path: 'src/a.test.js', line: 9 };
		expect(breakpoints.set.mock.calls.map(([request]) => request)).toEqual([{ place }]);
		expect(breakpoints.remove.mock.calls).toEqual([[place]]);
	});

	test('keeps a breakpoint that was there before', async () => {
		const tests = new FakeTests();
		tests.outcomes = [outcome('adds more', 'failed')];
		const breakpoints = breakpointsWith(true);
		await dataOf(ask(tests, breakpoints));
		expect(breakpoints.remove.mock.calls).toEqual([]);
	});

	test('says so when the test does not fail', async () => {
		const tests = new FakeTests();
		tests.outcomes = [outcome('adds more', 'passed')];
		expect((await errorOf(ask(tests))).message).toContain('does not fail');
	});
});
