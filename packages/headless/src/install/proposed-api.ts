import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadlessError } from '../shared/errors.ts';

/** Built files that carry a copy of `isProposedApiEnabled`. The first two are loaded for every window. */
const FILES = [
	{ path: 'out/vs/workbench/api/node/extensionHostProcess.js', required: true },
	{ path: 'out/vs/code/browser/workbench/workbench.js', required: true },
	{ path: 'out/vs/workbench/api/worker/extensionHostWorkerMain.js', required: false },
];

/**
 * code-server makes `isProposedApiEnabled(extension, proposal)` return true for everyone, so tests pass with APIs that
 * desktop VS Code refuses. The function is found by its neighbour `checkProposedApiEnabled`, which calls it first thing.
 */
const ALWAYS_TRUE =
	/function ([\w$]+)\(([\w$]+),([\w$]+)\)\{return!0\}(?=function [\w$]+\([\w$]+,[\w$]+\)\{if\(!\1\()/g;

/** Puts Microsoft's rule back. Returns undefined when there is nothing to replace. */
export function restoreProposedApiCheck(source: string): string | undefined {
	const restored = source.replaceAll(
		ALWAYS_TRUE,
		(_match, name: string, extension: string, proposal: string) =>
			`function ${name}(${extension},${proposal}){return!!(${extension}.enabledApiProposals&&${extension}.enabledApiProposals.includes(${proposal}))}`,
	);
	return restored === source ? undefined : restored;
}

export async function restoreProposedApiCheckIn(vscodeFolder: string): Promise<void> {
	for (const { path, required } of FILES) {
		const file = join(vscodeFolder, path);
		const source = await readFile(file, 'utf8').catch((cause: unknown) => {
			if (required) {
				throw new HeadlessError('E_PATCH_NOT_APPLIED', `code-server has no file ${path}.`, { cause });
			}
			return '';
		});
		const restored = restoreProposedApiCheck(source);
		if (restored !== undefined) {
			await writeFile(file, restored);
		} else if (required) {
			throw new HeadlessError('E_PATCH_NOT_APPLIED', `The check for proposed APIs was not found in ${path}.`);
		}
	}
}
