import { ToolError } from '../errors/tool-error.ts';

const MESSAGE = 'No extension of this window offers tests, so the Testing view is empty.';

const HINT =
	'Call test_run with command: true to run the test command of the project, or ask the user to install a test extension: vitest.explorer (Vitest), orta.vscode-jest (Jest), connor4312.nodejs-testing (node:test), ms-python.python (pytest, unittest), golang.go (Go), rust-lang.rust-analyzer (Rust), vscjava.vscode-java-test (Java), ms-dotnettools.csdevkit (.NET).';

/** The same words wherever tests are asked for in a window without a test extension. */
export const NO_TEST_EXTENSION = `${MESSAGE} ${HINT}`;

export function noTestExtension(): ToolError {
	return new ToolError('E_NO_TESTS', MESSAGE, { hint: HINT });
}
