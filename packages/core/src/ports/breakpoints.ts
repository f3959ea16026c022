import type { Cancellation } from './values/cancellation.ts';

export interface BreakpointRequest {
	/** A line of a file, a function by name, or thrown exceptions by the filters of the debug adapter. */
	place:
		| { kind: 'line'; path: string; line: number; column?: number }
		| { kind: 'function'; functionName: string }
		| { kind: 'exceptions'; filters: readonly string[] };
	condition?: string;
	hitCondition?: string;
	logMessage?: string;
}

/** The state of a breakpoint in one running program. */
export interface BindingInSession {
	sessionId: string;
	session: string;
	verified: boolean;
	line?: number;
	column?: number;
	/** Why it is not verified, in the debug adapter's words. */
	message?: string;
}

export interface Breakpoint {
	kind: 'line' | 'function' | 'exceptions';
	path?: string;
	line?: number;
	column?: number;
	functionName?: string;
	filters?: readonly string[];
	enabled: boolean;
	condition?: string;
	hitCondition?: string;
	logMessage?: string;
	/** Empty when no program is being debugged. */
	bindings: readonly BindingInSession[];
}

export interface Breakpoints {
	/** Sets or, where there is one at the same place, changes it; waits briefly for the debug adapter when a session runs. */
	set(
		request: BreakpointRequest,
		signal: Cancellation,
	): Promise<{ breakpoint: Breakpoint; updated: boolean; warning?: string }>;
	/** All of them, also those of the user. */
	list(): readonly Breakpoint[];
	/** Gives what was removed. */
	remove(place: BreakpointRequest['place']): Promise<readonly Breakpoint[]>;
	clear(path: string | undefined): Promise<readonly Breakpoint[]>;
}
