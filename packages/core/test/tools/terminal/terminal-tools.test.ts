import { describe, expect, test, vi } from 'vitest';
import type { CommandState } from '../../../src/ports/terminals.ts';
import { terminalList } from '../../../src/tools/terminal/terminal-list.ts';
import { terminalRead } from '../../../src/tools/terminal/terminal-read.ts';
import { terminalRun } from '../../../src/tools/terminal/terminal-run.ts';
import { terminalSend } from '../../../src/tools/terminal/terminal-send.ts';
import { terminalStop } from '../../../src/tools/terminal/terminal-stop.ts';
import { createCancellation } from '../../../src/waiting/cancellation-source.ts';
import { FakeCommand, FakeTerminals } from '../../fakes/fake-terminals.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

function given(state: Partial<CommandState> = {}) {
	const command = new FakeCommand(state);
	return { command, terminals: new FakeTerminals(command) };
}

describe('terminal_run', () => {
	test('gives exit code and output, and frees the terminal', async () => {
		const { command, terminals } = given({ output: 'one\ntwo\n', exitCode: 3 });
		const { envelope, text } = await runTool(
			terminalRun,
			{ command: 'make', cwd: 'src', env: { A: '1' } },
			{ terminals },
		);
		expect(envelope).toMatchObject({
			data: { terminal: '1', running: false, exitCode: 3, output: 'one\ntwo\n', totalLines: 2 },
		});
		expect(text).toBe('exit code 3, 1.2 s (terminal 1)\none\ntwo');
		expect(terminals.requests).toEqual([{ command: 'make', cwd: 'src', env: { A: '1' }, terminal: undefined }]);
		expect(command.waits).toEqual([30_000]);
		expect(command.isDelivered).toBe(true);
	});

	test('says how to go on with a command that still runs', async () => {
		const { command, terminals } = given({ output: 'working\n', running: true });
		const { envelope, text } = await runTool(terminalRun, { command: 'make', timeout: 5000 }, { terminals });
		expect(envelope).toMatchObject({ ok: true, data: { running: true } });
		expect(text).toMatch(/^still running after 1\.2 s \(terminal 1\)\nworking\n\(Read on with terminal_read/);
		expect(command.waits).toEqual([5000]);
		expect(command.isDelivered).toBe(false);
	});

	test('says that it waits for input', async () => {
		const { terminals } = given({ output: 'Name: ', running: true, waitingForInput: true });
		const { envelope, text } = await runTool(terminalRun, { command: 'make' }, { terminals });
		expect(envelope).toMatchObject({ data: { waitingForInput: true } });
		expect(text).toContain('answer with terminal_send');
	});

	test('hardly waits for a background command', async () => {
		const { command, terminals } = given({ running: true });
		await runTool(terminalRun, { command: 'serve', background: true }, { terminals });
		expect(command.waits).toEqual([1000]);
	});

	test('a longer output comes in part, with a file', async () => {
		const output = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`).join('');
		const { envelope, text } = await runTool(terminalRun, { command: 'make' }, given({ output }));
		expect(envelope).toMatchObject({
			data: { totalLines: 20_000, truncated: true, file: '/home/ann/.hawser/terminals/1/1.txt' },
		});
		expect(text.length).toBeLessThanOrEqual(30_000);
		expect(text).toMatch(
			/\nline 1\n[^]*\[… \d+ lines left out …\][^]*\nline 20000\n\(\d+ of 20000 lines\. All: \/home/,
		);
	});

	test('a terminal that was closed is a failure, with what there was', async () => {
		const { terminals } = given({ output: 'so far\n', closed: true });
		const { code, details } = await errorOf(runTool(terminalRun, { command: 'make' }, { terminals }));
		expect(code).toBe('E_TERMINAL_CLOSED');
		expect(details).toEqual({ output: 'so far\n', command: 'make' });
	});

	test('tells of progress, once a second at most', async () => {
		vi.useFakeTimers();
		try {
			const { command, terminals } = given({ output: 'step 1\nstep 2\n' });
			command.meanwhile = onOutput => {
				onOutput();
				vi.advanceTimersByTime(1000);
				onOutput();
				onOutput();
			};
			const progress = vi.fn();
			await runTool(terminalRun, { command: 'make' }, { terminals }, { progress });
			expect(progress.mock.calls).toEqual([[{ message: 'step 2' }]]);
		} finally {
			vi.useRealTimers();
		}
	});

	test('interrupts the command when the caller cancels', async () => {
		const { command, terminals } = given({ running: true });
		const source = createCancellation();
		command.meanwhile = () => source.cancel();
		await runTool(terminalRun, { command: 'make' }, { terminals }, { signal: source });
		expect(command.interrupted).toBe(true);
	});

	test.each([
		{ command: '' },
		{ command: 'a', env: { 'A;B': '1' } },
		{ command: 'a', timeout: 0 },
		{ command: 'a', cmd: 'b' },
	])('%j is E_INVALID_PARAMS', async input => {
		expect((await errorOf(runTool(terminalRun, input, given()))).code).toBe('E_INVALID_PARAMS');
	});
});

describe('terminal_read', () => {
	test('gives part of the output, and waits only when asked', async () => {
		const { command, terminals } = given({ output: 'a\nb\nERROR c\nd\n' });
		const read = (input: object) => dataOf(runTool(terminalRead, input, { terminals }));
		expect(await read({ grep: 'error' })).toMatchObject({ output: 'ERROR c\n', totalLines: 4, shownLines: 1 });
		expect(await read({ tail: 1 })).toMatchObject({ output: '[… 3 lines left out …]\nd\n', truncated: true });
		expect(await read({ head: 1, tail: 1 })).toMatchObject({ output: 'a\n[… 2 lines left out …]\nd\n' });
		expect(command.waits).toEqual([]);
		await read({ wait: 100 });
		expect(command.waits).toEqual([100]);
	});

	test('says when the output is not known', async () => {
		const { text } = await runTool(terminalRead, {}, given({ outputUnknown: 'Nobody tells.' }));
		expect(text).toBe('exit code 0, 1.2 s (terminal 1)\n(output unknown)\n(Nobody tells.)');
	});

	test('an unknown terminal is E_TERMINAL_NOT_FOUND', async () => {
		expect((await errorOf(runTool(terminalRead, { terminal: '9' }, given()))).code).toBe('E_TERMINAL_NOT_FOUND');
	});
});

test('terminal_list tells whose a terminal is and what runs in it', async () => {
	const { terminals } = given();
	terminals.facts.push({ id: '2', name: 'bash', ours: false, shellIntegration: false, running: true, command: 'vim' });
	const { envelope, text } = await runTool(terminalList, {}, { terminals });
	expect(envelope).toMatchObject({ data: { total: 2 } });
	expect(text).toBe("2 terminals:\n1  Hawser: nothing seen yet\n2  bash (the user's): running: vim");
});

test('terminal_list stays within the budget', async () => {
	const { terminals } = given();
	terminals.facts = Array.from({ length: 500 }, (_, index) => ({
		id: String(index),
		name: 'Hawser',
		ours: true,
		shellIntegration: true,
		running: false,
		command: 'x'.repeat(1000),
	}));
	const { envelope, text } = await runTool(terminalList, {}, { terminals });
	expect(envelope).toMatchObject({ data: { total: 500, truncated: true } });
	expect(JSON.stringify(envelope).length).toBeLessThan(11_000);
	expect(text.length).toBeLessThanOrEqual(10_000);
});

describe('terminal_send', () => {
	test.each([
		[{ text: 'yes' }, 'yes\r'],
		[{ text: 'y', enter: false }, 'y'],
		[{ text: 'a\nb' }, 'a\rb\r'],
		[{ keys: ['down', 'enter'] }, '\u001b[B\r'],
		[{ text: 'x', keys: ['ctrl+d'] }, 'x\r\u0004'],
	])('%j types %j', async (input, typed) => {
		const { terminals } = given({ running: true, output: 'ok\n' });
		await dataOf(runTool(terminalSend, { terminal: '1', ...input }, { terminals }));
		expect(terminals.sent).toEqual([typed]);
	});

	test('nothing to send is E_INVALID_PARAMS', async () => {
		expect((await errorOf(runTool(terminalSend, { terminal: '1' }, given()))).code).toBe('E_INVALID_PARAMS');
	});
});

test.each<[{ action?: string }, Partial<CommandState>, string]>([
	[{}, { running: false, exitCode: 130 }, 'Stopped with exit code 130 (terminal 1).'],
	[{ action: 'kill' }, { running: true }, 'It still runs (terminal 1); use kill.'],
	[{ action: 'close' }, {}, 'Terminal 1 is closed.'],
])('terminal_stop %j', async (input, state, expected) => {
	const { terminals } = given(state);
	const { text } = await runTool(terminalStop, { terminal: '1', ...input }, { terminals });
	expect(text).toBe(expected);
	expect(terminals.stopped).toEqual([input.action ?? 'interrupt']);
});
