import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { get } from './ask-window.ts';
import type { WindowEntry } from './window-entry.ts';
import type { WindowLink } from './window-link.ts';

/** The address at which a window lists the tools that only it has. */
export const DYNAMIC_TOOLS_PATH = '/tools/dynamic';

/** Milliseconds; the list of all other tools does not wait for longer. */
const LIMIT = 2000;

export interface WindowTools {
	/**
	 * The tools that only this window has; none when it does not answer. Asked again only after a change that the window
	 * has told of, or always where `mayHaveMore` says that there can be tools that it has not seen yet.
	 */
	of(entry: WindowEntry, mayHaveMore?: boolean): Promise<readonly PublishedTool[]>;
}

export function dynamicTools({ http }: Pick<WindowLink, 'http'>): WindowTools {
	let known: { key: string; tools: readonly PublishedTool[] } | undefined;
	return {
		async of(entry, mayHaveMore = false) {
			if (entry.dynamicTools === undefined && !mayHaveMore) {
				return [];
			}
			const key = `${entry.id} ${entry.dynamicTools ?? ''}`;
			if (known?.key !== key || mayHaveMore) {
				try {
					known = { key, tools: readTools((await get(http, entry, DYNAMIC_TOOLS_PATH, LIMIT)).body) };
				} catch {
					return [];
				}
			}
			return known.tools;
		},
	};
}

function readTools(body: unknown): readonly PublishedTool[] {
	const tools: unknown = isRecord(body) ? body['tools'] : undefined;
	return Array.isArray(tools) ? tools.filter(isPublishedTool) : [];
}

/** As far as it is used: the window is trusted, but it may be of another version. */
function isPublishedTool(value: unknown): value is PublishedTool {
	return (
		isRecord(value) &&
		typeof value['name'] === 'string' &&
		isDynamicName(value['name']) &&
		typeof value['description'] === 'string' &&
		isRecord(value['inputSchema']) &&
		isRecord(value['annotations'])
	);
}
