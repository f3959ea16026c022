import type { Manifest } from '@hawser/core/contract/manifest.ts';
import { type McpTool, toMcpResult, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { catalogue, findTool, noSuchTool } from '../catalogue.ts';
import type { ToolHost } from './tool-host.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

export interface HostOptions extends WindowCallsOptions {
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
}

/** Tools that run in whatever window has the project open at the moment of the call. */
export function windowToolHost(options: HostOptions): ToolHost {
	const { link, workspace, toolsets } = options;
	const { version, instructions, tools }: Manifest = catalogue;
	const calls = windowCalls(options);

	function chosenToolsets(): readonly string[] {
		if (toolsets.length > 0) {
			return toolsets;
		}
		try {
			return link.windows.find(workspace()).toolsets ?? [];
		} catch {
			// No window, or more than one: the list is the one that everybody has.
			return [];
		}
	}

	return {
		serverInfo: { name: 'hawser', title: 'Hawser', version },
		listChanged: true,
		instructions,
		listTools(): McpTool[] {
			const selection = selectToolsets(chosenToolsets());
			return tools.filter(tool => selection.lists(tool)).map(toMcpTool);
		},
		findTool(name) {
			const tool = findTool(name);
			return tool === undefined
				? { unknown: calls.refuse(noSuchTool(name)) }
				: async (input, given) => toMcpResult(await calls.call(name, tool, input, given), tool);
		},
	};
}
