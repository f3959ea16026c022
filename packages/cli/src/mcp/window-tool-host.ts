import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import { type McpTool, toMcpResult, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { failureReply } from '@hawser/link/failure-reply.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import { catalogue, findTool, noSuchTool } from '../catalogue.ts';
import { callAndFollow } from '../follow-reload.ts';
import type { ToolCaller, ToolHost } from './tool-host.ts';

export interface HostOptions {
	link: WindowLink;
	/** The project whose window is meant when a call does not name one. */
	workspace: () => string;
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
	timeout: number | undefined;
}

/** Tools that run in whatever window has the project open at the moment of the call. */
export function windowToolHost({ link, workspace, toolsets, timeout }: HostOptions): ToolHost {
	const { version, instructions, tools }: Manifest = catalogue;
	/** Ids lead from an answer to the window's log, so they must differ between processes. */
	const prefix = `${process.pid.toString(36)}${Date.now().toString(36)}`;
	let calls = 0;

	function caller(name: string, tool: PublishedTool): ToolCaller {
		return async (input, options) => {
			const startedAt = Date.now();
			const requestId = `${prefix}-${(++calls).toString(36)}`;
			const { projectRoot } = input;
			try {
				const root = typeof projectRoot === 'string' ? projectRoot : workspace();
				const call = {
					tool: name,
					input,
					requestId,
					agent: prefix,
					surface: 'stdio' as const,
					...(timeout !== undefined && { timeout }),
				};
				return toMcpResult(await callAndFollow(link, root, call, tool, options), tool);
			} catch (cause) {
				return toMcpResult(failureReply(cause, requestId, startedAt), tool);
			}
		};
	}

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
		version,
		instructions,
		listTools(): McpTool[] {
			const selection = selectToolsets(chosenToolsets());
			return tools.filter(tool => selection.lists(tool)).map(toMcpTool);
		},
		findTool(name) {
			const tool = findTool(name);
			if (tool !== undefined) {
				return caller(name, tool);
			}
			return { unknown: failureReply(noSuchTool(name), `${prefix}-${(++calls).toString(36)}`, Date.now()) };
		},
	};
}
