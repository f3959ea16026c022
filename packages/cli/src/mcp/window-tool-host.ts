import { isCallingTool } from '@hawser/core/catalogue/inner-call.ts';
import { type ChosenView, viewOf } from '@hawser/core/contract/client-view.ts';
import { isChatOf } from '@hawser/core/contract/editor-chat.ts';
import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import { type McpTool, toListedTool, toMcpResult } from '@hawser/core/contract/mcp-shapes.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { dynamicTools } from '@hawser/link/dynamic-tools.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import { findTool, manifest, noSuchTool } from '../tools/published-tools.ts';
import { definesTools } from '../tools/tools-of-window.ts';
import type { ToolCallOptions, ToolHost } from './tool-host.ts';
import { callInner, findUnlisted } from './unlisted-tools.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

export interface HostOptions extends WindowCallsOptions {
	link: WindowLink;
	/** The words of --toolsets; empty when the window decides. */
	toolsets: readonly string[];
	/** The window's choice, if there is a window. */
	toolsetsOfWindow: () => readonly string[];
	/** The words of --profile, --structured and --text. */
	view: ChosenView;
}

/** Tools that run in whatever window has the project open at the moment of the call. */
export function windowToolHost(options: HostOptions): ToolHost {
	const { link, workspace, toolsets, toolsetsOfWindow, view: chosen } = options;
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

	/** The built-in tools and those that only the window has; a promise only where it has some. */
	function withDynamic<Result>(use: (tools: readonly PublishedTool[]) => Result): Result | Promise<Result> {
		const window = currentWindow();
		hasSeenTools ||= window !== undefined && definesTools(window);
		return window && (window.dynamicTools !== undefined || hasSeenTools)
			? extra.of(window, hasSeenTools).then(more => use([...tools, ...more]))
			: use(tools);
	}

	const selections = () => {
		const ofWindow = selectToolsets(toolsetsOfWindow());
		return { ofWindow, selection: toolsets.length > 0 ? selectToolsets(toolsets) : ofWindow };
	};

	/** A tool by its name, also one that only the window knows. */
	const published = async (name: string): Promise<PublishedTool | undefined> => {
		const window = isDynamicName(name) ? currentWindow() : undefined;
		return window ? (await extra.of(window)).find(tool => tool.name === name) : findTool(name);
	};

	const callTool = async (name: string, input: Record<string, unknown>, given: ToolCallOptions) => {
		const tool = await published(name);
		const reply = await calls.call(name, tool ?? {}, input, given);
		return { reply, tool: tool ?? { plainText: true } };
	};

	return {
		serverInfo: { name: 'hawser', title: 'Hawser', version },
		listChanged: true,
		instructions,
		prompts: true,
		listTools(client) {
			const window = currentWindow();
			if (window && (window.chat === 'tools' || window.chat === 'mcp') && isChatOf(window.app, client)) {
				// VS Code may read .mcp.json as well; its chat has the tools from the extension already.
				return [];
			}
			const view = viewOf(client, chosen);
			const { ofWindow, selection } = selections();
			return withDynamic(all =>
				all
					.filter(tool => selection.lists(tool, view.profile) && ofWindow.allows(tool))
					.map((tool): McpTool => toListedTool(tool, view)),
			);
		},
		findTool(name, client) {
			const view = viewOf(client, chosen);
			if (name === 'tool_find') {
				return async input => {
					const { ofWindow, selection } = selections();
					const all = await withDynamic(every => every.filter(tool => selection.allows(tool) && ofWindow.allows(tool)));
					return toMcpResult(findUnlisted(all, input, calls, options.limits), { plainText: false }, view);
				};
			}
			if (isCallingTool(name)) {
				return async (input, given) => {
					const { reply, tool } = await callInner(name, input, {
						...options,
						refuse: calls.refuse,
						published,
						call: (inner, arguments_) => callTool(inner, arguments_, given),
					});
					return toMcpResult(reply, tool, view);
				};
			}
			if (!isDynamicName(name) && findTool(name) === undefined) {
				return { unknown: calls.refuse(noSuchTool(name)) };
			}
			return async (input, given) => {
				const { reply, tool } = await callTool(name, input, given);
				return toMcpResult(reply, tool, view);
			};
		},
	};
}
