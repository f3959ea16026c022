/** The ending of the hook's file name, which marks a configuration that has the hook. */
export const HOOK_ENDING = '.output-hook.cjs';

/**
 * A module that Node loads before the program. js-debug hands on what a program says to its console, with its place, and drops
 * what it writes to its output in other ways, such as the report of a test runner; told to read the output instead, it knows
 * neither places nor the exit code. So the program tells the debugger's console what it writes past its own.
 */
export const OUTPUT_HOOK = `'use strict';
const told = require('node:inspector').console;

// Children of Node's test runner speak to it over their output, in a form of its own.
if (told && !process.env.NODE_TEST_CONTEXT) {
	for (const [name, tell] of [['stdout', told.log], ['stderr', told.error]]) {
		const stream = process[name];
		const { write } = stream;
		const decoder = new (require('node:string_decoder').StringDecoder)('utf8');
		let line = '';
		const add = chunk => {
			const lines = (line + (typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)))).split('\\n');
			line = lines.pop();
			if (lines.length > 0) {
				tell('%s', lines.join('\\n'));
			}
		};
		stream.write = function (chunk, ...rest) {
			try {
				if (!isToldAlready()) {
					add(chunk);
				}
			} catch {
				// The program comes first.
			}
			return write.call(this, chunk, ...rest);
		};
		process.on('exit', () => {
			if (line !== '') {
				tell('%s', line);
			}
		});
	}
}

/** The console tells the debugger itself, and a worker does so for what it sends to the main thread. */
function isToldAlready() {
	const { stackTraceLimit, prepareStackTrace } = Error;
	Error.stackTraceLimit = 20;
	Error.prepareStackTrace = undefined;
	const { stack } = new Error();
	Error.stackTraceLimit = stackTraceLimit;
	Error.prepareStackTrace = prepareStackTrace;
	return /node:internal\\/(?:console|worker)/.test(stack);
}
`;
