import { describe, expect, test } from 'vitest';
import { createDebugModel } from '../../../../src/editor/debug/model/debug-model.ts';
import { readRecording, startModel } from '../start-model.ts';

describe('a recorded conversation with js-debug', () => {
	test('the model follows it from the launch to the exit code', () => {
		const { model, play } = startModel();
		const states: string[] = [];
		model.onChange(({ facts, state }) => {
			const now = `${facts.id} ${state}`;
			if (states.at(-1) !== now) {
				states.push(now);
			}
		});
		play(readRecording('js-debug-breakpoints'));
		const ofProgram = states.filter(state => state.startsWith('program'));
		const stops = ofProgram.filter(state => state === 'program stopped').length;
		expect(ofProgram[0]).toBe('program starting');
		expect(ofProgram.at(-1)).toBe('program ended');
		expect(stops).toBe(10);
		expect(model.find('launcher')).toMatchObject({ state: 'ended', exitCode: 7, failure: undefined });
		expect(
			model
				.find('program')
				?.output.last(9)
				.map(({ text }) => text),
		).toEqual(['total 0', 'total 1', 'total 3']);
	});

	test('the kept messages give the same model when they are played later', () => {
		const { messages, model, play } = startModel();
		const recording = readRecording('js-debug-breakpoints');
		const firstStop = recording.findIndex(
			event => 'message' in event && JSON.stringify(event.message).includes('"stopped"'),
		);
		play(recording.slice(0, firstStop + 1));
		const late = createDebugModel(messages);
		const picture = (from: typeof model) =>
			from
				.sessions()
				.map(({ facts, state, stops, breakpoints }) => ({ id: facts.id, state, stops, bound: breakpoints.all() }));
		expect(picture(late)).toEqual(picture(model));
		expect(late.find('program')).toMatchObject({
			state: 'stopped',
			stops: [{ reason: 'breakpoint', hitBreakpointIds: [0] }],
		});
		expect(late.find('program')?.breakpoints.all()).toEqual([
			{ id: 0, path: '/project/a.js', line: 2, verified: true, boundLine: 2, boundColumn: 14 },
		]);
	});
});

describe('run state', () => {
	test('a thread runs from the request on, and stands again when the adapter refuses', () => {
		const { model, open, event, request, answer } = startModel();
		open('a');
		event('a', 'stopped', { reason: 'pause', threadId: 1 });
		const before = model.find('a')?.generation;
		const step = request('a', 'next', { threadId: 1 });
		expect(model.find('a')).toMatchObject({ state: 'running', stops: [] });
		expect(model.find('a')?.generation).not.toBe(before);
		answer('a', step, { error: { format: 'not now' } }, false);
		expect(model.find('a')).toMatchObject({ state: 'stopped', stops: [{ threadId: 1 }] });
	});

	test('a stop that comes before the answer to the step is kept', () => {
		const { model, open, event, request, answer } = startModel();
		open('a');
		event('a', 'stopped', { reason: 'entry', threadId: 1 });
		const step = request('a', 'next', { threadId: 1 });
		event('a', 'stopped', { reason: 'step', threadId: 1 });
		answer('a', step);
		expect(model.find('a')).toMatchObject({ state: 'stopped', stops: [{ reason: 'step' }] });
	});

	test('one of two stopped threads goes on alone where the adapter says so', () => {
		const { model, open, event } = startModel();
		open('a');
		event('a', 'stopped', { reason: 'breakpoint', threadId: 1 });
		event('a', 'stopped', { reason: 'breakpoint', threadId: 2 });
		event('a', 'continued', { threadId: 1, allThreadsContinued: false });
		expect(model.find('a')).toMatchObject({ state: 'stopped', stops: [{ threadId: 2 }] });
		event('a', 'continued', { threadId: 2 });
		expect(model.find('a')).toMatchObject({ state: 'running', stops: [] });
	});

	test('a session whose stopped thread has gone is not stopped any longer', () => {
		const { model, open, event } = startModel();
		open('a');
		event('a', 'stopped', { reason: 'entry', threadId: 1 });
		event('a', 'thread', { reason: 'exited', threadId: 1 });
		expect(model.find('a')).toMatchObject({ state: 'running', stops: [] });
	});

	test('a refused launch is the failure, in the words of the adapter and without its stack', () => {
		const { model, open, request, answer } = startModel();
		open('a');
		const launch = request('a', 'launch');
		answer(
			'a',
			launch,
			{ error: { format: 'no {what} here\n\tat adapter.js:1:2', variables: { what: 'node' } } },
			false,
		);
		expect(model.find('a')).toMatchObject({ state: 'starting', failure: 'no node here' });
	});

	test('a restarted session starts anew under its old id', () => {
		const { model, open, event, end } = startModel();
		open('a');
		event('a', 'stopped', { reason: 'entry', threadId: 1 });
		const first = model.find('a');
		end('a');
		open('a');
		expect(model.find('a')).not.toBe(first);
		expect(model.find('a')).toMatchObject({ state: 'starting', stops: [] });
		expect(model.sessions()).toHaveLength(1);
	});

	test('only so many ended sessions are kept, and listeners go', () => {
		const { model, open, end } = startModel();
		for (let index = 0; index < 100; index++) {
			open(`s${index}`);
			end(`s${index}`);
		}
		expect(model.sessions().length).toBeLessThanOrEqual(20);
		let calls = 0;
		const forget = model.onChange(() => calls++);
		open('x');
		forget();
		end('x');
		expect(calls).toBe(1);
	});
});

test('breakpoints follow the adapter: bound, moved, refused, removed', () => {
	const { model, open, event, request, answer } = startModel();
	open('a');
	const asked = request('a', 'setBreakpoints', {
		source: { path: '/p/x.js' },
		breakpoints: [{ line: 3 }, { line: 9, column: 4 }],
	});
	answer('a', asked, {
		breakpoints: [
			{ id: 1, verified: false, message: 'not loaded' },
			{ id: 2, verified: true, line: 10 },
		],
	});
	const all = () => model.find('a')?.breakpoints.all();
	expect(all()).toEqual([
		{ id: 1, path: '/p/x.js', line: 3, verified: false, message: 'not loaded' },
		{ id: 2, path: '/p/x.js', line: 9, column: 4, verified: true, boundLine: 10 },
	]);
	event('a', 'breakpoint', { reason: 'changed', breakpoint: { id: 1, verified: true, line: 4 } });
	expect(all()?.[0]).toEqual({ id: 1, path: '/p/x.js', line: 3, verified: true, boundLine: 4 });
	event('a', 'breakpoint', { reason: 'removed', breakpoint: { id: 2 } });
	expect(all()).toHaveLength(1);
	answer('a', request('a', 'setFunctionBreakpoints', { breakpoints: [{ name: 'main' }] }), {
		breakpoints: [{ verified: true }],
	});
	expect(all()?.at(-1)).toEqual({ functionName: 'main', verified: true });
});
