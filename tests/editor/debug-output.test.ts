import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Data } from '../support/debug-client.ts';
import { installDebugpy } from '../support/debugpy.ts';
import { eventually } from '../support/eventually.ts';
import { useDebugger } from '../support/use-debugger.ts';

/** What a program writes reaches the agent, whichever way it writes it, and each line once. */
const { python, packages } = installDebugpy();
const { open, agent } = useDebugger({
	extensions: ['test-controllers', 'other-debuggers'].map(name => join(ROOT, 'tests/projects', name)),
	env: { HAWSER_TEST_NODE: process.execPath, HAWSER_TEST_PYTHON: python, HAWSER_TEST_DEBUGPY: packages },
});
const call = (tool: string, input: Data = {}) => agent().call(tool, input);
const read = (tool: string, input: Data = {}) => agent().read(tool, input);

const WRITTEN = ['complained without a console', 'logged', 'written without a console'];
/** The lines of the program itself: the debugger adds some of its own. */
const linesOf = (data: Data) =>
	(data['output'] as string[]).filter(line => /console|logged|prin/.test(line)).toSorted();

describe('a program of Node', () => {
	test('started by its file: everything that it writes arrives once', async () => {
		const ended = await call('debug_start', { path: 'writes.js' });
		expect(linesOf(ended)).toEqual(WRITTEN);
		// What comes back can be kept: nothing of this window is in it.
		expect(JSON.stringify(ended['configurations'])).not.toContain('hook');
		const { logs } = (await call('dap_logs', { count: 100 })) as {
			logs: { text: string; path?: string; line?: number }[];
		};
		expect(logs.find(({ text }) => text === 'logged')).toMatchObject({ path: 'writes.js', line: 2 });
		expect(logs.find(({ text }) => text === WRITTEN[2])).toMatchObject({ path: 'writes.js', line: 1 });
		expect(ended['outputElsewhere']).toBeUndefined();
	});

	test('started by a configuration of the agent: everything arrives once, with the exit code', async () => {
		const config = { type: 'node', request: 'launch', program: '${workspaceFolder}/writes.js' };
		const ended = await call('debug_start', { config, args: ['3'] });
		expect(ended).toMatchObject({ event: 'ended', exitCode: 3 });
		expect(linesOf(ended)).toEqual(WRITTEN);
		expect(linesOf(await call('debug_start', { config: { ...config, outputCapture: 'std' } }))).toEqual(WRITTEN);
	});

	test('the report of the runner arrives from a program that runs tests', async () => {
		writeFileSync(
			join(open().folder, 'report.test.js'),
			"const test = require('node:test');\ntest('adds up', () => {\n\trequire('node:assert').equal(1 + 1, 3);\n});\n",
		);
		const config = { type: 'node', request: 'launch', program: '${workspaceFolder}/report.test.js' };
		for (const runtimeArgs of [[], ['--test']]) {
			const ended = await call('debug_start', { config: { ...config, runtimeArgs } });
			expect(ended).toMatchObject({ event: 'ended' });
			expect((ended['output'] as string[]).join('\n')).toMatch(/2 == 3/);
		}
	});

	test('a program that fails tells its error once', async () => {
		const ended = await call('debug_start', { path: 'throws.js' });
		expect(ended).toMatchObject({ event: 'ended', exitCode: 1 });
		const told = (ended['output'] as string[]).filter(line => line.includes('Error: no luck'));
		expect(told).toHaveLength(1);
		expect(await call('dap_exceptions')).toMatchObject({
			exceptions: [{ text: 'Error: no luck', path: 'throws.js', line: 3 }],
		});
	});

	test('started by a launch.json that does not capture: the answer says what to add', async () => {
		const ended = await read('debug_start', { configuration: 'Writes' });
		expect(ended).toContain('exit code 3');
		expect(ended).toContain('"outputCapture": "std"');
		const asWished = await call('debug_start', { configuration: 'Writes as wished' });
		expect(linesOf(asWished)).toEqual(WRITTEN);
		expect(asWished['outputElsewhere']).toBeUndefined();
	});

	test('started in a terminal: the answer names the terminal', async () => {
		const ended = await call('debug_start', { configuration: 'Writes in a terminal' });
		const names = await open().window.evaluate('return vscode.window.terminals.map(({ name }) => name)');
		const said = ended['outputElsewhere'] as string;
		expect(names).toContain(/terminal "(.+?)"/.exec(said)?.[1]);
	});
});

test('what a test writes arrives when it is debugged', async () => {
	await eventually(async () => expect(await read('test_list')).toContain('is loud'));
	const ended = await call('test_debug_single', { path: 'loud.test.js', line: 2, timeout: 120_000 });
	expect(linesOf(ended)).toEqual(['said by the test, without a console']);
});

describe('a program of Python', () => {
	test('started by its file: everything that it writes arrives once', async () => {
		expect(linesOf(await call('debug_start', { path: 'writes.py' }))).toEqual(['printed', 'written without print']);
	});
});
