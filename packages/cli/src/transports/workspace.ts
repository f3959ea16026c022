import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { windowPlace } from '@hawser/link/find-window.ts';

/** The place whose window answers: that window itself if one is named, else the folder. */
export function choosePlace({ window, workspace }: { window?: string; workspace?: string }): string {
	if (window === undefined) {
		return chooseWorkspace(workspace);
	}
	if (workspace !== undefined) {
		throw new ToolError('E_INVALID_PARAMS', '--window and --workspace are two ways to name a window.', {
			hint: 'Give one of them.',
		});
	}
	return windowPlace(window);
}

/** The folder whose window answers: --workspace, else the project of the agent that started us, else where we are. */
export function chooseWorkspace(
	option: string | undefined,
	env: Readonly<Record<string, string | undefined>> = process.env,
): string {
	if (option !== undefined) {
		const folder = resolve(workingDirectory(env), option);
		if (!existsSync(folder)) {
			throw new ToolError('E_INVALID_PARAMS', `--workspace does not exist: ${folder}`, {
				hint: 'Give the folder that is open in VS Code, or a folder inside it.',
			});
		}
		return folder;
	}
	const project = env['CLAUDE_PROJECT_DIR'];
	return project !== undefined && project !== '' && existsSync(project) ? resolve(project) : workingDirectory(env);
}

/** Somebody may have removed the working directory; then Node refuses to name it. */
function workingDirectory(env: Readonly<Record<string, string | undefined>>): string {
	try {
		return process.cwd();
	} catch {
		return resolve('/', env['PWD'] ?? '/');
	}
}
