import { expect, test, vi } from 'vitest';
import type { Breakpoint, Breakpoints } from '../../../src/ports/breakpoints.ts';
import { breakpointClearFile } from '../../../src/tools/breakpoint/breakpoint-clear-file.ts';
import { breakpointClearProject } from '../../../src/tools/breakpoint/breakpoint-clear-project.ts';
import { breakpointList } from '../../../src/tools/breakpoint/breakpoint-list.ts';
import { breakpointRemove } from '../../../src/tools/breakpoint/breakpoint-remove.ts';
import { breakpointSet } from '../../../src/tools/breakpoint/breakpoint-set.ts';
import { breakpointToggle } from '../../../src/tools/breakpoint/breakpoint-toggle.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const LINE: Breakpoint = { kind: 'line', path: 'a.ts', line: 4, enabled: true, bindings: [] };
const bound = (verified: boolean, line?: number) => ({
	sessionId: verified ? 's1' : 's2',
	session: 'app',
	verified,
	...(line !== undefined && { line }),
	...(!verified && { message: 'not loaded' }),
});

function ports(breakpoint: Breakpoint = LINE, all: readonly Breakpoint[] = [breakpoint]) {
	const breakpoints: Breakpoints = {
		set: vi.fn<Breakpoints['set']>(() => Promise.resolve({ breakpoint, updated: false })),
		list: () => all,
		remove: vi.fn<Breakpoints['remove']>(() => Promise.resolve(all)),
		clear: vi.fn<Breakpoints['clear']>(() => Promise.resolve(all)),
	};
	return { breakpoints };
}

test.each([
	[
		{ path: 'a.ts', line: 4 },
		{ kind: 'line', path: 'a.ts', line: 4 },
	],
	[
		{ path: 'a.ts', line: 4, column: 2 },
		{ kind: 'line', path: 'a.ts', line: 4, column: 2 },
	],
	[{ functionName: 'main' }, { kind: 'function', functionName: 'main' }],
	[{ exceptions: ['uncaught'] }, { kind: 'exceptions', filters: ['uncaught'] }],
])('%j is a place', async (input, place) => {
	const given = ports();
	await dataOf(runTool(breakpointSet, input, given));
	expect(given.breakpoints.set).toHaveBeenCalledExactlyOnceWith({ place }, expect.anything());
});

test.each([
	[{}, 'one place'],
	[{ line: 4 }, '"path"'],
	[{ path: 'a.ts' }, '"line"'],
	[{ path: 'a.ts', line: 4, functionName: 'main' }, 'one place'],
	[{ exceptions: [] }, 'exceptions'],
	[{ exceptions: ['all'], logMessage: 'x' }, 'logMessage'],
	[{ path: 'a.ts', line: 0 }, 'line'],
])('%j is not', async (input, words) => {
	expect(await errorOf(runTool(breakpointSet, input, ports()))).toMatchObject({
		code: 'E_INVALID_PARAMS',
		message: expect.stringContaining(words) as string,
	});
});

test.each([
	[[], 'no_session', 'a.ts:4 (no session yet)'],
	[[bound(true, 4)], 'yes', 'a.ts:4 (verified)'],
	[[bound(true, 6)], 'yes', 'a.ts:4 (verified, bound to line 6)'],
	[[bound(false)], 'no', 'a.ts:4 (not verified: not loaded)'],
	[[bound(false), bound(true, 4)], 'yes', 'a.ts:4 (verified)'],
])('never claims more than the debugger says: %j', async (bindings, verified, words) => {
	const { envelope, text } = await runTool(breakpointSet, { path: 'a.ts', line: 4 }, ports({ ...LINE, bindings }));
	expect(envelope).toMatchObject({ data: { breakpoint: { verified } } });
	expect(text).toContain(words);
});

test('conditions, warnings and changes are told', async () => {
	const given = ports({ ...LINE, condition: 'x > 1', hitCondition: '3', enabled: false });
	given.breakpoints.set = () =>
		Promise.resolve({ breakpoint: given.breakpoints.list()[0] ?? LINE, updated: true, warning: 'Line 4 is blank' });
	const { text } = await runTool(breakpointSet, { path: 'a.ts', line: 4, condition: 'x > 1' }, given);
	expect(text).toBe('Changed: a.ts:4 (if x > 1; hits 3; disabled; no session yet)\nLine 4 is blank');
});

test('a thousand breakpoints come in pages that lose none', async () => {
	const all = Array.from({ length: 1000 }, (_, index) => ({ ...LINE, line: index + 1 }));
	const seen: number[] = [];
	for (let offset: unknown = 0; offset !== undefined; ) {
		const { envelope, text } = await runTool(breakpointList, { offset }, ports(LINE, all));
		const data = envelope.ok ? envelope.data : {};
		expect(text.length).toBeLessThanOrEqual(10_000);
		expect(data['total']).toBe(1000);
		seen.push(...(data['breakpoints'] as { line: number }[]).map(({ line }) => line));
		offset = data['nextOffset'];
	}
	expect(seen).toEqual(all.map(({ line }) => line));
});

test('removing tells what is gone, or that nothing was there', async () => {
	expect(await dataOf(runTool(breakpointRemove, { path: 'a.ts', line: 4 }, ports()))).toMatchObject({
		removed: ['a.ts:4 (no session yet)'],
	});
	expect((await errorOf(runTool(breakpointRemove, { path: 'a.ts', line: 4 }, ports(LINE, [])))).code).toBe(
		'E_BREAKPOINT_NOT_FOUND',
	);
	expect(await dataOf(runTool(breakpointClearFile, { path: 'a.ts' }, ports()))).toEqual({ path: 'a.ts', cleared: 1 });
	expect(await dataOf(runTool(breakpointClearProject, {}, ports()))).toEqual({ cleared: 1 });
});

test.each([
	['removes what is there', [LINE], 'removed', 0],
	['sets what is not', [], 'added', 1],
] as const)('toggling %s', async (_what, there, state, sets) => {
	const given = ports(LINE, there);
	const data = await dataOf(runTool(breakpointToggle, { path: 'a.ts', line: 4 }, given));
	expect(data).toMatchObject({ state, breakpoint: { path: 'a.ts', line: 4 } });
	expect(given.breakpoints.set).toHaveBeenCalledTimes(sets);
});
