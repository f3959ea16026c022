import { describe, expect, test } from 'vitest';
import { requireRunning, requireSession, requireStopped } from '../../../../src/editor/debug/control/choose-session.ts';
import { startModel } from '../start-model.ts';

describe('choosing a session', () => {
	const several = () => {
		const started = startModel();
		started.open('launcher');
		started.open('program', 'launcher');
		started.open('worker', 'program');
		return started;
	};

	test('the session that is named is meant, or else the one that stopped last', () => {
		const { model, event } = several();
		event('program', 'stopped', { reason: 'breakpoint', threadId: 1 });
		event('worker', 'stopped', { reason: 'breakpoint', threadId: 2 });
		expect(requireStopped(model, undefined).session.facts.id).toBe('worker');
		expect(requireStopped(model, 'program', 1).session.facts.id).toBe('program');
		event('program', 'stopped', { reason: 'step', threadId: 1 });
		expect(requireStopped(model, undefined).session.facts.id).toBe('program');
	});

	test('a parent stands for the sessions that it started', () => {
		const { model, event } = several();
		event('worker', 'stopped', { reason: 'breakpoint', threadId: 2 });
		expect(requireStopped(model, 'launcher').session.facts.id).toBe('worker');
	});

	test('pausing means the newest session that runs code', () => {
		const { model, end } = several();
		expect(requireRunning(model, undefined).facts.id).toBe('worker');
		end('worker');
		expect(requireRunning(model, undefined).facts.id).toBe('program');
	});

	test('each reason why there is no such session or thread has its own error code', () => {
		const empty = startModel();
		expect(() => requireStopped(empty.model, undefined)).toThrow(
			expect.objectContaining({
				code: 'E_NO_SESSION',
				hint: expect.stringContaining('Start debug session first using debug_start') as string,
			}),
		);
		const { model, event, end } = several();
		expect(() => requireStopped(model, undefined)).toThrow(
			expect.objectContaining({ code: 'E_NOT_STOPPED', details: { sessions: expect.any(Array) as unknown } }),
		);
		event('program', 'stopped', { reason: 'breakpoint', threadId: 1 });
		expect(() => requireStopped(model, undefined, 9)).toThrow(expect.objectContaining({ code: 'E_THREAD_NOT_FOUND' }));
		end('worker');
		expect(() => requireSession(model, 'worker')).toThrow(
			expect.objectContaining({ code: 'E_SESSION_NOT_FOUND', message: 'the worker has ended.' }),
		);
		['program', 'launcher'].forEach(end);
		expect(() => requireSession(model, 'program')).toThrow(expect.objectContaining({ code: 'E_NO_SESSION' }));
	});

	test('a thread that stands because all threads do can be inspected', () => {
		const { model, open, event, request, answer } = startModel();
		open('a');
		answer('a', request('a', 'threads'), {
			threads: [
				{ id: 1, name: 'one' },
				{ id: 2, name: 'two' },
			],
		});
		event('a', 'stopped', { reason: 'breakpoint', threadId: 1, allThreadsStopped: true });
		expect(requireStopped(model, undefined, 2)).toMatchObject({ stop: { threadId: 2 } });
	});
});
