import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Data } from '../support/debug-client.ts';
import { eventually } from '../support/eventually.ts';
import { connectHttp } from '../support/mcp-clients.ts';
import { useDebugger } from '../support/use-debugger.ts';

const { workbench, open, agent } = useDebugger();
const call = (tool: string, input: Data = {}) => agent().call(tool, input);
const fail = (tool: string, input: Data = {}) => agent().fail(tool, input);
const stopInTotals = async () => {
	await call('breakpoint_set', { path: 'totals.js', line: 2 });
	return call('debug_start', { path: 'totals.js' });
};
const hawserLog = (folder: string) =>
	globSync('**/*Hawser.log', { cwd: folder })
		.map(file => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
const noDialog = async () => expect(await open().window.dialogText()).toBeUndefined();

/** The acceptance criteria of the design document 004, word for word. */
describe('criterion 3: parameter validation', () => {
	test('a missing required parameter is named', async () => {
		const error = await fail('debug_evaluate');
		expect(error).toMatchObject({ code: 'E_INVALID_PARAMS', message: expect.stringContaining('expression') as string });
		expect(await fail('breakpoint_add', { path: 'totals.js' })).toMatchObject({
			code: 'E_INVALID_PARAMS',
			message: expect.stringContaining('"line"') as string,
		});
	});

	test('a wrong parameter type is a type validation error', async () => {
		const error = await fail('breakpoint_add', { path: 'totals.js', line: 'two' });
		expect(error).toMatchObject({
			code: 'E_INVALID_PARAMS',
			message: expect.stringMatching(/line.*number/s) as string,
		});
	});

	test('an unknown parameter is answered with the nearest one', async () => {
		const error = await fail('debug_evaluate', { expresion: '1' });
		expect(`${error.message} ${error.hint}`).toContain('expression');
	});
});

describe('criterion 4: multi-tool workflow', () => {
	test('breakpoint_add, debug_start and debug_evaluate each use data of the one before', async () => {
		await call('breakpoint_add', { path: 'totals.js', line: 2 });
		const { frameId, session } = await call('debug_start', { configuration: 'Totals' });
		const { id } = session as { id: string };
		expect(await call('debug_evaluate', { expression: 'price', frameId, sessionId: id })).toMatchObject({
			result: '3',
		});
	});
});

describe('criterion 5: error recovery', () => {
	test('debug_evaluate without a session is E_NO_SESSION with the way out', async () => {
		const error = await fail('debug_evaluate', { expression: '1 + 1' });
		expect(error.code).toBe('E_NO_SESSION');
		expect(error.hint).toContain('Start debug session first using debug_start');
	});
});

describe('criterion 8: prerequisites communication', () => {
	test.each([
		'debug_continue',
		'debug_stack',
		'debug_stop',
		'debug_pause',
		'debug_restart',
		'debug_wait_for_hit',
		'debug_threads',
	])('%s without debug_start is a prerequisite error', async tool => {
		expect(await fail(tool)).toMatchObject({
			code: 'E_NO_SESSION',
			hint: expect.stringContaining('debug_start') as string,
		});
	});

	test('descriptions name what must run first', async () => {
		const client = await connectHttp(open().entry, 'legacy', { query: '?profile=all' });
		const { tools } = await client.listTools();
		await client.close();
		const needing = tools.filter(({ description = '' }) => description.includes('Needs debug_start first.'));
		expect(needing.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'debug_continue',
				'debug_evaluate',
				'debug_stack',
				'debug_list_variables',
				'debug_wait_for_hit',
			]),
		);
	});
});

describe('criterion 9: timeout handling', () => {
	test('a wait that is over is E_TIMEOUT, says how things stand, and leaves the program running', async () => {
		await call('debug_start', { configuration: 'Server', wait: false });
		const error = await fail('debug_wait_for_hit', { timeout: 300 });
		expect(error).toMatchObject({ code: 'E_TIMEOUT', hint: expect.stringContaining('left as it is') as string });
		expect(error.details).toMatchObject({ timeout: 300, sessions: expect.any(Array) as unknown });
		expect(await call('debug_status')).toMatchObject({ isActive: true, isPaused: false });
	});

	test('a step that does not come back is E_TIMEOUT, and the program runs on', async () => {
		await call('debug_start', { configuration: 'Server', stopOnEntry: true });
		expect(await fail('debug_continue', { timeout: 300 })).toMatchObject({ code: 'E_TIMEOUT' });
		expect(await call('debug_pause')).toMatchObject({ event: 'stopped' });
	});

	test('an expression that never ends has its own limit', async () => {
		await stopInTotals();
		const error = await fail('debug_evaluate', { expression: 'for (;;) {}', timeout: 500 });
		expect(error).toMatchObject({ code: 'E_TIMEOUT' });
	});
});

describe('criterion 10: cancellation support', () => {
	test('MCP’s own signal ends the wait, and no timer of it is left', async () => {
		await call('debug_start', { configuration: 'Server', wait: false });
		const timers = async () =>
			Number(
				await open().window.evaluate(
					"return process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length",
				),
			);
		const before = await timers();
		const abort = new AbortController();
		const waiting = agent().client.callTool(
			{ name: 'debug_wait_for_hit', arguments: { timeout: 600_000 } },
			{ signal: abort.signal, timeout: 600_000 },
		);
		const refused = expect(waiting).rejects.toThrow('not needed any more');
		await eventually(async () => expect(await timers()).toBeGreaterThan(before));
		abort.abort(new Error('not needed any more'));
		await refused;
		await eventually(async () => expect(await timers()).toBeLessThanOrEqual(before));
		await eventually(() => expect(hawserLog(workbench().editor.folder)).toMatch(/debug_wait_for_hit.*E_CANCELLED/));
		expect(await call('debug_status')).toMatchObject({ isActive: true, isPaused: false });
	});
});

describe('start', () => {
	test.each([
		[{ configuration: 'Totalz' }, 'E_CONFIGURATION_NOT_FOUND', 'Did you mean "Totals"?'],
		[{ configuration: 'Totals', folder: 'elsewhere' }, 'E_CONFIGURATION_NOT_FOUND', ''],
		[{ configuration: 'Half' }, 'E_CONFIGURATION_NOT_FOUND', ''],
		[{ configuration: 'Cobol' }, 'E_DEBUGGER_MISSING', 'Choose one of these types'],
		[{ config: { type: 'cobol', request: 'launch' } }, 'E_DEBUGGER_MISSING', ''],
		[{ config: { request: 'launch' } }, 'E_DEBUGGER_MISSING', ''],
		[{ config: { type: 'node' } }, 'E_LAUNCH_FAILED', '"request"'],
		[{ configuration: 'Asks' }, 'E_PROMPT_REQUIRED', '"program"'],
		[
			{ config: { type: 'node', request: 'attach', processId: '${command:PickProcess}' } },
			'E_PROMPT_REQUIRED',
			'PickProcess',
		],
		[{ configuration: 'Gone' }, 'E_LAUNCH_FAILED', 'Build it first'],
		[{ configuration: 'No runtime' }, 'E_LAUNCH_FAILED', ''],
		[{ configuration: 'Nobody listens' }, 'E_LAUNCH_FAILED', ''],
		[{ configuration: 'After no task' }, 'E_TASK_NOT_FOUND', 'works, fails, after fails'],
		[{ configuration: 'After a bad task' }, 'E_TASK_FAILED', ''],
		[{ configuration: 'Current file' }, 'E_LAUNCH_FAILED', 'editor_open'],
		[{ path: 'none.js' }, 'E_FILE_NOT_FOUND', ''],
		[{ path: '../other.js' }, 'E_OUTSIDE_WORKSPACE', ''],
		[{ path: 'notes.txt' }, 'E_UNSUPPORTED_LANGUAGE', '"config"'],
		[{ path: 'script.py' }, 'E_DEBUGGER_MISSING', 'ms-python.debugpy'],
		[{}, 'E_INVALID_PARAMS', ''],
		[{ path: 'totals.js', configuration: 'Totals' }, 'E_INVALID_PARAMS', ''],
	])('%j is %s', async (input, code, hint) => {
		writeFileSync(join(open().folder, 'notes.txt'), 'notes\n');
		writeFileSync(join(open().folder, 'script.py'), 'print(1)\n');
		await open().window.executeCommand('workbench.action.closeAllEditors');
		const error = await fail('debug_start', input);
		expect(error.code).toBe(code);
		expect(error.hint).toContain(hint);
		// Nobody has to close a message before the next start, and nothing is left of the failed one.
		await noDialog();
		await eventually(async () => expect(await call('debug_status')).toMatchObject({ isActive: false }));
	});

	test('a task that fails before the start is told with its last output, and one that VS Code runs with the reason', async () => {
		const error = await fail('debug_start', { configuration: 'After a bad task' });
		expect(error.message).toContain('exit code 3. Its last output:\n');
		expect(error.message).toContain('broken');
		expect(error.details).toMatchObject({ task: 'fails', exitCode: 3 });
		expect((error.details['output'] as string[]).at(-1)).toBe('broken');
		const config = { type: 'node', request: 'launch', name: 'Chain', program: '${workspaceFolder}/quick.js' };
		const chained = await fail('debug_start', { config: { ...config, preLaunchTask: 'after fails' } });
		expect(chained).toMatchObject({
			code: 'E_TASK_FAILED',
			details: { outputUnknown: expect.stringContaining('depends on others') as string },
		});
		await noDialog();
	});

	test('a program that ends with an error before any stop is told with its code and output', async () => {
		const ended = await call('debug_start', { path: 'throws.js' });
		expect(ended).toMatchObject({ event: 'ended', exitCode: 1 });
		expect((ended['output'] as string[]).join('\n')).toContain('no luck');
	});
});

describe('breakpoints', () => {
	test.each([
		[{ path: 'none.js', line: 1 }, 'E_FILE_NOT_FOUND'],
		[{ path: '.vscode', line: 1 }, 'E_IS_FOLDER'],
		[{ path: '../other.js', line: 1 }, 'E_OUTSIDE_WORKSPACE'],
		[{ path: 'totals.js', line: 999 }, 'E_INVALID_LINE'],
		[{ path: 'totals.js', line: 2, column: 500 }, 'E_INVALID_LINE'],
		[{ path: 'totals.js', line: 2, functionName: 'add' }, 'E_INVALID_PARAMS'],
		[{ exceptions: ['all'], condition: 'x' }, 'E_INVALID_PARAMS'],
		[{}, 'E_INVALID_PARAMS'],
	])('breakpoint_set %j is %s', async (input, code) => {
		expect(await fail('breakpoint_set', input)).toMatchObject({ code });
		expect(await call('breakpoint_list')).toMatchObject({ total: 0 });
	});

	test('a breakpoint that is not there cannot be removed', async () => {
		expect(await fail('breakpoint_remove', { path: 'totals.js', line: 2 })).toMatchObject({
			code: 'E_BREAKPOINT_NOT_FOUND',
		});
		expect(await fail('breakpoint_remove', { exceptions: ['all'] })).toMatchObject({ code: 'E_BREAKPOINT_NOT_FOUND' });
	});

	test('what a debugger does not have is said', async () => {
		await stopInTotals();
		expect(await call('breakpoint_set', { functionName: 'add' })).toMatchObject({
			breakpoint: { verified: 'no', message: expect.stringContaining('function breakpoints') as string },
		});
		expect(await call('breakpoint_set', { exceptions: ['moonshine'] })).toMatchObject({
			breakpoint: { verified: 'no', message: expect.stringContaining('moonshine') as string },
		});
	});
});

describe('a running program', () => {
	test.each([
		'debug_continue',
		'debug_step_into',
		'debug_step_over',
		'debug_step_out',
		'debug_stack',
		'debug_scopes',
		'debug_list_variables',
	])('%s needs a stop', async tool => {
		await call('debug_start', { configuration: 'Server', wait: false });
		expect(await fail(tool)).toMatchObject({
			code: 'E_NOT_STOPPED',
			hint: expect.stringContaining('debug_pause') as string,
		});
	});

	test('evaluate, set and save need a stop', async () => {
		await call('debug_start', { configuration: 'Server', wait: false });
		expect(await fail('debug_evaluate', { expression: '1' })).toMatchObject({ code: 'E_NOT_STOPPED' });
		expect(await fail('debug_set_variable', { name: 'ticks', value: '1' })).toMatchObject({ code: 'E_NOT_STOPPED' });
		expect(await fail('debug_save_variable', { expression: 'x', outputPath: 'x.jsonl' })).toMatchObject({
			code: 'E_NOT_STOPPED',
		});
	});

	test('a session that is not there is named, with those that are', async () => {
		await call('debug_start', { configuration: 'Server', wait: false });
		for (const tool of [
			'debug_stop',
			'debug_restart',
			'debug_threads',
			'debug_stack',
			'debug_wait_for_hit',
			'debug_pause',
		]) {
			const error = await fail(tool, { sessionId: 'nobody' });
			expect(error).toMatchObject({ code: 'E_SESSION_NOT_FOUND', hint: expect.stringContaining('Server') as string });
		}
	});
});

describe('a stopped program', () => {
	test('frames and variables of an earlier stop are stale', async () => {
		const { frameId } = await stopInTotals();
		const { scopes } = (await call('debug_scopes')) as { scopes: { variablesReference: number }[] };
		const [scope] = scopes;
		await call('debug_step_over');
		expect(await fail('debug_evaluate', { expression: '1', frameId })).toMatchObject({ code: 'E_STALE_REFERENCE' });
		expect(await fail('debug_scopes', { frameId })).toMatchObject({ code: 'E_STALE_REFERENCE' });
		expect(await fail('debug_get_variable', { variablesReference: scope?.variablesReference })).toMatchObject({
			code: 'E_STALE_REFERENCE',
		});
	});

	test('what was never given out is invalid', async () => {
		const { frameId } = await stopInTotals();
		expect(await fail('debug_get_variable', { variablesReference: 123_456 })).toMatchObject({
			code: 'E_INVALID_REFERENCE',
		});
		expect(await fail('debug_get_variable', { variablesReference: frameId })).toMatchObject({
			code: 'E_INVALID_REFERENCE',
		});
		expect(await fail('debug_stack', { threadId: 4711 })).toMatchObject({ code: 'E_THREAD_NOT_FOUND' });
	});

	test('the words of the program are told', async () => {
		await stopInTotals();
		const unknown = await fail('debug_evaluate', { expression: 'nobody.home' });
		expect(unknown).toMatchObject({
			code: 'E_EVALUATE_FAILED',
			message: expect.stringContaining('nobody is not defined') as string,
		});
		expect(await fail('debug_evaluate', { expression: 'a b c' })).toMatchObject({ code: 'E_EVALUATE_FAILED' });
		expect(await fail('debug_set_variable', { name: 'prise', value: '1' })).toMatchObject({
			code: 'E_VARIABLE_NOT_FOUND',
			hint: expect.stringContaining('price') as string,
		});
		expect(await fail('debug_set_variable', { name: 'price', value: 'nobody.home' })).toMatchObject({
			code: 'E_SET_FAILED',
		});
	});

	test('debug_save_variable refuses what has no parts, and places where nothing may be written', async () => {
		await stopInTotals();
		const save = (expression: string, outputPath: string) => fail('debug_save_variable', { expression, outputPath });
		expect(await save('price', 'x.jsonl')).toMatchObject({ code: 'E_NOT_EXPANDABLE' });
		expect(await save('[1]', '/etc/hawser.jsonl')).toMatchObject({ code: 'E_OUTSIDE_WORKSPACE' });
		expect(await save('[1]', '../out.jsonl')).toMatchObject({ code: 'E_OUTSIDE_WORKSPACE' });
		expect(await save('[1]', '.vscode/settings.json')).toMatchObject({ code: 'E_DENIED' });
		// By another name, or by a link, it is the same file; the folder of this window lies among the temporary files.
		mkdirSync(join(open().folder, '.vscode'), { recursive: true });
		symlinkSync('.vscode', join(open().folder, 'harmless'));
		symlinkSync('.vscode/saved.json', join(open().folder, 'out.jsonl'));
		for (const place of ['harmless/saved.json', 'out.jsonl', join(open().folder, '.vscode/saved.json')]) {
			expect(await save('[1]', place), place).toMatchObject({ code: 'E_DENIED' });
		}
		expect(existsSync(join(open().folder, '.vscode/saved.json'))).toBe(false);
		mkdirSync(join(open().folder, 'folder'), { recursive: true });
		expect(await save('[1]', 'folder')).toMatchObject({ code: 'E_IS_FOLDER' });
	});
});
