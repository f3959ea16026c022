import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { describe, expect, test } from 'vitest';
import { requireRunning, requireSession, requireStopped } from '../../../src/editor/debug/control/choose-session.ts';
import { createQuietFocus } from '../../../src/editor/debug/control/quiet-focus.ts';
import { createReferences } from '../../../src/editor/debug/control/references.ts';
import { createModelWaiters } from '../../../src/editor/debug/control/wait-for-change.ts';
import { createOutputTail } from '../../../src/editor/debug/model/output-tail.ts';
import { createDapMessages } from '../../../src/editor/debug/protocol/dap-messages.ts';
import { startModel } from './recording.ts';

describe('which session is meant', () => {
	const several = () => {
		const started = startModel();
		started.open('launcher');
		started.open('program', 'launcher');
		started.open('worker', 'program');
		return started;
	};

	test('the one that stopped last, or the one that is named', () => {
		const { model, event } = several();
		event('program', 'stopped', { reason: 'breakpoint', threadId: 1 });
		event('worker', 'stopped', { reason: 'breakpoint', threadId: 2 });
		expect(requireStopped(model, undefined).session.facts.id).toBe('worker');
		expect(requireStopped(model, 'program', 1).session.facts.id).toBe('program');
		event('program', 'stopped', { reason: 'step', threadId: 1 });
		expect(requireStopped(model, undefined).session.facts.id).toBe('program');
	});

	test('the parent stands for what it started', () => {
		const { model, event } = several();
		event('worker', 'stopped', { reason: 'breakpoint', threadId: 2 });
		expect(requireStopped(model, 'launcher').session.facts.id).toBe('worker');
	});

	test('pausing means the newest that runs code', () => {
		const { model, end } = several();
		expect(requireRunning(model, undefined).facts.id).toBe('worker');
		end('worker');
		expect(requireRunning(model, undefined).facts.id).toBe('program');
	});

	test('nothing running, nothing stopped, no such session, no such thread', () => {
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

	test('a thread that stands because all threads do can be looked at', () => {
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

describe('references', () => {
	const start = () => {
		const generations = new Map([['a', 1]]);
		return { generations, references: createReferences(id => generations.get(id)) };
	};

	test('the same thing has the same number, at one stop', () => {
		const { references } = start();
		const first = references.give('variable', { sessionId: 'a', adapterId: 7 }, 1);
		expect(references.give('variable', { sessionId: 'a', adapterId: 7 }, 1)).toBe(first);
		expect(references.resolve('variable', first)).toMatchObject({ sessionId: 'a', adapterId: 7 });
	});

	test('an old number is stale, also when the adapter uses its own number again', () => {
		const { references, generations } = start();
		const old = references.give('variable', { sessionId: 'a', adapterId: 7 }, 1);
		generations.set('a', 2);
		expect(() => references.resolve('variable', old)).toThrow(expect.objectContaining({ code: 'E_STALE_REFERENCE' }));
		expect(references.give('variable', { sessionId: 'a', adapterId: 7 }, 2)).not.toBe(old);
		expect(() => references.resolve('variable', old)).toThrow(expect.objectContaining({ code: 'E_STALE_REFERENCE' }));
	});

	test('numbers of the other kind or never given out are invalid', () => {
		const { references } = start();
		const frame = references.give('frame', { sessionId: 'a', adapterId: 7 }, 1);
		for (const wrong of [frame, 0, -1, 99]) {
			expect(() => references.resolve('variable', wrong)).toThrow(
				expect.objectContaining({ code: 'E_INVALID_REFERENCE' }),
			);
		}
	});
});

describe('waiting on the model', () => {
	test('ends with the answer, and leaves nothing behind', async () => {
		const { model, open, event } = startModel();
		const waiters = createModelWaiters(model);
		open('a');
		const stopped = waiters.until(() => model.find('a')?.stops[0], { milliseconds: 60_000, signal: NEVER_CANCELLED });
		expect(waiters.pending).toBe(1);
		event('a', 'stopped', { reason: 'pause', threadId: 1 });
		await expect(stopped).resolves.toMatchObject({ reason: 'pause' });
		expect(waiters.pending).toBe(0);
	});

	test('ends when the time is up, when cancelled, and when the question throws', async () => {
		const { model } = startModel();
		const waiters = createModelWaiters(model);
		const late = waiters.until((): string | undefined => undefined, { milliseconds: 1, signal: NEVER_CANCELLED });
		await expect(late).resolves.toBeUndefined();
		const cancellation = createCancellation();
		const waiting = waiters.until(() => undefined, { milliseconds: 60_000, signal: cancellation });
		cancellation.cancel();
		await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
		await expect(waiters.until(() => undefined, { milliseconds: 60_000, signal: cancellation })).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
		let broken = false;
		const failing = waiters.until(
			() => {
				if (broken) {
					throw new Error('refused');
				}
				return undefined;
			},
			{ milliseconds: 60_000, signal: NEVER_CANCELLED },
		);
		broken = true;
		waiters.askAgain();
		await expect(failing).rejects.toThrow('refused');
		expect(waiters.pending).toBe(0);
	});
});

describe('the recording', () => {
	test('is bounded per message, per session and in ended sessions', () => {
		const messages = createDapMessages();
		const session = (id: string) => ({ id, name: id, type: 't', configuration: {} });
		messages.record({ kind: 'opened', session: session('big'), time: 0 });
		const huge = {
			type: 'response',
			body: { variables: Array.from({ length: 50_000 }, () => ({ value: 'x'.repeat(100) })) },
		};
		for (let index = 0; index < 3000; index++) {
			messages.record({ kind: 'received', sessionId: 'big', message: huge, time: index });
		}
		const kept = messages.of('big');
		expect(kept).toHaveLength(2001);
		expect(Math.max(...kept.map(event => JSON.stringify(event).length))).toBeLessThan(8000);
		for (let index = 0; index < 50; index++) {
			messages.record({ kind: 'opened', session: session(`s${index}`), time: 0 });
			messages.record({ kind: 'ended', sessionId: `s${index}`, time: 1 });
		}
		expect(messages.sessionIds()).toEqual(['big', ...Array.from({ length: 10 }, (_, index) => `s${index + 40}`)]);
	});
});

describe('output', () => {
	test('pieces become lines, colours go, and old lines too', () => {
		const tail = createOutputTail();
		tail.add('stdout', 'one\ntw', 1);
		tail.add('stderr', '\u001b[31mwarning\u001b[0m\n', 2);
		tail.add('stdout', 'o\r\nthree\n', 3);
		expect(tail.last(9).map(({ text }) => text)).toEqual(['one', 'two', 'warning', 'three']);
		for (let index = 0; index < 1000; index++) {
			tail.add('stdout', `line ${index}\n`, index);
		}
		expect(tail.totalLines).toBe(1004);
		expect(tail.last(5000)).toHaveLength(300);
	});
});

describe('the focus of the user', () => {
	test('stops that an agent waits for ask VS Code to leave it alone; others do not', () => {
		const { messages, open, event } = startModel();
		const quiet = createQuietFocus(messages);
		open('a');
		const loud = quiet.during(id => id === 'a');
		expect(event('a', 'stopped', { reason: 'step' }).body).toMatchObject({ preserveFocusHint: true });
		loud();
		expect(event('a', 'stopped', { reason: 'step' }).body).not.toHaveProperty('preserveFocusHint');
	});

	test('a refused launch does not open a message', () => {
		const { messages, open, request, answer } = startModel();
		const quiet = createQuietFocus(messages);
		open('a');
		quiet.during(() => true);
		const refused = answer('a', request('a', 'launch'), { error: { id: 3, format: 'no' } }, false);
		expect(refused.body).toEqual({ error: { id: 3, format: 'no', showUser: false } });
	});
});
