import { existsSync } from 'node:fs';
import path from 'node:path';
import { TOOLS_FOLDER } from '@hawser/agent-config/custom-tools/tools-place.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { dynamicTools } from '@hawser/link/dynamic-tools.ts';
import { hawserHome } from '@hawser/link/home.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from '../input/arguments.ts';
import { choosePlace } from '../transports/workspace.ts';

/** The tools that only the window of this project has; none when there is no such window. */
export async function toolsOfWindow(options: Arguments['options']): Promise<readonly PublishedTool[]> {
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	try {
		const window = link.windows.find(choosePlace(options));
		return await dynamicTools(link).of(window, definesTools(window));
	} catch {
		return [];
	} finally {
		link.close();
	}
}

/** True when a project of the window has tools of its own, also such as the window has not seen yet. */
export function definesTools({ folders }: Pick<WindowEntry, 'folders'>): boolean {
	return folders.some(folder => existsSync(path.join(folder, TOOLS_FOLDER)));
}
