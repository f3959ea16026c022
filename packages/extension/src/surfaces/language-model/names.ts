/** Prefix of the tools in the manifest: VS Code wants names that are unique among all extensions. */
export const CHAT_TOOL_PREFIX = 'hawser_';

/** Holds the names of the tools that the chat shows now. */
export const CHAT_TOOLS_KEY = 'hawser.chatTools';

/** Tag of tools that are shown only when their toolset was asked for by name. */
export const UNLISTED_TAG = 'unlisted';

/** Id of the provider of MCP servers in the manifest. */
export const MCP_PROVIDER = 'hawser';

/** It differs from the name in `.mcp.json`: of two servers with one name VS Code runs only one, and not this one. */
export const MCP_SERVER = 'Hawser chat';

/** The editor's own chat finds the MCP server here. */
export const CHAT_MCP_PATH = '/chat/mcp';

export function chatToolName(tool: string): string {
	return `${CHAT_TOOL_PREFIX}${tool}`;
}

/** Marks a name in the context key, so that no name is found within another. */
export function chatToolMark(tool: string): string {
	return `,${tool},`;
}
