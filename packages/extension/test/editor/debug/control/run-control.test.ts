import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { describe, expect, test } from 'vitest';
import { describeSession } from '../../../../src/editor/debug/control/describe-session.ts';
import type { Inspection } from '../../../../src/editor/debug/control/inspection.ts';
import { createQuietFocus } from '../../../../src/editor/debug/control/quiet-focus.ts';
import { createRunControl } from '../../../../src/editor/debug/control/run-control.ts';
import { createModelWaiters } from '../../../../src/editor/debug/control/wait-for-change.ts';
import { AdapterRefusal, type DapRequests } from '../../../../src/editor/debug/sessions/dap-requests.ts';
import { startModel } from '../start-model.ts';

/** A program below a launcher, stopped; `asked` resolves when its adapter has been asked to let it run. */
function start() {
	const started = startModel();
	const { model, messages } = started;
	const waiters = createModelWaiters(model);
	started.open('launcher');
	started.open('program', 'launcher');
	started.event('program', 'stopped', { reason: 'entry', threadId: 1 });
	let tellAsked: () => void = () => undefined;
	const asked = new Promise<void>(resolve => {
		tellAsked = resolve;
	});
	const refusals: ((error: AdapterRefusal) => void)[] = [];
	const dap: DapRequests = {
		send: () => Promise.resolve({}),
		begin(sessionId, command, args, onRefused) {
			refusals.push(onRefused);
			started.request(sessionId, command, args);
			tellAsked();
		},
	};
	const program = () => {
		const session = model.find('program');
		if (!session) {
			throw new Error('There is no program.');
		}
		return describeSession(session);
	};
	const unused = () => Promise.reject(new Error('not asked for'));
	const inspection: Inspection = {
		stack: () =>
			Promise.resolve({
				session: program(),
				frames: [{ id: 1, name: 'main', path: 'gone.js', isFile: true, line: 1, column: 1 }],
			}),
		scopes: () => Promise.reject(new Error('no scopes')),
		threads: unused,
		evaluate: unused,
		variables: unused,
		setVariable: unused,
	};
	const runControl = createRunControl({
		model,
		waiters,
		dap,
		inspection,
		quiet: createQuietFocus(messages),
		documents: { lines: unused },
	});
	return {
		...started,
		waiters,
		runControl,
		asked,
		refuse: (words: string) => refusals.forEach(tell => tell(new AdapterRefusal(words))),
	};
}

const LONG = 60_000;

describe('letting a program run', () => {
	test('the answer is the next stop, and not the one that the program started from', async () => {
		const { runControl, asked, event, waiters } = start();
		const outcome = runControl.run('step_over', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		event('program', 'stopped', { reason: 'step', threadId: 1 });
		expect(await outcome).toMatchObject({
			event: 'stopped',
			// Neither locals nor source can be had here, and the stop is told all the same.
			stop: { reason: 'step', locals: [], source: [], frame: { name: 'main' } },
		});
		expect(waiters.pending).toBe(0);
	});

	test('a stop of a thread or process that it started counts as well', async () => {
		const { runControl, asked, open, event } = start();
		const outcome = runControl.run('continue', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		open('worker', 'program');
		event('worker', 'stopped', { reason: 'breakpoint', threadId: 7 });
		expect(await outcome).toMatchObject({ event: 'stopped', stop: { session: { id: 'worker' } } });
	});

	test('a stop of another program does not count', async () => {
		const { runControl, asked, open, event } = start();
		const outcome = runControl.run('continue', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		open('other');
		event('other', 'stopped', { reason: 'breakpoint', threadId: 9 });
		event('program', 'stopped', { reason: 'breakpoint', threadId: 1 });
		expect(await outcome).toMatchObject({ stop: { session: { id: 'program' }, alsoStopped: [{ id: 'other' }] } });
	});

	test('the end is reported when the launcher has ended too, with its exit code and all output in order', async () => {
		const { runControl, asked, event, end } = start();
		const outcome = runControl.run('continue', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		event('program', 'output', { category: 'stdout', output: 'last words\n' });
		end('program');
		event('launcher', 'output', { category: 'stderr', output: 'Process exited with code 5\r\n' });
		end('launcher');
		expect(await outcome).toMatchObject({
			event: 'ended',
			session: { id: 'launcher' },
			exitCode: 5,
			output: [{ text: 'last words' }, { text: 'Process exited with code 5' }],
		});
	});

	test('if the launcher ends first, the end is reported when the program has ended too', async () => {
		const { runControl, asked, event, end, waiters } = start();
		const outcome = runControl.run('continue', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		end('launcher');
		await new Promise(setImmediate);
		expect(waiters.pending).toBe(1);
		event('program', 'output', { category: 'stdout', output: 'last words\n' });
		end('program');
		expect(await outcome).toMatchObject({ event: 'ended', output: [{ text: 'last words' }] });
	});

	test('the end of one process of several is reported without waiting for the others', async () => {
		const { runControl, asked, open, end } = start();
		open('sibling', 'launcher');
		const outcome = runControl.run('continue', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		end('program');
		expect(await outcome).toMatchObject({ event: 'ended', session: { id: 'program' } });
	});

	test('a refusal ends the wait with the words of the adapter', async () => {
		const { runControl, asked, refuse, waiters } = start();
		const outcome = runControl.run('step_over', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED);
		await asked;
		refuse('busy');
		await expect(outcome).rejects.toMatchObject({ code: 'E_DEBUGGER_FAILED', message: 'busy' });
		expect(waiters.pending).toBe(0);
	});

	test('time-out and cancellation leave no wait behind', async () => {
		const { runControl, waiters, model } = start();
		await expect(runControl.run('continue', {}, { timeout: 5, locals: true }, NEVER_CANCELLED)).rejects.toMatchObject({
			code: 'E_TIMEOUT',
			details: { timeout: 5, sessions: [{ id: 'launcher' }, { id: 'program', state: 'running' }] },
		});
		const cancellation = createCancellation();
		const waiting = runControl.waitForStop(undefined, LONG, cancellation);
		cancellation.cancel();
		await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
		expect(waiters.pending).toBe(0);
		expect(model.find('program')?.state).toBe('running');
	});

	test('waiting for a hit answers at once when the program stands, and pausing does too', async () => {
		const { runControl, answer, request } = start();
		answer('program', request('program', 'threads'), { threads: [{ id: 1, name: 'main' }] });
		expect(await runControl.waitForStop(undefined, LONG, NEVER_CANCELLED)).toMatchObject({ event: 'stopped' });
		expect(await runControl.run('pause', {}, { timeout: LONG, locals: true }, NEVER_CANCELLED)).toMatchObject({
			event: 'stopped',
		});
	});
});
