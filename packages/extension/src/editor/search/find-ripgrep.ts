import * as path from 'node:path';
import { arch, platform } from 'node:process';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { firstExecutable, onPath } from '@hawser/node/find-program.ts';

/** The ripgrep that VS Code searches with; failing that, the one on the PATH. */
export async function findRipgrep(appRoot: string): Promise<string> {
	const found = await firstExecutable([...shippedWithEditor(appRoot), ...onPath('rg')]);
	if (found === undefined) {
		throw new ToolError('E_NO_RIPGREP', `There is no ripgrep below ${appRoot}, and none on the PATH.`);
	}
	return found;
}

const PROGRAM = platform === 'win32' ? 'rg.exe' : 'rg';

function shippedWithEditor(appRoot: string): string[] {
	const places = [`@vscode/ripgrep-universal/bin/${platform}-${arch}`, '@vscode/ripgrep/bin', 'vscode-ripgrep/bin'];
	return ['node_modules.asar.unpacked', 'node_modules'].flatMap(modules =>
		places.map(place => path.join(appRoot, modules, place, PROGRAM)),
	);
}
