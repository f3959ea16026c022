import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITOR_VERSIONS } from '@hawser/headless/install/versions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { connectDebugger, type Data, type DebugClient } from '../support/debug-client.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** What is different in the oldest VS Code that is supported; what is the same is tested there by the same files as elsewhere. */
const workbench = useWorkbench({
	extensions: [join(ROOT, 'tests/projects/test-controllers')],
	env: { HAWSER_TEST_NODE: process.execPath },
});
const WAIT = 120_000;
const FAILING = `const test = require('node:test');
test('tells no place', () => {
	process.stdout.write('said by the test\\n');
	throw new Error('a plain failure');
});
test('tells its stack', () => {
	throw new Error('failed at ' + __filename + ':7:2');
});
`;

let open: OpenWindow;
let agent: DebugClient;
const call = (tool: string, input: Data = {}) => agent.call(tool, input);

beforeAll(async () => {
	const folder = workbench().makeFolder('suite');
	writeFileSync(join(folder, 'failing.test.js'), FAILING);
	open = await workbench().open(folder);
	agent = await connectDebugger(open.entry);
});

afterAll(async () => {
	await agent.client.close();
});

test('the editor is the version that the manifest names as the oldest', async () => {
	expect(await open.window.evaluate('return vscode.version')).toBe(EDITOR_VERSIONS.at(-1)?.vscode);
});

test('failed tests are named with their own places; where one failed, only its stack can tell', async () => {
	const { tests } = (await call('test_run', { timeout: WAIT })) as { tests: { name: string; messages: Data[] }[] };
	const named = (name: string) => tests.find(row => row.name === name);
	expect(named('tells no place')).toMatchObject({ path: 'failing.test.js', line: 2, state: 'failed' });
	expect(named('tells no place')?.messages).toEqual([{ text: 'a plain failure' }]);
	expect(named('tells its stack')).toMatchObject({ path: 'failing.test.js', line: 6, state: 'failed' });
	expect(named('tells its stack')?.messages).toMatchObject([{ path: 'failing.test.js', line: 7 }]);
});

test('a failing test is debugged, and what it wrote is told', async () => {
	const ended = await call('test_debug_single', { path: 'failing.test.js', line: 2, timeout: WAIT });
	expect(ended).toMatchObject({ event: 'ended', exitCode: 1, test: { name: 'tells no place' } });
	expect(ended['output']).toContain('said by the test');
});
