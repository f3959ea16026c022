import { realpath } from 'node:fs/promises';
import * as path from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { resolveRealPath } from '@hawser/node/real-path.ts';

/**
 * Throws where the settings of a folder are not in it: a repository can contain `.vscode` as a link to the user's own settings,
 * and VS Code would write these.
 */
export async function requireOwnSettingsFile(folder: string): Promise<void> {
	const { real } = await resolveRealPath(path.join(folder, '.vscode', 'settings.json'));
	if (pathBelow(await realpath(folder), real, path) === undefined) {
		throw new ToolError(
			'E_DENIED',
			`.vscode/settings.json of this folder is a link that leads out of it, to ${real}.`,
			{
				hint: 'Ask the user to replace the link, or to change the setting themselves.',
			},
		);
	}
}
