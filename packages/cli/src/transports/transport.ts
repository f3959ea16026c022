import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { CallOptions, WindowCall } from '@hawser/link/call-window.ts';

/** The facts that tell a window from the one that follows it after a reload. */
export interface KnownWindow {
	id: string;
	startedAt: number;
	/** Folders that it has open, as this process names them, where they are known. */
	folders?: readonly string[];
}

/** A way to the window of a project: over the network of this machine, or by files. */
export interface Transport {
	/** Rejects with a ToolError. */
	call(projectRoot: string, call: WindowCall, options?: CallOptions): Promise<Reply>;
	/** The window that would be called. Throws or rejects with a ToolError when there is none. */
	find(projectRoot: string): KnownWindow | Promise<KnownWindow>;
	/** The same, looked for anew, and only if it answers. */
	findAnswering(projectRoot: string): Promise<KnownWindow | undefined>;
}
