import { describe, expect, test, vi } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
import type { Breakpoints } from '../../../src/ports/breakpoints.ts';
import type { Debugger, RunOutcome } from '../../../src/ports/debugger.ts';
import { debugConfigurations } from '../../../src/tools/debug/debug-configurations.ts';
import { debugContinue } from '../../../src/tools/debug/debug-continue.ts';
import { debugEvaluate } from '../../../src/tools/debug/debug-evaluate.ts';
import { debugGetVariable } from '../../../src/tools/debug/debug-get-variable.ts';
import { debugListVariables } from '../../../src/tools/debug/debug-list-variables.ts';
import { debugSaveVariable } from '../../../src/tools/debug/debug-save-variable.ts';
import { debugSetVariable } from '../../../src/tools/debug/debug-set-variable.ts';
import { debugStack } from '../../../src/tools/debug/debug-stack.ts';
import { debugStart } from '../../../src/tools/debug/debug-start.ts';
import { debugStatus } from '../../../src/tools/debug/debug-status.ts';
import { debugToolset } from '../../../src/tools/debug/toolset.ts';
import { fakeDebugger, SESSION, STOP } from '../../fakes/fake-debugger.ts';
import { FakeDocuments } from '../../fakes/fake-documents.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const FILES = { 'a.ts': 'one\ntwo\n\tthree;\nfour\nfive\nsix\n' };
const ports = (values: Record<string, unknown> = {}, overrides: Partial<Debugger> = {}) => ({
	...fakeDebugger(values, overrides),
	documents: new FakeDocuments({ ...FILES }),
});

describe('the answer of tools that let a program run', () => {
	test('has the place, the lines around and the locals, in data and in text', async () => {
		const { envelope, text } = await runTool(debugContinue, {}, ports());
		expect(envelope).toMatchObject({
			data: {
				event: 'stopped',
				reason: 'breakpoint',
				path: 'a.ts',
				line: 3,
				frameId: 11,
				source: [2, 3, 4].map(line => ({ line })),
				locals: [{ name: 'sum', value: '3', type: 'number' }],
			},
		});
		expect(text).toBe('Stopped (breakpoint) at a.ts:3 in total\n> three;\nsum = 3');
	});

	test('ten thousand long locals and output lines stay within the budget', async () => {
		const locals = Array.from({ length: 10_000 }, (_, index) => ({ name: `name${index}`, value: 'x'.repeat(5000) }));
		const stopped = await runTool(
			debugContinue,
			{},
			ports({}, { run: () => outcome({ event: 'stopped', stop: { ...STOP, locals } }) }),
		);
		expect(stopped.text.length).toBeLessThanOrEqual(10_000);
		expect(JSON.stringify(stopped.envelope).length).toBeLessThanOrEqual(11_000);
		expect(stopped.envelope).toMatchObject({ data: { localsTotal: 10_000 } });
		const output = locals.map(({ value }, index) => ({ category: 'stdout', text: `${index} ${value}` }));
		const ended = await runTool(
			debugContinue,
			{},
			ports({}, { run: () => outcome({ event: 'ended', session: SESSION, exitCode: 3, output }) }),
		);
		expect(ended.text).toContain('ended with exit code 3');
		expect(ended.text).toContain('9999 xxx');
		expect(ended.text.length).toBeLessThanOrEqual(10_000);
	});

	test('other stopped sessions are named', async () => {
		const other = { ...SESSION, id: 's2', name: 'worker' };
		const { text } = await runTool(
			debugContinue,
			{},
			ports({}, { run: () => outcome({ event: 'stopped', stop: { ...STOP, alsoStopped: [other] } }) }),
		);
		expect(text).toContain('Also stopped: s2');
	});

	test('waits as long as it is told, and no longer than ten minutes', async () => {
		const run = vi.fn<Debugger['run']>(() => outcome({ event: 'stopped', stop: STOP }));
		await dataOf(runTool(debugContinue, {}, ports({}, { run })));
		await dataOf(runTool(debugContinue, { timeout: 600_000 }, ports({}, { run })));
		expect(run.mock.calls.map(([, , { timeout }]) => timeout)).toEqual([30_000, 600_000]);
		expect((await errorOf(runTool(debugContinue, { timeout: 600_001 }, ports({}, { run })))).code).toBe(
			'E_INVALID_PARAMS',
		);
	});
});

test('every tool that waits has more time than its longest wait', () => {
	const waiting = debugToolset.tools.filter(({ inputJsonSchema }) =>
		JSON.stringify(inputJsonSchema).includes('"timeout"'),
	);
	expect(waiting.length).toBeGreaterThan(8);
	expect(waiting.filter(({ timeout = 0 }) => timeout <= 600_000)).toEqual([]);
});

test('a step evaluates what it is asked to, and tells what cannot be evaluated', async () => {
	const evaluate: Debugger['evaluate'] = ({ expression }) =>
		expression === 'none'
			? Promise.reject(new ToolError('E_EVALUATE_FAILED', 'none is not defined'))
			: Promise.resolve({ session: SESSION, result: { name: expression, value: '42', type: 'Money' } });
	const { envelope, text } = await runTool(debugContinue, { evaluate: ['sum * 14', 'none'] }, ports({}, { evaluate }));
	expect(text).toBe(
		'Stopped (breakpoint) at a.ts:3 in total\n> three;\nsum * 14: Money = 42\nnone: none is not defined',
	);
	expect(envelope).toMatchObject({
		data: {
			evaluated: [
				{ name: 'sum * 14', value: '42' },
				{ name: 'none', failed: true },
			],
		},
	});
});

describe('debug_start', () => {
	const breakpointPort = (existing: readonly string[] = []) => {
		const set = vi.fn<Breakpoints['set']>(({ place }) => {
			const path = place.kind === 'line' ? place.path : '';
			const breakpoint = { kind: 'line' as const, path, enabled: true, bindings: [] };
			return Promise.resolve({ breakpoint, updated: existing.includes(path) });
		});
		const remove = vi.fn<Breakpoints['remove']>(() => Promise.resolve([]));
		return { set, remove, list: () => [], clear: vi.fn() };
	};

	test('sets breakpoints, evaluates at the stop, and with once leaves nothing behind', async () => {
		const breakpoints = breakpointPort(['old.js']);
		const stop = vi.fn<Debugger['stop']>(() => Promise.resolve([]));
		const given = { ...ports({ sum: 42 }, { stop }), breakpoints };
		const input = { path: 'a.js', breakpoints: ['a.js:3 if sum > 9', 'old.js:7'], evaluate: ['sum'], once: true };
		const { text } = await runTool(debugStart, input, given);
		expect(text).toBe('Stopped (breakpoint) at a.ts:3 in total\n> three;\nsum = 42');
		expect(breakpoints.set.mock.calls.map(([request]) => request)).toEqual([
			{ place: { kind: 'line', path: 'a.js', line: 3 }, condition: 'sum > 9' },
			{ place: { kind: 'line', path: 'old.js', line: 7 } },
		]);
		expect(breakpoints.remove.mock.calls).toEqual([[{ kind: 'line', path: 'a.js', line: 3 }]]);
		expect(stop.mock.calls.map(([id]) => id)).toEqual(['s1']);
	});

	test('without once the program stays stopped and the breakpoints stay', async () => {
		const breakpoints = breakpointPort();
		const stop = vi.fn<Debugger['stop']>(() => Promise.resolve([]));
		await dataOf(
			runTool(debugStart, { path: 'a.js', breakpoints: ['a.js:3'] }, { ...ports({}, { stop }), breakpoints }),
		);
		expect([breakpoints.remove.mock.calls, stop.mock.calls]).toEqual([[], []]);
	});

	test('a place without a line is refused before anything is set', async () => {
		const breakpoints = breakpointPort();
		const error = await errorOf(
			runTool(debugStart, { path: 'a.js', breakpoints: ['a.js:3', 'a.js'] }, { ...ports(), breakpoints }),
		);
		expect(error.code).toBe('E_INVALID_PARAMS');
		expect(breakpoints.set.mock.calls).toEqual([]);
	});

	test.each([[{}], [{ path: 'a.js', configuration: 'App' }], [{ path: 'a.js', config: {} }]])(
		'%j says too little or too much',
		async input => {
			expect((await errorOf(runTool(debugStart, input, ports()))).code).toBe('E_INVALID_PARAMS');
		},
	);

	test('gives the derived configuration for a path, and what the program does not have', async () => {
		const configurations = [{ type: 'node', request: 'launch', program: 'a.js' }];
		const start: Debugger['start'] = async (...given) => ({
			...(await fakeDebugger().debugger.start(...given)),
			configurations,
			unsaved: ['b.ts'],
			unbound: [{ path: 'c.ts', line: 4, message: 'not loaded' }],
		});
		const { envelope, text } = await runTool(debugStart, { path: 'a.js' }, ports({}, { start }));
		expect(envelope).toMatchObject({ data: { configurations, unsaved: ['b.ts'], unbound: [{ line: 4 }] } });
		expect(text).toContain('Not bound: c.ts:4 (not loaded)');
		const byName = await dataOf(runTool(debugStart, { configuration: 'App' }, ports({}, { start })));
		expect(byName).not.toHaveProperty('configurations');
	});
});

test('debug_status answers without a session', async () => {
	const breakpoints = { list: () => [], set: vi.fn(), remove: vi.fn(), clear: vi.fn() };
	const none = { ...ports({}, { sessions: () => [] }), breakpoints };
	expect(await dataOf(runTool(debugStatus, {}, none))).toEqual({
		isActive: false,
		isPaused: false,
		sessions: [],
		breakpoints: 0,
	});
	expect(await dataOf(runTool(debugStatus, {}, { ...ports(), breakpoints }))).toMatchObject({
		isPaused: true,
		stop: { line: 3 },
	});
});

test('debug_status does not fail when the program runs on while it is asked', async () => {
	const breakpoints = { list: () => [], set: vi.fn(), remove: vi.fn(), clear: vi.fn() };
	const current = () => Promise.reject(new ToolError('E_NOT_STOPPED', 'It runs.'));
	const data = await dataOf(runTool(debugStatus, {}, { ...ports({}, { current }), breakpoints }));
	expect(data).toMatchObject({ isActive: true });
	expect(data).not.toHaveProperty('stop');
});

test('debug_configurations narrows by name', async () => {
	const configurations = () =>
		Array.from({ length: 500 }, (_, index) => ({ name: `c${index}`, kind: 'configuration' as const, type: 'node' }));
	const all = await dataOf(runTool(debugConfigurations, {}, ports({}, { configurations })));
	expect(all).toMatchObject({ total: 500, truncated: true });
	expect(await dataOf(runTool(debugConfigurations, { query: 'C49' }, ports({}, { configurations })))).toMatchObject({
		total: 11,
	});
});

test('debug_stack pages through a thousand frames within the budget', async () => {
	const seen: number[] = [];
	for (let startFrame: unknown = 0; startFrame !== undefined; ) {
		const { envelope, text } = await runTool(debugStack, { startFrame, levels: 1000 }, ports());
		const data = envelope.ok ? envelope.data : {};
		expect(text.length).toBeLessThanOrEqual(10_000);
		seen.push(...(data['frames'] as { frameId: number }[]).map(({ frameId }) => frameId));
		startFrame = data['nextFrame'];
	}
	expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
});

test('debug_evaluate shortens a long result and says so', async () => {
	const data = await dataOf(runTool(debugEvaluate, { expression: 'x'.repeat(50_000) }, ports()));
	expect(data).toMatchObject({ resultLength: 50_002 });
	expect(String(data['result']).length).toBeLessThan(10_000);
});

describe('debug_list_variables', () => {
	test('grows level by level, within the budget, all requests of a level at once', async () => {
		const groups = Object.fromEntries(
			Array.from({ length: 200 }, (_, group) => [
				`g${group}`,
				Array.from({ length: 100 }, (__, item) => ({ id: group * 100 + item })),
			]),
		);
		const given = ports({ first: 1, groups, last: 2 });
		const { envelope, text } = await runTool(debugListVariables, {}, given);
		const data = envelope.ok ? envelope.data : {};
		const rows = data['variables'] as { level: number; name: string; more?: true }[];
		expect(rows.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual(['first', 'groups', 'last']);
		expect(rows.filter(({ level }) => level === 2)).toHaveLength(50);
		expect(rows.find(({ name }) => name === 'groups')).toMatchObject({ more: true });
		expect(data['truncated']).toBe(true);
		expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_500);
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(given.requests.length).toBeLessThan(120);
	});

	test('cuts cycles', async () => {
		const loop: Record<string, unknown> = { name: 'loop' };
		loop['self'] = loop;
		const rows = (await dataOf(runTool(debugListVariables, { maxDepth: 10 }, ports({ loop }))))['variables'];
		expect(rows).toContainEqual(expect.objectContaining({ name: 'self', cycle: true }));
		expect(rows).toHaveLength(4);
	});

	test('depth 0 shows the variables alone; globals only when asked for', async () => {
		const rows = (await dataOf(runTool(debugListVariables, { maxDepth: 0 }, ports({ a: { b: 1 } }))))['variables'];
		expect(rows).toEqual([
			expect.objectContaining({ level: 0, name: 'Local' }),
			expect.objectContaining({ level: 1, name: 'a', more: true }),
		]);
		const globals = await dataOf(runTool(debugListVariables, { scope: 'global' }, ports({ a: 1 })));
		expect(globals['variables']).toContainEqual(expect.objectContaining({ level: 0, name: 'Global' }));
	});
});

describe('debug_get_variable', () => {
	const list = Array.from({ length: 1000 }, (_, index) => `item ${index}`);

	test.each(['indexed', 'all'])('pages lose nothing (%s)', async filter => {
		const given = ports({ list });
		const { variablesReference } = await dataOf(runTool(debugEvaluate, { expression: 'list' }, given));
		const names: string[] = [];
		for (let start: unknown = 0; start !== undefined; ) {
			const page = await dataOf(runTool(debugGetVariable, { variablesReference, start, filter, count: 130 }, given));
			names.push(...(page['children'] as { name: string }[]).map(({ name }) => name));
			start = page['nextStart'];
		}
		expect(names).toEqual(list.map((_, index) => String(index)));
	});

	test('an adapter that does not page, and one that adds rows to each page', async () => {
		const rows = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, index) => ({ name: String(from + index), value: '' }));
		const unpaged = await dataOf(
			runTool(
				debugGetVariable,
				{ variablesReference: 1, start: 20, count: 10, filter: 'indexed' },
				ports({}, { variables: () => Promise.resolve(rows(0, 500)) }),
			),
		);
		expect(unpaged).toMatchObject({
			shown: 10,
			total: 500,
			nextStart: 30,
			children: expect.arrayContaining([expect.objectContaining({ name: '20' })]) as unknown,
		});
		const withExtra: Debugger['variables'] = (_, { start = 0, count = 0 }) =>
			Promise.resolve([
				...rows(start, start + count),
				{ name: 'length', value: '500' },
				{ name: '[[Prototype]]', value: 'Array' },
			]);
		const paged = await dataOf(
			runTool(
				debugGetVariable,
				{ variablesReference: 1, start: 20, count: 10, filter: 'indexed' },
				ports({}, { variables: withExtra }),
			),
		);
		expect(paged).toMatchObject({ shown: 10, nextStart: 30 });
	});
});

describe('debug_set_variable', () => {
	test('finds the scope that has the name', async () => {
		expect(await dataOf(runTool(debugSetVariable, { name: 'a', value: '2' }, ports({ a: 1 })))).toMatchObject({
			previous: '1',
			variable: { name: 'a', value: '2' },
		});
	});

	test.each([[{ name: 'totl', value: '1' }], [{ name: 'totl', value: '1', variablesReference: 1 }]])(
		'%j is not there',
		async input => {
			const error = await errorOf(runTool(debugSetVariable, input, ports({ total: 1 })));
			expect(error).toMatchObject({ code: 'E_VARIABLE_NOT_FOUND', hint: expect.stringContaining('total') as string });
		},
	);
});

describe('debug_save_variable', () => {
	test('saves every element in pages, then the named fields', async () => {
		const list = Object.assign(
			Array.from({ length: 1234 }, (_, index) => index),
			{ extra: true },
		);
		const given = ports({ list });
		const data = await dataOf(
			runTool(debugSaveVariable, { expression: 'list', outputPath: 'x.jsonl', pageSize: 100 }, given),
		);
		const lines = given.saved.get('x.jsonl')?.trim().split('\n') ?? [];
		expect(data).toMatchObject({ indexed: 1234, named: 1, bytes: given.saved.get('x.jsonl')?.length });
		expect(JSON.parse(lines[1233] ?? '')).toEqual({ name: '1233', value: '1233', type: 'number' });
	});

	test('stops at maxItems, and refuses what has no parts', async () => {
		const limited = await dataOf(
			runTool(
				debugSaveVariable,
				{ expression: 'list', outputPath: 'x', maxItems: 7 },
				ports({ list: Array.from('abcdefghij') }),
			),
		);
		expect(limited).toMatchObject({ indexed: 7, truncatedByLimit: true });
		expect(
			(await errorOf(runTool(debugSaveVariable, { expression: 'n', outputPath: 'x' }, ports({ n: 1 })))).code,
		).toBe('E_NOT_EXPANDABLE');
	});
});

function outcome(value: RunOutcome): Promise<RunOutcome> {
	return Promise.resolve(value);
}
