import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
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
	/** True when it offers the recipes as prompts. */
	readonly prompts?: boolean;
	/** For a client of that name. A promise only where the window must be asked; it never rejects. */
	listTools(client: string | undefined): readonly McpTool[] | Promise<readonly McpTool[]>;
	/** The way to call the tool, or the reply that says there is none. */
	findTool(name: string, client: string | undefined): ToolCaller | { unknown: Reply };
}

/** Never rejects: a failure is a result too. */
export type ToolCaller = (input: Record<string, unknown>, options: ToolCallOptions) => Promise<McpToolResult>;

export interface ToolCallOptions {
	/** What the client says of itself. */
	client?: AgentClaim;
	/** The place of the call in a trace of the client. */
	traceparent?: string;
	signal: Cancellation;
	onProgress?: (progress: Progress) => void;
}
