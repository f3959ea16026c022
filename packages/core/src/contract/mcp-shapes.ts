import type { Envelope, Reply } from './envelope.ts';
import type { PublishedTool } from './manifest.ts';

/** A tool as MCP's `tools/list` has it. */
export function toMcpTool(tool: PublishedTool): McpTool {
	const { name, title, description, inputSchema, outputSchema, annotations } = tool;
	return { name, title, description, inputSchema, ...(outputSchema && { outputSchema }), annotations };
}

export interface McpTool extends Pick<PublishedTool, 'title' | 'description' | 'inputSchema' | 'annotations'> {
	name: string;
	outputSchema?: PublishedTool['outputSchema'];
}

interface TextContent {
	type: 'text';
	text: string;
}

export interface McpToolResult {
	content: [TextContent, ...TextContent[]];
	structuredContent?: Envelope;
	isError?: true;
}

/**
 * Some clients show the model only the structured content, others only the text: each holds the whole answer. Plain text
 * goes as text alone, or clients that show both would show it twice.
 */
export function toMcpResult({ envelope, text }: Reply, tool: Pick<PublishedTool, 'plainText'>): McpToolResult {
	return {
		content: [{ type: 'text', text }],
		...(tool.plainText && envelope.ok ? {} : { structuredContent: envelope }),
		...(envelope.ok ? {} : { isError: true as const }),
	};
}
