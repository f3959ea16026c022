import { describe, expect, test } from 'vitest';
import { createRecorder } from '../../../../src/editor/debug/recording/recorder.ts';
import { readRecording, startModel } from '../start-model.ts';

function startRecorder() {
	const parts = startModel();
	const recorder = createRecorder(parts.messages);
	return {
		...parts,
		recorder,
		print: (id: string, output: string, category = 'stdout') => parts.event(id, 'output', { category, output }),
		of: (id: string, kind: string) => (recorder.find(id)?.rings.entries() ?? []).filter(entry => entry.kind === kind),
		counts: (id: string) => recorder.find(id)?.rings.counts(),
	};
}

describe('a recorded conversation with js-debug', () => {
	test('a conversation becomes stops with locations, output, an exit code and exact counts', () => {
		const { play, of, counts, recorder } = startRecorder();
		play(readRecording('js-debug-breakpoints'));
		expect(of('program', 'stopped')).toHaveLength(10);
		expect(of('program', 'stopped')[0]).toMatchObject({ reason: 'breakpoint', path: '/project/a.js', line: 2 });
		expect(of('program', 'output').map(({ text }) => text)).toEqual(
			expect.arrayContaining(['total 0', 'total 1', 'total 3']),
		);
		expect(recorder.find('launcher')).toMatchObject({ exitCode: 7, state: 'ended' });
		expect(counts('program')?.stopReasons).toMatchObject({ breakpoint: expect.any(Number) as number });
		expect(recorder.find('program')?.adapter.breakpoints.all()).not.toEqual([]);
	});
});

describe('output', () => {
	test('pieces of output become lines', () => {
		const { open, print, of } = startRecorder();
		open('a');
		print('a', 'one\r\ntw');
		print('a', 'elsewhere\n', 'stderr');
		print('a', 'o\n\u001b[31mred\u001b[0m\n\nlast');
		expect(of('a', 'output').map(({ text }) => text)).toEqual(['one', 'two', 'elsewhere', 'red', '', 'last']);
	});

	test('endless output pushes out neither exceptions nor counts', () => {
		const { open, print, event, of, counts } = startRecorder();
		open('a');
		event('a', 'stopped', { reason: 'exception', threadId: 1, text: 'Error: early' });
		for (let index = 1; index <= 20_000; index++) {
			print('a', `line ${index}\n`);
		}
		const kept = of('a', 'output');
		expect(kept.length).toBeGreaterThanOrEqual(5000);
		expect(kept.length).toBeLessThan(5600);
		expect(kept.at(-1)?.text).toBe('line 20000');
		expect(counts('a')).toMatchObject({
			kinds: { output: 20_000, exception: 1 },
			dropped: { output: 20_000 - kept.length },
			categories: { stdout: { outputs: 20_000 } },
		});
		expect(of('a', 'exception')).toMatchObject([{ text: 'Error: early' }]);
	});

	test('output of long lines is bounded in characters', () => {
		const { open, print, of } = startRecorder();
		open('a');
		for (let index = 0; index < 3000; index++) {
			print('a', `${'x'.repeat(5000)}\n`);
		}
		expect(of('a', 'output').reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(500_000);
	});

	test('the lines of a private key are not kept', () => {
		const { open, print, of } = startRecorder();
		open('a');
		print('a', 'key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nQUJD\n-----END RSA PRIVATE KEY-----\nafter\n');
		const texts = of('a', 'output').map(({ text }) => text);
		expect(texts.join('\n')).not.toMatch(/MIIE|QUJD/);
		expect(texts).toHaveLength(6);
		expect(texts.at(-1)).toBe('after');
	});
});

describe('exceptions', () => {
	const frame = (name: string, line: number) => ({ name, source: { path: '/p/a.js' }, line, column: 2 });

	test('exceptions get text, location and stack from later answers, and are one with their printed form', () => {
		const { open, event, request, answer, print, of, counts } = startRecorder();
		open('a');
		event('a', 'stopped', { reason: 'exception', threadId: 1, description: 'Paused on exception' });
		answer('a', request('a', 'exceptionInfo', { threadId: 1 }), { exceptionId: 'Error: no luck', breakMode: 'all' });
		answer('a', request('a', 'stackTrace', { threadId: 1 }), { stackFrames: [frame('fail', 3), frame('main', 9)] });
		request('a', 'continue', { threadId: 1 });
		print('a', 'Uncaught Error Error: no luck\n    at fail (/p/a.js:3:2)\n', 'stderr');
		expect(of('a', 'exception')).toMatchObject([
			{
				text: 'Error: no luck',
				origin: 'debugger',
				uncaught: true,
				path: '/p/a.js',
				line: 3,
				stack: [{ functionName: 'fail' }, { functionName: 'main', line: 9 }],
			},
		]);
		expect(of('a', 'stopped')).toMatchObject([{ path: '/p/a.js', line: 3 }]);
		expect(counts('a')?.sources).toMatchObject({ '/p/a.js': { stops: 1, exceptions: 1 } });
	});

	test.each([
		[
			'Node',
			"Error: two\nlines\n    at run (/p/a.mjs:3:9)\n    at async file:///p/b.mjs:7:1 {\n  code: 'X'\n}\n",
			'Error: two\nlines',
			[
				{ functionName: 'run', path: '/p/a.mjs', line: 3, column: 9 },
				{ functionName: '', path: '/p/b.mjs', line: 7, column: 1 },
			],
		],
		[
			'Python',
			'Traceback (most recent call last):\n  File "/p/a.py", line 9, in <module>\n    fail()\n  File "/p/a.py", line 3, in fail\n    raise ValueError("x")\nValueError: x\n',
			'ValueError: x',
			[
				{ functionName: 'fail', path: '/p/a.py', line: 3 },
				{ functionName: '<module>', path: '/p/a.py', line: 9 },
			],
		],
		[
			'Java',
			'Exception in thread "main" java.lang.IllegalStateException: x\n\tat shop.Cart.total(Cart.java:12)\n',
			'java.lang.IllegalStateException: x',
			[{ functionName: 'shop.Cart.total', path: 'Cart.java', line: 12 }],
		],
		[
			'.NET',
			'Unhandled exception. System.InvalidOperationException: x\n   at Shop.Cart.Total() in /p/Cart.cs:line 12\n',
			'System.InvalidOperationException: x',
			[{ functionName: 'Shop.Cart.Total()', path: '/p/Cart.cs', line: 12 }],
		],
	])('exceptions are found in what %s prints', (_, output, text, stack) => {
		const { open, print, of } = startRecorder();
		open('a');
		print('a', `before\n${output}after\n`, 'stderr');
		expect(of('a', 'exception')).toMatchObject([{ text, origin: 'output', stack }]);
		expect(of('a', 'exception')[0]?.stack).toHaveLength(stack.length);
	});

	test('exceptions are found neither in texts that only look like traces nor on stdout', () => {
		const { open, print, of } = startRecorder();
		open('a');
		print('a', 'Trace: here\n    at run (/p/a.js:3:9)\n', 'stderr');
		print('a', 'Error: shown\n    at run (/p/a.js:3:9)\n', 'stdout');
		expect(of('a', 'exception')).toEqual([]);
	});

	test('exceptions that are printed twice are two', () => {
		const { open, print, of } = startRecorder();
		open('a');
		const printed = 'Error: again\n    at run (/p/a.js:3:9)\n';
		print('a', printed + printed, 'stderr');
		expect(of('a', 'exception')).toHaveLength(2);
	});
});

describe('run state and requests', () => {
	test('resuming is recorded once, whether the adapter sends an event or not', () => {
		const { open, event, request, answer, of, recorder } = startRecorder();
		open('a');
		event('a', 'stopped', { reason: 'step', threadId: 1 });
		expect(recorder.find('a')?.state).toBe('stopped');
		const next = request('a', 'next', { threadId: 1 });
		event('a', 'continued', { threadId: 1 });
		expect(of('a', 'continued')).toMatchObject([{ reason: 'next' }]);
		answer('a', next, { error: { format: 'not now' } }, false);
		expect(recorder.find('a')?.state).toBe('stopped');
		expect(of('a', 'request')).toMatchObject([{ text: 'next: not now', failed: true, duration: 0 }]);
	});

	test('a question about a stop that is over is refused, and that is no failure', () => {
		const { open, event, request, answer, counts, of } = startRecorder();
		open('a');
		event('a', 'stopped', { reason: 'step', threadId: 1 });
		const early = request('a', 'variables', { variablesReference: 1 });
		answer('a', early, { error: { format: 'no such reference' } }, false);
		const late = request('a', 'scopes', { frameId: 1 });
		request('a', 'continue', { threadId: 1 });
		answer('a', late, { error: { format: 'not paused' } }, false);
		const last = request('a', 'threads', {});
		event('a', 'terminated');
		answer('a', last, { error: { format: 'gone' } }, false);
		expect(counts('a')?.failedRequests).toBe(1);
		expect(of('a', 'request').map(({ text }) => text)).toContain('scopes: not paused');
	});

	test('a connection that breaks is a failure, but not after the end', () => {
		const { open, event, messages, of } = startRecorder();
		open('a');
		messages.record({ kind: 'adapterFailed', sessionId: 'a', message: 'broken pipe', time: 1 });
		event('a', 'terminated');
		messages.record({ kind: 'adapterFailed', sessionId: 'a', message: 'connection closed', time: 2 });
		expect(of('a', 'failed')).toMatchObject([{ text: 'broken pipe' }]);
	});
});

test('the last ten runs are kept whole, and so is every run that has not ended', () => {
	const { open, end, recorder } = startRecorder();
	open('runs on');
	for (let index = 0; index < 15; index++) {
		open(`root${index}`);
		open(`child${index}`, `root${index}`);
		end(`child${index}`);
		end(`root${index}`);
	}
	const ids = recorder.sessions().map(({ facts }) => facts.id);
	expect(ids).toHaveLength(21);
	expect(ids).toEqual(expect.arrayContaining(['runs on', 'root5', 'child5', 'root14', 'child14']));
});

test('a recorder that was disposed of records nothing more', () => {
	const { open, print, recorder, of } = startRecorder();
	open('a');
	recorder.dispose();
	print('a', 'late\n');
	expect(of('a', 'output')).toEqual([]);
});
