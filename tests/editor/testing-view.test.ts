import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessKnown } from '@hawser/node/process-alive.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { connectDebugger, type Data, type DebugClient } from '../support/debug-client.ts';
import { eventually } from '../support/eventually.ts';
import { type ExpectedFailure, writeFailingSuite } from '../support/failing-suite.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** The tools for tests, on an extension that runs node:test and knows nothing of Hawser. */
const workbench = useWorkbench({
	extensions: [join(ROOT, 'tests/projects/test-controllers')],
	env: { HAWSER_TEST_NODE: process.execPath },
});
const WAIT = 120_000;

interface Row {
	id: string;
	name: string;
	path: string;
	line: number;
	state: string;
	milliseconds: number;
	messages: { text: string; expected: string; actual: string; path: string; line: number }[];
}

let open: OpenWindow;
let agent: DebugClient;
let suite: { total: number; failures: readonly ExpectedFailure[] };
const call = (tool: string, input: Data = {}) => agent.call(tool, input);
const fail = (tool: string, input: Data = {}) => agent.fail(tool, input);
const rowsOf = (data: Data) => data['tests'] as Row[];

beforeAll(async () => {
	const folder = workbench().makeFolder('suite');
	suite = writeFailingSuite(folder);
	writeFileSync(join(folder, 'stubborn.txt'), 'a test that no extension runs\n');
	open = await workbench().open(folder);
	agent = await connectDebugger(open.entry);
});

afterEach(async () => {
	await agent.reset();
});

afterAll(async () => {
	await agent.client.close();
});

function failureRows(data: Data) {
	return rowsOf(data)
		.map(({ name, path, line, state, messages }) => ({ name, path, line, state, messages }))
		.toSorted((left, right) => left.name.localeCompare(right.name));
}

function expectedRows() {
	return suite.failures
		.map(({ label, path, line, failsAt, expected, actual }) => ({
			name: label,
			path,
			line,
			state: 'failed',
			messages: [{ text: 'Expected values to be strictly equal:', expected, actual, path, line: failsAt }],
		}))
		.toSorted((left, right) => left.name.localeCompare(right.name));
}

test('300 tests are listed in pages, each once, with their places', async () => {
	const seen: Row[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const data = await call('test_list', { offset, refresh: offset === 0, query: 'doubles' });
		expect(data).toMatchObject({ total: suite.total, sources: expect.arrayContaining(['Node tests']) as string[] });
		seen.push(...rowsOf(data));
		offset = data['nextOffset'] as number | undefined;
	}
	expect(new Set(seen.map(({ id }) => id)).size).toBe(300);
	for (const { label, path, line } of suite.failures) {
		expect(seen).toContainEqual(expect.objectContaining({ name: label, path, line }));
	}
	const tax = await call('test_list', { path: 'tax.test.js', limit: 3 });
	expect(tax).toMatchObject({ total: 50, nextOffset: 3 });
	expect(rowsOf(tax)[0]).toEqual({
		id: 'node-test > tax.test.js > 3',
		name: 'tax 0 doubles',
		path: 'tax.test.js',
		line: 4,
	});
	expect(await agent.read('test_list', { query: 'TAX 33', refresh: false })).toBe(
		'1 test (Node tests, Stubborn tests):\ntax.test.js:169 tax 33 doubles',
	);
});

test('300 tests are run, and 7 failures are named with their places', async () => {
	const data = await call('test_run', { path: '.' });
	expect(data).toMatchObject({ total: 301, passed: 292, failed: 7, errored: 0, skipped: 1, notRun: 1 });
	expect(failureRows(data)).toEqual(expectedRows());
	expect(rowsOf(data).every(({ milliseconds }) => milliseconds > 0)).toBe(true);
	const { focused } = (await open.window.evaluate(
		'return { focused: vscode.window.activeTextEditor?.document.uri.path ?? "none" }',
	)) as { focused: string };
	expect(focused).toBe('none');

	const text = await agent.read('test_run', { last: true });
	expect(text).toMatch(/^301 tests in \d+\.\d s: 292 passed, 7 failed, 1 skipped, 1 not run\.$/m);
	expect(text).toContain(
		'  Expected values to be strictly equal:\n  expected: 367\n  actual:   366\n  at tax.test.js:171',
	);
	const next = await call('test_run', { last: true, offset: 5 });
	expect(rowsOf(next)).toHaveLength(2);
	const every = await call('test_run', { last: true, all: true });
	expect(rowsOf(every)[0]).toMatchObject({ name: 'cart 0 doubles', state: 'passed' });
	expect(every['nextOffset']).toBe(rowsOf(every).length);
});

test('the failed tests alone are run again, and then those that still fail', async () => {
	await call('test_run', { path: '.' });
	const [first] = suite.failures;
	await call('editor_open', { path: 'tax.test.js' });
	await open.window.page.locator('.editor-instance .view-lines').first().click();
	const focus = () => open.window.page.evaluate(() => document.activeElement?.className);
	const before = await focus();
	const again = await call('test_run', { failed: true });
	expect(before).toBeTruthy();
	expect(await focus()).toBe(before);
	expect(again).toMatchObject({ total: 7, failed: 7, passed: 0 });
	expect(again).not.toHaveProperty('alsoRan');
	expect(failureRows(again)).toEqual(expectedRows());
	const one = await call('test_run', { failed: true, query: first?.label });
	expect(one).toMatchObject({ total: 1, failed: 1 });
});

test('tests are run by file, by name and by id', async () => {
	const byFile = await call('test_run', { path: 'price.test.js' });
	expect(byFile).toMatchObject({ total: 50, passed: 48, failed: 2 });
	const byName = await call('test_run', { query: 'order 2', all: true });
	expect(rowsOf(byName).map(({ name }) => name)).toEqual(
		[2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map(index => `order ${index} doubles`),
	);
	expect(byName).toMatchObject({ total: 11, passed: 10, failed: 1 });
	const ids = ['node-test > user.test.js > 98', 'node-test > user.test.js > 3'];
	expect(await call('test_run', { ids })).toMatchObject({ total: 2, passed: 1, failed: 1 });
	expect(await call('test_run', { ids: ['node-test > user.test.js'] })).toMatchObject({ total: 50, failed: 1 });
	const skipped = await call('test_run', { query: 'cart 1 doubles', all: true });
	expect(rowsOf(skipped)).toMatchObject([{ state: 'skipped' }]);
});

test('a new test file is found, its output told, and a run of it ends when the call is cancelled', async () => {
	const path = 'slow.test.js';
	const slow = join(open.folder, path);
	const marker = join(open.folder, 'started');
	writeFileSync(
		slow,
		[
			"const test = require('node:test');",
			"test('quick', () => console.log('hello from the test'));",
			"test('endless', async () => {",
			`	require('node:fs').writeFileSync(${JSON.stringify(marker)}, String(process.pid));`,
			'	await new Promise(resolve => setTimeout(resolve, 600_000));',
			'});',
			'',
		].join('\n'),
	);
	try {
		const quick = await call('test_run', { path, query: 'quick', output: true });
		expect(quick).toMatchObject({ total: 1, passed: 1 });
		expect(quick['output']).toContain('hello from the test');

		const stop = new AbortController();
		const told: string[] = [];
		const running = agent.client.callTool(
			{ name: 'test_run', arguments: { path } },
			{ timeout: WAIT, signal: stop.signal, onprogress: ({ message = '' }) => told.push(message) },
		);
		const pid = await eventually(() => Number(readFileSync(marker, 'utf8') || 'x'));
		expect(isProcessKnown(pid)).toBe(true);
		await eventually(() => expect(told).toContainEqual(expect.stringMatching(/^Running for \d+ s …$/)));
		expect(told[0]).toBe('Running the tests …');
		stop.abort();
		await expect(running).rejects.toThrow();
		await eventually(() => expect(isProcessKnown(pid)).toBe(false));

		rmSync(marker);
		const error = await fail('test_run', { path, timeout: 4000 });
		expect(error).toMatchObject({ code: 'E_TIMEOUT', details: { timeout: 4000 } });
		const second = await eventually(() => Number(readFileSync(marker, 'utf8') || 'x'));
		await eventually(() => expect(isProcessKnown(second)).toBe(false));
	} finally {
		rmSync(slow);
		rmSync(marker, { force: true });
	}
});

test('a failing test is debugged to the failing line: stop, evaluate, continue, result', async () => {
	const [failure] = suite.failures;
	if (!failure) {
		throw new Error('The suite has no failures.');
	}
	const { path, line, failsAt, label } = failure;
	await call('breakpoint_set', { path, line: failsAt });
	const stopped = await call('test_debug_single', { path, line: failsAt, timeout: WAIT });
	expect(stopped).toMatchObject({
		event: 'stopped',
		reason: 'breakpoint',
		path,
		line: failsAt,
		test: { name: label, line },
	});
	expect(await call('debug_evaluate', { expression: 'doubled' })).toMatchObject({ result: failure.actual });
	expect(await call('debug_continue')).toMatchObject({ event: 'ended' });

	await call('breakpoint_clear_project');
	const ended = await call('test_debug_single', { name: label, timeout: WAIT });
	expect(ended).toMatchObject({
		event: 'ended',
		result: {
			state: 'failed',
			messages: [{ expected: failure.expected, actual: failure.actual, path, line: failsAt }],
		},
	});
	expect(await call('test_debug_single', { id: 'node-test > tax.test.js > 3', timeout: WAIT })).toMatchObject({
		event: 'ended',
		test: { name: 'tax 0 doubles' },
		result: { state: 'not_failed', messages: [] },
	});
});

test('the test that is to be debugged must be clear', async () => {
	const code = async (input: Data) => (await fail('test_debug_single', input)).code;
	expect(await code({ path: 'tax.test.js', line: 1 })).toBe('E_NO_TEST_AT_CURSOR');
	expect(await code({ path: 'none.test.js', line: 1 })).toBe('E_FILE_NOT_FOUND');
	expect(await code({ name: 'tax 3' })).toBe('E_AMBIGUOUS_TEST');
	expect(await code({ name: 'nothing like it' })).toBe('E_TEST_NOT_FOUND');
	expect(await code({ id: 'node-test > tax.test.js' })).toBe('E_TEST_NOT_FOUND');
	expect(await code({ path: 'tax.test.js' })).toBe('E_INVALID_PARAMS');
	expect(await code({ path: 'stubborn.txt', line: 1 })).toBe('E_NO_TEST_AT_CURSOR');
	expect(await code({ name: 'never runs' })).toBe('E_TEST_RUN_FAILED');
});

test('a debugged test that does not stop is left as it is; one whose call is cancelled ends', async () => {
	const path = 'waits.test.js';
	const file = join(open.folder, path);
	writeFileSync(
		file,
		"const test = require('node:test');\ntest('waits', () => new Promise(r => setTimeout(r, 600_000)));\n",
	);
	try {
		const error = await fail('test_debug_single', { path, line: 2, timeout: 6000 });
		expect(error.code).toBe('E_TIMEOUT');
		await eventually(async () => expect(await call('debug_status')).toMatchObject({ isActive: true }));
		await call('debug_stop');

		const stop = new AbortController();
		const debugging = agent.client.callTool(
			{ name: 'test_debug_single', arguments: { path, line: 2, timeout: WAIT } },
			{ timeout: WAIT, signal: stop.signal },
		);
		await eventually(async () => expect(await call('debug_status')).toMatchObject({ isActive: true }));
		stop.abort();
		await expect(debugging).rejects.toThrow();
		await eventually(async () => expect(await call('debug_status')).toMatchObject({ isActive: false }));
	} finally {
		await agent.reset();
		rmSync(file);
	}
});

test('what cannot be run or found is an error with a code', async () => {
	expect(await fail('test_run', { query: 'never runs' })).toMatchObject({ code: 'E_TEST_RUN_FAILED' });
	expect(await fail('test_run', { ids: ['node-test > tax.test.js > 4'] })).toMatchObject({ code: 'E_TEST_NOT_FOUND' });
	expect(await fail('test_run', { query: 'nobody has this name' })).toMatchObject({ code: 'E_TEST_NOT_FOUND' });
	expect(await fail('test_run', { path: 'gone' })).toMatchObject({ code: 'E_FILE_NOT_FOUND' });
	expect(await fail('test_run', { path: '/' })).toMatchObject({ code: 'E_OUTSIDE_WORKSPACE' });
	expect(await fail('test_run', { ids: ['x'], failed: true })).toMatchObject({ code: 'E_INVALID_PARAMS' });
	const path = 'unreadable.test.js';
	writeFileSync(join(open.folder, path), '// unreadable\n');
	try {
		expect(await fail('test_list', { path })).toMatchObject({
			code: 'E_DISCOVERY_FAILED',
			message: expect.stringContaining('unreadable') as string,
		});
		expect(await fail('test_run', { path })).toMatchObject({ code: 'E_DISCOVERY_FAILED' });
		const whole = await call('test_list', { query: 'tax 0' });
		expect(whole).toMatchObject({ total: 1, problems: [expect.stringContaining(path) as string] });
	} finally {
		rmSync(join(open.folder, path));
	}
});

test('an editor without the commands of the Testing view gets an error that says so', async () => {
	const fork = await openFork('fork', ['"testing.run.uri"']);
	try {
		for (const [tool, input] of [
			['test_list', {}],
			['test_run', {}],
			['test_debug_single', { path: 'tax.test.js', line: 4 }],
		] as const) {
			expect(await fork.agent.fail(tool, input)).toMatchObject({
				code: 'E_API_UNAVAILABLE',
				message: expect.stringContaining('testing.run.uri') as string,
				hint: expect.stringContaining('terminal_run') as string,
			});
		}
	} finally {
		await fork.close();
	}
});

test('an editor that tells less runs whole files, and knows no more than the test of a failure', async () => {
	const fork = await openFork('smaller-fork', ['"testing.run"', '"testFailure"']);
	try {
		const data = await fork.agent.call('test_run', { query: 'tax 33' });
		expect(data).toMatchObject({ total: 1, failed: 1, alsoRan: 49 });
		expect(rowsOf(data)).toMatchObject([
			{
				path: 'tax.test.js',
				line: 169,
				messages: [{ text: 'Expected values to be strictly equal:', expected: '367', actual: '366' }],
			},
		]);
	} finally {
		await fork.close();
	}
});

/** A window whose editor does not have these commands or tools, as another edition of VS Code might not. */
async function openFork(name: string, without: readonly string[]) {
	const folder = workbench().makeFolder(name);
	writeFailingSuite(folder);
	const window = await workbench().editor.openWindow(folder, {
		async prepare(page) {
			await page.route('**/workbench.js', async route => {
				const response = await route.fetch();
				const text = await response.text();
				const body = without.reduce((smaller, id) => smaller.replaceAll(id, `"gone.${id.slice(1)}`), text);
				expect(body).not.toBe(text);
				await route.fulfill({ response, body });
			});
		},
	});
	const forked = await connectDebugger(await workbench().entryOf(folder));
	return {
		agent: forked,
		async close() {
			await forked.client.close();
			await window.close();
		},
	};
}

test('a window without a test extension says which could be installed', async () => {
	const bare = await workbench().open(workbench().copyProject('shop'));
	const other = await connectDebugger(bare.entry);
	try {
		const listed = await other.call('test_list');
		expect(listed).toMatchObject({ total: 0, sources: [], note: expect.stringContaining('vitest.explorer') as string });
		const calls = [
			['test_run', {}],
			['test_run', { path: 'src' }],
			['test_run', { query: 'adds' }],
			['test_debug_single', { name: 'adds' }],
			['test_debug_single', { path: 'src/cart.ts', line: 1 }],
		] as const;
		for (const [tool, input] of calls) {
			const { code, message, hint } = await other.fail(tool, input);
			expect({ code, words: `${message} ${hint}` }).toEqual({ code: 'E_NO_TESTS', words: listed['note'] });
		}
	} finally {
		await other.client.close();
		await bare.window.close();
	}
});
