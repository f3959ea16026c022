import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { dynamicTools } from '@hawser/link/dynamic-tools.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { Arguments } from './arguments.ts';
import { chooseWorkspace } from './workspace.ts';

/** The tools that only the window of this project has; none when there is no such window. */
export async function toolsOfWindow({ workspace }: Arguments['options']): Promise<readonly PublishedTool[]> {
	const link = windowLink(hawserHome());
	try {
		return await dynamicTools(link).of(link.windows.find(chooseWorkspace(workspace)));
	} catch {
		return [];
	} finally {
		link.close();
	}
}
