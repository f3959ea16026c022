import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Data } from '../support/debug-client.ts';
import { installDebugpy } from '../support/debugpy.ts';
import { eventually } from '../support/eventually.ts';
import { useDebugger } from '../support/use-debugger.ts';

/** Nothing may rest on js-debug: the same tools with debugpy, and with adapters that are broken. */
const { python, packages } = installDebugpy();
const { open, agent } = useDebugger({
	extensions: [join(ROOT, 'tests/projects/other-debuggers')],
	env: { HAWSER_TEST_PYTHON: python, HAWSER_TEST_DEBUGPY: packages },
});
const call = (tool: string, input: Data = {}) => agent().call(tool, input);
const fail = (tool: string, input: Data = {}) => agent().fail(tool, input);
const local = (data: Data, name: string) =>
	(data['locals'] as { name: string; value: string }[]).find(l => l.name === name);

test('Python stops at a breakpoint, evaluates, steps, shows variables, goes on and tells its exit code', async () => {
	await call('breakpoint_set', { path: 'totals.py', line: 5 });
	const started = await call('debug_start', { path: 'totals.py' });
	expect(started).toMatchObject({
		event: 'stopped',
		reason: 'breakpoint',
		path: 'totals.py',
		line: 5,
		functionName: 'add',
		configurations: [{ type: 'debugpy', program: '${workspaceFolder}/totals.py' }],
	});
	expect(local(started, 'price')).toMatchObject({ value: '3', type: 'int' });
	expect(await call('breakpoint_list')).toMatchObject({ breakpoints: [{ verified: 'yes' }] });
	expect(await call('debug_evaluate', { expression: 'total + price * 10' })).toMatchObject({ result: '30' });
	expect(await call('debug_set_variable', { name: 'price', value: '100' })).toMatchObject({ previous: '3' });
	const stepped = await call('debug_step_over');
	expect(stepped).toMatchObject({ event: 'stopped', reason: 'step', line: 6 });
	expect(local(stepped, 'result')).toMatchObject({ value: '100' });
	const { frames } = (await call('debug_stack')) as { frames: { functionName: string; text: string }[] };
	expect(frames.map(({ functionName }) => functionName)).toEqual(['add', 'total', '<module>']);
	const listed = await call('debug_list_variables', { scope: 'global', maxDepth: 2 });
	expect(listed['variables']).toContainEqual(expect.objectContaining({ name: "'customer'", value: "'Ada'" }));
	expect(await fail('debug_evaluate', { expression: 'nobody' })).toMatchObject({
		code: 'E_EVALUATE_FAILED',
		message: expect.stringContaining('nobody') as string,
	});
	expect(await call('debug_step_out')).toMatchObject({ event: 'stopped', functionName: 'total' });
	await call('breakpoint_clear_project');
	// VS Code ticks "uncaught" for Python by itself, and leaving with a code is an exception there.
	const leaving = await call('debug_continue');
	expect(leaving).toMatchObject({ event: 'stopped', reason: 'exception', line: 18 });
	expect(leaving['text']).toContain('SystemExit');
	const ended = await call('debug_continue');
	expect(ended).toMatchObject({ event: 'ended', exitCode: 4 });
	expect(ended['output']).toContain('Ada pays 109');
});

test('Python stops all threads together, at a function breakpoint and at an uncaught exception', async () => {
	expect(await call('breakpoint_set', { functionName: 'work' })).toMatchObject({ breakpoint: { kind: 'function' } });
	await call('breakpoint_set', { exceptions: ['uncaught'] });
	const stopped = await call('debug_start', { path: 'threads.py' });
	expect(stopped).toMatchObject({ event: 'stopped', functionName: 'work', path: 'threads.py' });
	const { threads } = (await call('debug_threads')) as { threads: { id: number; name: string; stopped: boolean }[] };
	expect(threads.every(thread => thread.stopped)).toBe(true);
	const main = threads.find(({ name }) => name === 'MainThread');
	const { frames } = (await call('debug_stack', { threadId: main?.id })) as { frames: { functionName: string }[] };
	expect(frames.map(({ functionName }) => functionName)).toContain('<module>');
	await call('breakpoint_remove', { functionName: 'work' });
	const thrown = await call('debug_continue');
	expect(thrown).toMatchObject({ event: 'stopped', reason: 'exception', path: 'threads.py' });
	expect(thrown['text']).toContain('no more work');
	expect(await call('debug_continue')).toMatchObject({ event: 'ended', exitCode: 1 });
	// The traceback that Python prints at its end is the exception that the debugger stopped at.
	expect(await call('dap_exceptions')).toMatchObject({
		session: { type: 'debugpy', exitCode: 1, state: 'ended' },
		total: 1,
		exceptions: [{ text: expect.stringContaining('no more work') as string, path: 'threads.py', origin: 'debugger' }],
	});
	expect(await call('dap_timeline', { eventTypes: ['stopped', 'exited'], fromEnd: true, limit: 2 })).toMatchObject({
		events: [
			{ type: 'stopped', reason: 'exception', path: 'threads.py' },
			{ type: 'exited', exitCode: 1 },
		],
	});
});

test('Python is restarted and stopped', async () => {
	await call('breakpoint_set', { path: 'totals.py', line: 5 });
	await call('debug_start', { path: 'totals.py' });
	expect(await call('debug_restart')).toMatchObject({ event: 'stopped', line: 5 });
	await call('debug_stop');
	expect(await call('debug_status')).toMatchObject({ isActive: false });
});

test('an adapter that does not exist is an error with its reason', async () => {
	const error = await fail('debug_start', {
		config: { name: 'Gone', type: 'gone', request: 'launch' },
		timeout: 20_000,
	});
	expect(error.code).toBe('E_LAUNCH_FAILED');
	expect(`${error.message} ${error.hint}`).toMatch(/VS Code|\/nowhere\/adapter/);
	const dialog = await open().window.dialogText();
	if (dialog !== undefined) {
		// VS Code tells the user too, and nothing we can do keeps it from that; the agent was not kept waiting for it.
		expect(dialog).toContain('/nowhere/adapter');
		await open().window.page.keyboard.press('Escape');
	}
	await eventually(async () => expect(await call('debug_status')).toMatchObject({ isActive: false }));
});

test('an adapter that never answers ends in a time-out, and can be ended', async () => {
	const error = await fail('debug_start', { config: { name: 'Mute', type: 'mute', request: 'launch' }, timeout: 2000 });
	expect(error).toMatchObject({ code: 'E_TIMEOUT' });
	expect(await call('debug_status')).toMatchObject({ sessions: [{ name: 'Mute', state: 'starting' }] });
});

test('what an adapter refuses or does not have is told in its words', async () => {
	const config = { name: 'Stubborn', type: 'stubborn', request: 'launch' };
	expect(await call('debug_start', { config })).toMatchObject({
		event: 'stopped',
		reason: 'entry',
		functionName: 'nowhere',
		locals: [{ name: 'thing', value: '1' }],
	});
	expect(await fail('debug_step_over')).toMatchObject({ code: 'E_DEBUGGER_FAILED', message: 'I will not move.' });
	expect(await call('debug_status')).toMatchObject({ isPaused: true });
	expect(await fail('debug_set_variable', { name: 'thing', value: '2' })).toMatchObject({
		code: 'E_UNSUPPORTED_CAPABILITY',
		hint: expect.stringContaining('debug_evaluate') as string,
	});
});
