import { resolve } from 'node:path';
import { format } from 'node:util';
import type { LaunchOptions } from './editor.ts';
import { launchEditor } from './launch.ts';
import { withDeadline } from './shared/deadline.ts';

const DEFAULT_LIMIT_MS = 30 * 60_000;

/** VS Code's own remarks, which come through the same channel as the output of the tests. */
const REMARK = /^(%c|Resolv|Creating a socket|Ignoring fetching|\[)/;

export interface ExtensionTestOptions {
	/** Folder of the extension under development, with its package.json. */
	extension: string;
	/** A CommonJS module with an exported function run(), as for @vscode/test-electron: rejects if a test fails. */
	tests: string;
	/** The folder or .code-workspace file that the window opens. */
	folder: string;
	onOutput?: (line: string) => void;
	/** Milliseconds for all tests together; 30 minutes unless given. */
	limit?: number;
	launch?: LaunchOptions;
}

/** Runs an extension's tests inside a real extension host. Returns the exit code that VS Code would have: 0 if they passed. */
export async function runExtensionTests(options: ExtensionTestOptions): Promise<number> {
	const { extension, tests, folder, onOutput, limit = DEFAULT_LIMIT_MS, launch = {} } = options;
	const args = ['--vscode-option', 'enable-smoke-test-driver', ...(launch.args ?? [])];
	await using editor = await launchEditor({ ...launch, args });
	const remote = (path: string) => `vscode-remote://${new URL(editor.url).host}${resolve(path)}`;
	const exit = new Promise<number>((end, fail) => {
		editor
			.openWindow(folder, {
				payload: [
					['extensionDevelopmentPath', remote(extension)],
					['extensionTestsPath', remote(tests)],
				],
				async prepare(page) {
					await page.exposeFunction('codeAutomationLog', (_level: string, parts: unknown[]) => {
						if (!REMARK.test(String(parts[0]))) {
							onOutput?.(format(...parts));
						}
					});
					await page.exposeFunction('codeAutomationExit', end);
				},
			})
			.catch(fail);
	});
	return await withDeadline(exit, limit, () => `The tests of ${extension} did not end.\n${editor.logTail()}`);
}
