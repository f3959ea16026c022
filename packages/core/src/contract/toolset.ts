import type { Thing } from './names.ts';
import type { Tool } from './tool.ts';

export interface Toolset {
	readonly thing: Thing;
	readonly title: string;
	/** True when its tools are listed unless the user chooses otherwise; a single tool stays out with `listed: false`. */
	readonly onByDefault: boolean;
	/** One or two sentences for the agent: tool_find answers with them when it is asked for nothing in particular. */
	readonly instructions: string;
	readonly tools: readonly Tool[];
}
