import { expect, test } from 'vitest';
import { withCapturedOutput, writesUnseen } from '../../../../src/editor/debug/output/captured-output.ts';

const HOOK = '/home/terminals/1.output-hook.cjs';
const NODE = { type: 'node', request: 'launch', name: 'a' };
const HOOKED = { runtimeArgs: ['--require', HOOK], skipFiles: [HOOK] };

test.each([
	['Node', NODE, HOOKED],
	['Node by its other name', { ...NODE, type: 'pwa-node', console: 'internalConsole' }, HOOKED],
	['Node by its path', { ...NODE, runtimeExecutable: '/usr/bin/node' }, HOOKED],
	[
		'Node with options',
		{ ...NODE, runtimeArgs: ['--trace-warnings'] },
		{ runtimeArgs: ['--trace-warnings', '--require', HOOK], skipFiles: [HOOK] },
	],
	['the test runner of Node', { ...NODE, runtimeArgs: ['--test'] }, { outputCapture: 'std' }],
	['a script of npm', { ...NODE, runtimeExecutable: 'npm', runtimeArgs: ['test'] }, { outputCapture: 'std' }],
	['Node whose output is read', { ...NODE, outputCapture: 'std' }, {}],
	['Node in a terminal', { ...NODE, console: 'integratedTerminal' }, {}],
	['a Node that runs already', { ...NODE, request: 'attach' }, {}],
	['Python', { ...NODE, type: 'debugpy' }, { redirectOutput: true }],
	['Python with a wish of its own', { ...NODE, type: 'debugpy', redirectOutput: false }, {}],
	['another debugger', { ...NODE, type: 'go' }, {}],
])('the configuration of %s gets what it needs for its output to be captured', (_name, configuration, added) => {
	expect(withCapturedOutput(configuration, HOOK)).toEqual({ ...configuration, ...added });
});

test('only js-debug that neither reads the output nor has the hook drops what a program writes', () => {
	expect(writesUnseen(NODE)).toBe(true);
	expect(writesUnseen(withCapturedOutput(NODE, HOOK))).toBe(false);
	expect(writesUnseen({ ...NODE, outputCapture: 'std' })).toBe(false);
	expect(writesUnseen({ ...NODE, console: 'externalTerminal' })).toBe(false);
	expect(writesUnseen({ ...NODE, type: 'debugpy' })).toBe(false);
});
