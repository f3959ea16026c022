import type { Thing } from './names.ts';
import type { Tool } from './tool.ts';

export interface Toolset {
	readonly thing: Thing;
	readonly title: string;
	/** Whether its tools are listed when nobody chose; a single tool can stay out with `listed: false`. */
	readonly onByDefault: boolean;
	/** One or two sentences for the agent, sent with the server's instructions. */
	readonly instructions: string;
	readonly tools: readonly Tool[];
}
