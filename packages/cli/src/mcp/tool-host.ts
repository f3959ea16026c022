import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { McpTool, McpToolResult } from '@hawser/core/contract/mcp-shapes.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';

/** The rest of the program, as the protocol needs it. */
export interface ToolHost {
	/** The server's introduction. */
	readonly serverInfo: { readonly name: string; readonly title?: string; readonly version: string };
	/** True when the list can become another one while a client is connected. */
	readonly listChanged: boolean;
	readonly instructions?: string;
	/** For a client of that name. A promise only where the window must be asked; it never rejects. */
	listTools(client: string | undefined): readonly McpTool[] | Promise<readonly McpTool[]>;
	/** The way to call the tool, or the reply that says there is none. */
	findTool(name: string): ToolCaller | { unknown: Reply };
}

/** Never rejects: a failure is a result too. */
export type ToolCaller = (input: Record<string, unknown>, options: ToolCallOptions) => Promise<McpToolResult>;

export interface ToolCallOptions {
	signal: Cancellation;
	onProgress?: (progress: Progress) => void;
}
