import { isChatOf } from '@hawser/core/contract/editor-chat.ts';
import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import { type McpTool, toMcpResult, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { dynamicTools } from '@hawser/link/dynamic-tools.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import { findTool, manifest, noSuchTool } from '../tools/published-tools.ts';
import { definesTools } from '../tools/tools-of-window.ts';
import type { ToolHost } from './tool-host.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

export interface HostOptions extends WindowCallsOptions {
	link: WindowLink;
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
	/** The window's choice, if there is a window. */
	toolsetsOfWindow: () => readonly string[];
}

/** Tools that run in whatever window has the project open at the moment of the call. */
export function windowToolHost(options: HostOptions): ToolHost {
	const { link, workspace, toolsets, toolsetsOfWindow } = options;
	const { version, instructions, tools }: Manifest = manifest;
	const calls = windowCalls(options);

	const extra = dynamicTools(link);
	/** Tools that were there may have gone before the window has told of it. */
	let hasSeenTools = false;

	function currentWindow(): WindowEntry | undefined {
		try {
			return link.windows.find(workspace());
		} catch {
			// No window, or more than one: the list is the one that everybody has.
			return undefined;
		}
	}

	return {
		serverInfo: { name: 'hawser', title: 'Hawser', version },
		listChanged: true,
		instructions,
		listTools(client) {
			const window = currentWindow();
			if (window && (window.chat === 'tools' || window.chat === 'mcp') && isChatOf(window.app, client)) {
				// VS Code may read .mcp.json as well; its chat has the tools from the extension already.
				return [];
			}
			const ofWindow = selectToolsets(toolsetsOfWindow());
			const selection = toolsets.length > 0 ? selectToolsets(toolsets) : ofWindow;
			const list = (more: readonly PublishedTool[]): McpTool[] =>
				[...tools, ...more].filter(tool => selection.lists(tool) && ofWindow.allows(tool)).map(toMcpTool);
			hasSeenTools ||= window !== undefined && definesTools(window);
			return window && (window.dynamicTools !== undefined || hasSeenTools)
				? extra.of(window, hasSeenTools).then(list)
				: list([]);
		},
		findTool(name) {
			if (isDynamicName(name)) {
				return async (input, given) => {
					const window = currentWindow();
					const own = window && (await extra.of(window)).find(tool => tool.name === name);
					return toMcpResult(await calls.call(name, {}, input, given), own ?? { plainText: true });
				};
			}
			const tool = findTool(name);
			return tool === undefined
				? { unknown: calls.refuse(noSuchTool(name)) }
				: async (input, given) => toMcpResult(await calls.call(name, tool, input, given), tool);
		},
	};
}
