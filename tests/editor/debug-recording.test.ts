import { describe, expect, test } from 'vitest';
import { type Data, WAIT } from '../support/debug-client.ts';
import { useDebugger } from '../support/use-debugger.ts';

const { agent } = useDebugger();
const call = (tool: string, input: Data = {}) => agent().call(tool, input);
const fail = (tool: string, input: Data = {}) => agent().fail(tool, input);
const run = (...args: string[]) => call('debug_start', { path: 'noisy.js', args });

const TOOLS: readonly [string, Data][] = [
	['dap_summary', {}],
	['dap_logs', {}],
	['dap_search', { pattern: 'line' }],
	['dap_exceptions', {}],
	['dap_timeline', {}],
	['dap_stats', {}],
	['dap_filter', { filters: { category: 'stdout' } }],
	['dap_compare', {}],
	['debug_tracker', {}],
];
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

interface Line {
	text: string;
	category: string;
	path?: string;
	line?: number;
}

describe('before anything was debugged', () => {
	test.each(TOOLS)('%s is E_NO_SESSION with the way out', async (tool, input) => {
		expect(await fail(tool, input)).toMatchObject({
			code: 'E_NO_SESSION',
			hint: expect.stringContaining('debug_start') as string,
		});
	});
});

test('a first run that goes well has its output by place and category, and nothing to compare with yet', async () => {
	expect(await run('3', 'Ada')).toMatchObject({ event: 'ended' });
	expect(await fail('dap_compare')).toMatchObject({ code: 'E_INSUFFICIENT_DATA' });
	const { logs, session, total, matched } = (await call('dap_logs', { count: 100 })) as {
		logs: Line[];
		session: Data;
		total: number;
		matched: number;
	};
	expect(session).toMatchObject({ name: 'Debug noisy.js', state: 'ended', sessions: expect.any(Array) as unknown });
	// The launch, the process and its worker are one run.
	expect(session['sessions']).toHaveLength(3);
	expect(logs).toHaveLength(matched);
	expect(total).toBeGreaterThanOrEqual(matched);
	expect(logs.filter(({ category }) => category === 'stdout').map(({ text }) => text)).toEqual([
		'line 1',
		'line 2',
		'line 3',
		'token [redacted token]',
		'from the worker',
		'charged Ada',
	]);
	expect(logs.find(({ text }) => text === 'careful')).toMatchObject({ category: 'stderr', path: 'noisy.js', line: 13 });
	expect(await call('dap_exceptions')).toMatchObject({
		total: 1,
		exceptions: [{ text: 'RangeError: no credit for Bob', origin: 'output', path: 'noisy.js', line: 7 }],
	});
});

describe('a second run that fails, long after both have ended', () => {
	test('the second run is recorded with what the debugger stopped at', async () => {
		await call('breakpoint_set', { exceptions: ['all'] });
		expect(await run('4', 'Bob')).toMatchObject({ event: 'stopped', reason: 'exception', line: 7 });
		expect(await call('dap_summary', { compact: true })).toMatchObject({ session: { state: 'stopped' } });
		expect(await call('debug_continue')).toMatchObject({ event: 'stopped', reason: 'exception' });
		expect(await call('debug_continue')).toMatchObject({ event: 'ended', exitCode: 1 });
		expect(await call('debug_status')).toMatchObject({ isActive: false });
	});

	test('dap_summary tells the run in short', async () => {
		expect(await call('dap_summary')).toMatchObject({
			session: { state: 'ended', exitCode: 1 },
			health: 'failed',
			reasons: expect.arrayContaining(['it ended with exit code 1', '1 uncaught exception']) as unknown,
			events: { stopped: 2, exception: 2, exited: 1, started: 3, ended: 3 },
			output: { stdout: 6 },
			stops: { exception: 2 },
			lastException: { text: 'RangeError: no credit for Bob', place: expect.stringMatching(/^noisy\.js:7:/) as string },
		});
	});

	test('dap_exceptions lists the caught one and the one that ended the program, each once', async () => {
		const { total, exceptions } = (await call('dap_exceptions', { contextLines: 2 })) as {
			total: number;
			exceptions: Data[];
		};
		expect(total).toBe(2);
		expect(exceptions).toMatchObject([
			{ text: 'RangeError: no credit for Bob', origin: 'debugger', uncaught: true, path: 'noisy.js', line: 7 },
			{ text: 'RangeError: no credit for Bob', origin: 'debugger', path: 'noisy.js', line: 7 },
		]);
		expect(exceptions[1]).not.toHaveProperty('uncaught');
		expect(exceptions[0]?.['output']).toEqual(['token [redacted token]', 'from the worker']);
		expect((exceptions[0]?.['stack'] as string[])[0]).toMatch(/charge \(noisy\.js:7:\d+\)$/);
		expect((exceptions[0]?.['stack'] as string[])[1]).toMatch(/\(noisy\.js:25:\d+\)$/);
	});

	test('dap_search shows the lines around, and refuses patterns that are none or take forever', async () => {
		expect(await call('dap_search', { pattern: '^LINE [23]$', contextLines: 1 })).toMatchObject({
			matched: 2,
			matches: [
				{ text: 'line 2', category: 'stdout', path: 'noisy.js', line: 20, before: ['line 1'], after: ['line 3'] },
				{ text: 'line 3' },
			],
		});
		expect(await call('dap_search', { pattern: '^LINE', caseSensitive: true })).toMatchObject({
			matched: 0,
			matches: [],
		});
		expect(await fail('dap_search', { pattern: '(line' })).toMatchObject({
			code: 'E_INVALID_REGEX',
			message: expect.stringContaining('Unterminated group') as string,
		});
		expect(await fail('dap_search', { pattern: '^(([a-zA-Z/ :.<>_()0-9]+)+)+§$' })).toMatchObject({
			code: 'E_TIMEOUT',
		});
	});

	test('dap_timeline tells what happened in order', async () => {
		const { events } = (await call('dap_timeline', { granularity: 'milestones' })) as { events: Data[] };
		expect(events[0]).toMatchObject({ at: 0, type: 'started', text: 'Debug noisy.js' });
		expect(events.filter(({ type }) => type === 'stopped')).toMatchObject([
			{ reason: 'exception', path: 'noisy.js', line: 7 },
			{ reason: 'exception', path: 'noisy.js', line: 7 },
		]);
		expect(events.at(-1)).toMatchObject({ type: 'ended', text: 'Debug noisy.js' });
		expect(events.map(({ type }) => type)).not.toContain('failed');
		const times = events.map(({ at }) => Number(at));
		expect(times).toEqual(times.toSorted((left, right) => left - right));
		const last = await call('dap_timeline', { fromEnd: true, limit: 1 });
		expect(last).toMatchObject({ events: [{ type: 'ended' }], nextOffset: 1 });
	});

	test('dap_filter gives the chosen events', async () => {
		const { events } = (await call('dap_filter', {
			filters: { path: 'noisy.js', eventTypes: ['output', 'stopped'], pattern: 'line|paused', category: 'stdout' },
		})) as { events: Line[] };
		expect(events.map(({ text }) => text)).toEqual(['line 1', 'line 2', 'line 3', 'line 4']);
		expect(await call('dap_filter', { filters: { eventTypes: ['stopped'], threadId: 4711 } })).toMatchObject({
			matched: 0,
			events: [],
		});
	});

	test('dap_stats counts over both runs', async () => {
		const { groups } = (await call('dap_stats', { groupBy: 'session' })) as { groups: { sessionId: string }[] };
		expect(groups).toHaveLength(6);
		expect(await call('dap_stats', { groupBy: 'source' })).toMatchObject({
			groups: [{ name: 'noisy.js', stops: 2, exceptions: 3 }],
		});
		expect(await call('dap_stats')).toMatchObject({
			groups: expect.arrayContaining([expect.objectContaining({ name: 'stdout', outputs: 12 })]) as unknown,
		});
	});

	test('dap_compare tells what differs from the run that went well', async () => {
		const counts = await call('dap_compare');
		expect(counts).toMatchObject({ same: false, rows: expect.any(Array) as unknown });
		expect(counts['rows']).toContainEqual({ name: 'stops: exception', a: 0, b: 2, difference: 2 });
		expect(counts['rows']).toContainEqual({ name: 'exit code', a: 0, b: 1, difference: 1 });
		const { diff } = (await call('dap_compare', { compareBy: 'outputs' })) as { diff: string };
		expect(diff).toMatch(/^\+line 4$/m);
		expect(diff).toMatch(/^-charged Ada$/m);
		expect(diff).not.toMatch(/^[+-]line 3$/m);
		expect((await call('dap_compare', { compareBy: 'timeline' }))['diff']).toMatch(
			/^\+stopped exception at noisy\.js:7$/m,
		);
		expect(await call('dap_compare', { compareBy: 'exceptions' })).toMatchObject({
			rows: [{ name: 'exception RangeError: no credit for Bob at noisy.js:7', a: 1, b: 2, difference: 1 }],
		});
	});

	test('debug_tracker tells of the recording', async () => {
		const tracked = await call('debug_tracker');
		expect(tracked).toMatchObject({
			session: { state: 'ended', type: 'pwa-node' },
			exceptionFilters: ['all'],
			events: { stopped: 2 },
			recorded: { stopped: 2, exception: 2 },
		});
		expect(tracked['capabilities']).toContain('supportsConditionalBreakpoints');
		expect(tracked['related']).toHaveLength(2);
	});

	test('the tools tell of one session alone, and refuse one that nobody knows', async () => {
		const { sessions } = (await call('dap_summary')) as { sessions: { id: string; name: string }[] };
		const worker = sessions.find(({ name }) => name.includes('worker'));
		expect(await call('dap_logs', { sessionId: worker?.id, alone: true })).toMatchObject({
			logs: [{ text: 'from the worker' }],
		});
		expect(await fail('dap_logs', { sessionId: 'nobody' })).toMatchObject({
			code: 'E_SESSION_NOT_FOUND',
			hint: expect.stringContaining('noisy.js') as string,
		});
	});

	test.each(TOOLS)('%s shows no secret, in data or in text', async (tool, input) => {
		const answer = await agent().client.callTool({ name: tool, arguments: input });
		expect(JSON.stringify(answer)).not.toContain(TOKEN);
	});
});

test('breakpoints are told as asked for and as bound, while the program stands there', async () => {
	await call('breakpoint_set', { path: 'server.js', line: 3 });
	await call('debug_start', { path: 'server.js' });
	const { breakpoints } = await call('debug_tracker');
	expect(breakpoints).toEqual([{ path: 'server.js', line: 3, verified: true, boundLine: 4 }]);
	expect(await call('dap_timeline', { eventTypes: ['stopped'] })).toMatchObject({
		session: { state: 'stopped' },
		events: [{ reason: 'breakpoint', path: 'server.js', line: 4 }],
	});
});

test('8,000 lines keep the exception before them, and the totals are exact', async () => {
	await call('debug_start', { path: 'noisy.js', args: ['8000', 'Ada'], timeout: WAIT });
	const logs = await call('dap_logs', { category: 'stdout', count: 3 });
	expect((logs['logs'] as Line[]).map(({ text }) => text)).toEqual([
		'token [redacted token]',
		'from the worker',
		'charged Ada',
	]);
	const { output, events, dropped } = (await call('dap_summary')) as Record<string, Record<string, number>>;
	expect(output?.['stdout']).toBe(8003);
	expect(dropped?.['output']).toBeGreaterThan(2000);
	expect(logs).toMatchObject({ total: events?.['output'], dropped: dropped?.['output'] });
	expect(await call('dap_exceptions')).toMatchObject({
		total: 1,
		exceptions: [{ text: 'RangeError: no credit for Bob', path: 'noisy.js', line: 7 }],
	});
	expect(await call('dap_search', { pattern: '^line 8000$' })).toMatchObject({ matched: 1 });
});
