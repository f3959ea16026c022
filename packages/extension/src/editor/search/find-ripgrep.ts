import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import * as style from 'node:path';
import { arch, env, platform } from 'node:process';
import { ToolError } from '@hawser/core/contract/errors.ts';

/** The ripgrep that VS Code searches with; failing that, the one on the PATH. */
export async function findRipgrep(appRoot: string): Promise<string> {
	for (const candidate of [...shippedWithEditor(appRoot), ...onPath()]) {
		if (await isExecutable(candidate)) {
			return candidate;
		}
	}
	throw new ToolError('E_NO_RIPGREP', `There is no ripgrep below ${appRoot}, and none on the PATH.`);
}

const PROGRAM = platform === 'win32' ? 'rg.exe' : 'rg';

function shippedWithEditor(appRoot: string): string[] {
	const places = [`@vscode/ripgrep-universal/bin/${platform}-${arch}`, '@vscode/ripgrep/bin', 'vscode-ripgrep/bin'];
	return ['node_modules.asar.unpacked', 'node_modules'].flatMap(modules =>
		places.map(place => style.join(appRoot, modules, place, PROGRAM)),
	);
}

/** Looked up here because Windows would look in the working directory first, which is the project's. */
function onPath(): string[] {
	return (env['PATH'] ?? '')
		.split(style.delimiter)
		.filter(folder => style.isAbsolute(folder))
		.map(folder => style.join(folder, PROGRAM));
}

async function isExecutable(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
