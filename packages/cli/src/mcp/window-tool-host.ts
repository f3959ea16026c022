import type { Manifest } from '@hawser/core/contract/manifest.ts';
import { type McpTool, toMcpResult, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { catalogue, findTool, noSuchTool } from '../catalogue.ts';
import type { ToolHost } from './tool-host.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

export interface HostOptions extends WindowCallsOptions {
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
	/** What the window decides, if there is one. */
	toolsetsOfWindow: () => readonly string[];
}

/** Tools that run in whatever window has the project open at the moment of the call. */
export function windowToolHost(options: HostOptions): ToolHost {
	const { toolsets, toolsetsOfWindow } = options;
	const { version, instructions, tools }: Manifest = catalogue;
	const calls = windowCalls(options);

	return {
		serverInfo: { name: 'hawser', title: 'Hawser', version },
		listChanged: true,
		instructions,
		listTools(): McpTool[] {
			const selection = selectToolsets(toolsets.length > 0 ? toolsets : toolsetsOfWindow());
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
