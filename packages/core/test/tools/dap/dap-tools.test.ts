import { describe, expect, test } from 'vitest';
import { dapCompare } from '../../../src/tools/dap/dap-compare.ts';
import { dapExceptions } from '../../../src/tools/dap/dap-exceptions.ts';
import { dapFilter } from '../../../src/tools/dap/dap-filter.ts';
import { dapLogs } from '../../../src/tools/dap/dap-logs.ts';
import { dapSearch } from '../../../src/tools/dap/dap-search.ts';
import { dapStats } from '../../../src/tools/dap/dap-stats.ts';
import { dapSummary } from '../../../src/tools/dap/dap-summary.ts';
import { dapTimeline } from '../../../src/tools/dap/dap-timeline.ts';
import { dapToolset } from '../../../src/tools/dap/toolset.ts';
import { debugTracker } from '../../../src/tools/debug/debug-tracker.ts';
import { type FakeSession, fakeRecordings, type Happened, START } from '../../fakes/fake-recordings.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const line = (text: string, at: number, category = 'stdout'): Happened => ({ kind: 'output', text, at, category });
const RUN: readonly FakeSession[] = [
	{
		id: 'launcher',
		exitCode: 1,
		happened: [
			{ kind: 'started' },
			line('node a.js', 1, 'console'),
			line('{}', 2, 'telemetry'),
			{ kind: 'ended', at: 90 },
		],
	},
	{
		id: 'program',
		parent: 'launcher',
		happened: [
			{ kind: 'started', at: 5 },
			{ ...line('price 3', 10), path: 'a.js', line: 4 },
			{ kind: 'stopped', at: 20, reason: 'breakpoint', threadId: 1, path: 'a.js', line: 2 },
			{ kind: 'request', at: 21, text: 'evaluate: no', duration: 4, failed: true },
			line('price 4', 30),
			line('Careful', 40, 'stderr'),
			{
				kind: 'exception',
				at: 50,
				text: 'Error: no luck',
				origin: 'debugger',
				uncaught: true,
				threadId: 1,
				path: 'a.js',
				line: 9,
				stack: [{ functionName: 'fail', path: 'a.js', line: 9, column: 3 }],
			},
			{ kind: 'ended', at: 80 },
		],
	},
];
const ports = fakeRecordings(RUN);
const EARLIER: FakeSession = {
	id: 'before',
	happened: [{ kind: 'started' }, line('price 3', 1), line('price 5', 2), { kind: 'ended', at: 3 }],
};

describe('which run is meant', () => {
	test('the latest, with all of its sessions, or the one that any of them belongs to', async () => {
		const both = fakeRecordings([EARLIER, ...RUN]);
		expect(await dataOf(runTool(dapLogs, {}, both))).toMatchObject({
			session: { id: 'launcher', sessions: ['launcher', 'program'], exitCode: 1, state: 'ended', milliseconds: 1000 },
			total: 5,
		});
		expect(await dataOf(runTool(dapLogs, { sessionId: 'program' }, both))).toMatchObject({
			session: { id: 'launcher' },
		});
		expect(await dataOf(runTool(dapLogs, { sessionId: 'before' }, both))).toMatchObject({ total: 2 });
	});

	test('one session alone, and the busiest one where none is named', async () => {
		const alone = await dataOf(runTool(dapLogs, { sessionId: 'launcher', alone: true }, ports));
		expect(alone).toMatchObject({ session: { id: 'launcher' }, total: 2, matched: 1 });
		expect(alone['session']).not.toHaveProperty('sessions');
		expect(await dataOf(runTool(dapLogs, { alone: true }, ports))).toMatchObject({ session: { id: 'program' } });
	});

	test('a run in which nothing happened does not hide the one before', async () => {
		const quiet: FakeSession = { id: 'quiet', happened: [{ kind: 'started' }, line('{}', 1, 'telemetry')] };
		expect(await dataOf(runTool(dapSummary, {}, fakeRecordings([...RUN, quiet])))).toMatchObject({
			session: { id: 'launcher' },
		});
	});

	test.each([...dapToolset.tools, debugTracker])('$name: nothing recorded is E_NO_SESSION', async tool => {
		const input = { ...(tool === dapSearch && { pattern: 'x' }), ...(tool === dapFilter && { filters: {} }) };
		expect(await errorOf(runTool(tool, input, fakeRecordings([])))).toMatchObject({
			code: 'E_NO_SESSION',
			hint: expect.stringContaining('debug_start') as string,
		});
	});

	test.each([...dapToolset.tools, debugTracker])(
		'$name: an unknown session is told with those there are',
		async tool => {
			const input = {
				...(tool === dapCompare ? { sessionA: 'nobody' } : { sessionId: 'nobody' }),
				...(tool === dapSearch && { pattern: 'x' }),
				...(tool === dapFilter && { filters: {} }),
			};
			expect(await errorOf(runTool(tool, input, ports))).toMatchObject({
				code: 'E_SESSION_NOT_FOUND',
				hint: expect.stringContaining('the program (program)') as string,
			});
		},
	);
});

describe('dap_logs', () => {
	const texts = async (input: object, from = ports) => {
		const { logs } = (await dataOf(runTool(dapLogs, input, from))) as { logs: { text: string }[] };
		return logs.map(({ text }) => text);
	};

	test('the latest lines, oldest first, without telemetry', async () => {
		expect(await texts({})).toEqual(['node a.js', 'price 3', 'price 4', 'Careful']);
		expect(await texts({ count: 2 })).toEqual(['price 4', 'Careful']);
		expect(await texts({ count: 2, reverse: true })).toEqual(['Careful', 'price 4']);
		expect(await texts({ count: 2, offset: 2 })).toEqual(['node a.js', 'price 3']);
	});

	test('filters by category, text and time, and says what was left out', async () => {
		expect(await texts({ category: 'telemetry' })).toEqual(['{}']);
		expect(await texts({ search: 'careFUL' })).toEqual(['Careful']);
		expect(await texts({ since: 10, until: 30 })).toEqual(['price 3', 'price 4']);
		expect(await texts({ since: START + 30 })).toEqual(['price 4', 'Careful']);
		expect(await dataOf(runTool(dapLogs, { category: 'stdout', since: 20, search: 'x' }, ports))).toMatchObject({
			matched: 0,
			total: 5,
			logs: [],
			filtered: { byCategory: 3, byTime: 1, bySearch: 1 },
		});
	});

	test('five thousand long lines stay within the budget; totals are exact and dropped lines told', async () => {
		const happened = Array.from({ length: 5000 }, (_, index) => line(`${index} ${'x'.repeat(900)}`, index));
		const many = fakeRecordings([{ id: 'a', happened, droppedLines: 77 }]);
		const { envelope, text } = await runTool(dapLogs, { count: 1000 }, many);
		expect(envelope).toMatchObject({ data: { total: 5077, matched: 5000, dropped: 77 } });
		expect(JSON.stringify(envelope).length).toBeLessThan(10_500);
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(text).toContain('4999 xxx');
		expect(text).toContain('77 are no longer kept');
		const { nextOffset, logs } = envelope.ok ? envelope.data : {};
		expect(nextOffset).toBe((logs as unknown[]).length);
	});
});

describe('dap_search', () => {
	test('finds lines with those around, whatever their case unless asked', async () => {
		expect(await dataOf(runTool(dapSearch, { pattern: '^careful$', contextLines: 1 }, ports))).toMatchObject({
			matched: 1,
			matches: [{ at: 40, category: 'stderr', text: 'Careful', before: ['price 4'] }],
		});
		expect(await dataOf(runTool(dapSearch, { pattern: 'careful', caseSensitive: true }, ports))).toMatchObject({
			matched: 0,
			matches: [],
		});
	});

	test('gives matches in pages', async () => {
		const first = await dataOf(runTool(dapSearch, { pattern: 'price', limit: 1 }, ports));
		expect(first).toMatchObject({ matched: 2, nextOffset: 1, matches: [{ text: 'price 3', path: 'a.js', line: 4 }] });
		const second = await dataOf(runTool(dapSearch, { pattern: 'price', limit: 1, offset: 1 }, ports));
		expect(second).toMatchObject({ matches: [{ text: 'price 4' }] });
		expect(second).not.toHaveProperty('nextOffset');
	});
});

describe('dap_exceptions', () => {
	test('gives text, place, stack and the output before', async () => {
		const { envelope, text } = await runTool(dapExceptions, { contextLines: 2 }, ports);
		expect(envelope).toMatchObject({
			data: {
				total: 1,
				exceptions: [
					{
						text: 'Error: no luck',
						uncaught: true,
						path: 'a.js',
						line: 9,
						sessionId: 'program',
						stack: ['fail (a.js:9:3)'],
						output: ['price 4', 'Careful'],
					},
				],
			},
		});
		expect(text).toContain('Error: no luck\n  uncaught, stopped by the debugger, thread 1, a.js:9');
	});

	test('none is an answer, and context can be left out', async () => {
		expect((await runTool(dapExceptions, {}, fakeRecordings([EARLIER]))).text).toContain('No exceptions');
		const { exceptions } = await dataOf(runTool(dapExceptions, { withContext: false }, ports));
		expect((exceptions as object[])[0]).not.toHaveProperty('stack');
	});
});

describe('dap_timeline', () => {
	const types = async (input: object) => {
		const { events } = (await dataOf(runTool(dapTimeline, input, ports))) as { events: { type: string }[] };
		return events.map(({ type }) => type);
	};

	test('all but requests and telemetry, milestones, chosen types, the last part', async () => {
		expect(await types({})).toEqual([
			'started',
			'output',
			'started',
			'output',
			'stopped',
			'output',
			'output',
			'exception',
			'ended',
			'ended',
		]);
		expect(await types({ granularity: 'milestones' })).toEqual([
			'started',
			'started',
			'stopped',
			'exception',
			'ended',
			'ended',
		]);
		expect(await types({ eventTypes: ['request'] })).toEqual(['request']);
		expect(await types({ window: 10 })).toEqual(['ended', 'ended']);
		expect(await types({ fromEnd: true, limit: 3 })).toEqual(['exception', 'ended', 'ended']);
		expect(await types({ fromEnd: true, limit: 2, offset: 2 })).toEqual(['output', 'exception']);
	});

	test('the summary joins what is alike', async () => {
		const happened = [line('a', 1), line('b', 2), line('c', 3), line('d', 4, 'stderr')];
		const { events } = await dataOf(
			runTool(dapTimeline, { granularity: 'summary' }, fakeRecordings([{ id: 'a', happened }])),
		);
		expect(events).toMatchObject([{ text: 'a', count: 3, at: 1, until: 3 }, { category: 'stderr' }]);
	});
});

describe('dap_summary', () => {
	test('gives counts, the health of the run and its reasons', async () => {
		const { envelope, text } = await runTool(dapSummary, {}, ports);
		expect(envelope).toMatchObject({
			data: {
				health: 'failed',
				reasons: [
					'it ended with exit code 1',
					'1 uncaught exception',
					'1 line on stderr',
					'the debug adapter refused 1 request',
				],
				events: { output: 5, stopped: 1, exception: 1, request: 1 },
				output: { stdout: 2, stderr: 1, console: 1, telemetry: 1 },
				stops: { breakpoint: 1 },
				lastException: { text: 'Error: no luck', place: 'a.js:9' },
				lastOutput: ['node a.js', 'price 3', 'price 4', 'Careful'],
			},
		});
		expect(text).toContain('1 stop (1 breakpoint), 1 exception, 5 lines of output');
		expect(await dataOf(runTool(dapSummary, { compact: true }, ports))).not.toHaveProperty('lastOutput');
		expect(await dataOf(runTool(dapSummary, {}, fakeRecordings([EARLIER])))).toMatchObject({
			health: 'ok',
			reasons: [],
		});
	});
});

describe('dap_stats', () => {
	test.each([
		['category', ['stdout', 'console', 'telemetry', 'stderr'], [2, 1, 1, 1]],
		['source', ['a.js'], [3]],
		['hour', ['2026-01-05 10'], [11]],
		['session', ['the launcher', 'the program'], [4, 7]],
	])('by %s', async (groupBy, names, events) => {
		const { groups } = (await dataOf(runTool(dapStats, { groupBy }, ports))) as {
			groups: { name: string; events: number; bar: string }[];
		};
		expect(groups.map(({ name }) => name)).toEqual(names);
		expect(groups.map(group => group.events)).toEqual(events);
		expect(Math.max(...groups.map(({ bar }) => bar.length))).toBe(20);
	});

	test('all sessions, or one run; charts only if wanted', async () => {
		const both = fakeRecordings([EARLIER, ...RUN]);
		expect(await dataOf(runTool(dapStats, {}, both))).toMatchObject({ sessions: 3, events: 15 });
		const one = await dataOf(runTool(dapStats, { sessionId: 'before', includeCharts: false }, both));
		expect(one).toMatchObject({ sessions: 1, groups: [{ name: 'stdout', outputs: 2 }] });
		expect((one['groups'] as object[])[0]).not.toHaveProperty('bar');
	});
});

describe('dap_filter', () => {
	test.each([
		[{ category: 'stdout' }, ['price 3', 'price 4']],
		[{ category: 'stdout', pattern: '4$' }, ['price 4']],
		[{ category: 'stdout', path: 'a.js' }, ['price 3']],
		[{ path: '/shop/a.js', eventTypes: ['exception', 'output'] }, ['price 3', 'Error: no luck']],
		[{ threadId: 1, eventTypes: ['exception'] }, ['Error: no luck']],
		[{ since: 30, until: 45 }, ['price 4', 'Careful']],
		[{ pattern: 'CAREFUL', caseSensitive: true }, []],
	])('%j', async (filters, expected) => {
		const { events } = (await dataOf(runTool(dapFilter, { filters }, ports))) as { events: { text: string }[] };
		expect(events.map(({ text }) => text)).toEqual(expected);
	});

	test('an unknown criterion is refused', async () => {
		expect(await errorOf(runTool(dapFilter, { filters: { severity: 'high' } }, ports))).toMatchObject({
			code: 'E_INVALID_PARAMS',
		});
	});
});

describe('dap_compare', () => {
	const both = fakeRecordings([EARLIER, ...RUN]);

	test('the last two runs unless named, differences first', async () => {
		const { envelope, text } = await runTool(dapCompare, {}, both);
		expect(envelope).toMatchObject({ data: { a: { id: 'before' }, b: { id: 'launcher' }, same: false } });
		const { rows } = (envelope.ok ? envelope.data : {}) as { rows: { name: string; difference: number }[] };
		expect(rows).toContainEqual({ name: 'events: exception', a: 0, b: 1, difference: 1 });
		const differing = rows.map(({ difference }) => difference !== 0);
		expect(differing).toEqual(differing.toSorted((left, right) => Number(right) - Number(left)));
		expect(text).toContain('exit code: 0 → 1 (+1)');
		expect(await dataOf(runTool(dapCompare, { sessionA: 'program', sessionB: 'before' }, both))).toMatchObject({
			a: { id: 'launcher' },
			b: { id: 'before' },
		});
	});

	test('tells exceptions, output and course of events', async () => {
		expect(await dataOf(runTool(dapCompare, { compareBy: 'exceptions' }, both))).toMatchObject({
			differences: 1,
			rows: [{ name: 'exception Error: no luck at a.js:9', a: 0, b: 1 }],
		});
		const { diff } = await dataOf(runTool(dapCompare, { compareBy: 'outputs' }, both));
		expect(diff).toContain('-price 5');
		expect(diff).toContain('+price 4');
		expect((await dataOf(runTool(dapCompare, { compareBy: 'timeline' }, both)))['diff']).toContain(
			'+stopped breakpoint at a.js:2',
		);
	});

	test('compares two of one run by themselves, not one with itself, and never one alone', async () => {
		expect(await dataOf(runTool(dapCompare, { sessionA: 'launcher', sessionB: 'program' }, ports))).toMatchObject({
			a: { id: 'launcher' },
			b: { id: 'program' },
		});
		expect((await errorOf(runTool(dapCompare, { sessionA: 'program', sessionB: 'program' }, ports))).code).toBe(
			'E_INVALID_PARAMS',
		);
		expect((await errorOf(runTool(dapCompare, {}, ports))).code).toBe('E_INSUFFICIENT_DATA');
	});

	test('equal output is said to be the same', async () => {
		const twin = { ...EARLIER, id: 'twin' };
		const { envelope, text } = await runTool(dapCompare, { compareBy: 'outputs' }, fakeRecordings([EARLIER, twin]));
		expect(envelope).toMatchObject({ data: { same: true, differences: 0 } });
		expect(text).toContain('The same outputs.');
	});
});

test('debug_tracker tells of the session, its breakpoints and its relatives', async () => {
	const { envelope, text } = await runTool(debugTracker, {}, ports);
	expect(envelope).toMatchObject({
		data: {
			session: { id: 'program', parent: 'launcher', state: 'ended' },
			related: [{ id: 'launcher' }],
			breakpoints: [{ path: 'a.js', line: 2, verified: true, boundLine: 3 }],
			messages: { sent: 5, received: 9 },
			recorded: { output: 3, exception: 1 },
		},
	});
	expect(text).toContain('a.js:2: bound to line 3');
});

test('all of them stay out of the list unless asked for', () => {
	expect([...dapToolset.tools, debugTracker].filter(({ listed }) => listed !== false)).toEqual([]);
});
