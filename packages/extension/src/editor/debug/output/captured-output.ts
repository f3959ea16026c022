import { basename } from 'node:path';
import { type Fields, textIn } from '../protocol/dap-values.ts';
import { HOOK_ENDING } from './output-hook.ts';

const NODE = /^(?:pwa-)?node$/;
const PYTHON = /^(?:debugpy|python)$/;
/** Programs that hand Node's own options on to it. */
const TAKES_NODE_OPTIONS = /^(?:node|tsx)(?:\.exe|\.cmd)?$/;

/**
 * A configuration whose debugger hands on all that the program writes. By themselves, js-debug hands on only what the program
 * says to its console, and debugpy nothing from a program in a terminal.
 */
export function withCapturedOutput<Configuration extends Fields>(
	configuration: Configuration,
	hook: string,
): Configuration {
	const type = textIn(configuration, 'type') ?? '';
	if (PYTHON.test(type) && configuration['request'] === 'launch' && configuration['redirectOutput'] === undefined) {
		return { ...configuration, redirectOutput: true };
	}
	if (!writesUnseen(configuration)) {
		return configuration;
	}
	const { runtimeArgs = [], skipFiles = [], runtimeExecutable = 'node' } = configuration;
	const takesHook = typeof runtimeExecutable === 'string' && TAKES_NODE_OPTIONS.test(basename(runtimeExecutable));
	// Node's test runner hands the work to children, and no debugger listens to the runner itself.
	if (takesHook && Array.isArray(runtimeArgs) && !runtimeArgs.includes('--test') && Array.isArray(skipFiles)) {
		return {
			...configuration,
			runtimeArgs: [...Array.from<unknown>(runtimeArgs), '--require', hook],
			// Else the hook would be the place of what is told.
			skipFiles: [...Array.from<unknown>(skipFiles), hook],
		};
	}
	return configuration['outputCapture'] === undefined ? { ...configuration, outputCapture: 'std' } : configuration;
}

/** True when js-debug drops what the program writes past its console. */
export function writesUnseen(configuration: Fields): boolean {
	const { runtimeArgs } = configuration;
	const hasHook =
		Array.isArray(runtimeArgs) &&
		Array.from<unknown>(runtimeArgs).some(arg => typeof arg === 'string' && arg.endsWith(HOOK_ENDING));
	return (
		NODE.test(textIn(configuration, 'type') ?? '') &&
		configuration['request'] === 'launch' &&
		(textIn(configuration, 'console') ?? 'internalConsole') === 'internalConsole' &&
		configuration['outputCapture'] !== 'std' &&
		!hasHook
	);
}
