import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

export interface DebugSession {
	id: string;
	name: string;
	/** Debug type, such as pwa-node or debugpy. */
	type: string;
	/** The session that started this one: js-debug has one for the launch and one below it per process or thread. */
	parent?: string;
	state: 'starting' | 'running' | 'stopped' | 'ended';
	/** Why it stands, when it is stopped. */
	stopReason?: string;
}

export interface LaunchConfiguration {
	name: string;
	kind: 'configuration' | 'compound';
	/** Absent for compounds. */
	type?: string;
	request?: string;
	/** Configurations that a compound starts. */
	starts?: readonly string[];
	/** Name of the workspace folder; absent for those of the workspace file and of the user. */
	folder?: string;
	/** Why it cannot be started as it is. */
	problem?: string;
}

export interface StackFrame {
	/** Valid until the program runs on. */
	id: number;
	name: string;
	/** Relative to the workspace folder where it lies in one, or the debug adapter's own name for the source. */
	path?: string;
	/** True when the path is a file that can be read. */
	isFile: boolean;
	line: number;
	column: number;
	/** Code that the user chose not to see, such as the runtime's own. */
	skipped?: true;
}

export interface Variable {
	name: string;
	value: string;
	type?: string;
	/** For its children; absent when it has none. Valid until the program runs on. */
	reference?: number;
	/** The number of its children, as far as the debug adapter says. */
	named?: number;
	indexed?: number;
	/** Has an expression that gives it again. */
	evaluateName?: string;
	/** The same for the same object, where the debug adapter tells. */
	identity?: string;
	/** Looking at it would run code of the program. */
	lazy?: true;
}

export interface Scope {
	name: string;
	kind: 'local' | 'closure' | 'global' | 'other';
	reference: number;
	/** Large or slow to get. */
	expensive: boolean;
	named?: number;
	indexed?: number;
}

/** Which session, thread or frame is meant; what is left out is the one that stopped last. */
export interface StopTarget {
	sessionId?: string | undefined;
	threadId?: number | undefined;
}

export interface Stop {
	session: DebugSession;
	threadId?: number;
	reason: string;
	/** The exception that was thrown, or the debug adapter's words about the stop. */
	text?: string;
	frame?: StackFrame;
	/** The lines around, where the source is a file of the workspace. */
	source: readonly { line: number; text: string }[];
	/** The variables that stand on the line first, those of outer functions included. */
	locals: readonly Variable[];
	/** Other sessions that are stopped as well. */
	alsoStopped: readonly DebugSession[];
}

export interface OutputLine {
	category: string;
	text: string;
}

/** The terminal that the program wrote to; or its debugger was not told to hand on what it writes. */
export type OutputElsewhere = { terminal: string } | 'not captured';

export type RunOutcome =
	| { event: 'stopped'; stop: Stop }
	| {
			event: 'ended';
			session: DebugSession;
			exitCode?: number;
			output: readonly OutputLine[];
			/** The reference by which more of it can be read. */
			elsewhere?: OutputElsewhere;
	  }
	/** Told only when nobody wanted to wait. */
	| { event: 'running'; session: DebugSession };

export interface StartRequest {
	/** Exactly one of these three. */
	configuration?: string | undefined;
	inline?: Record<string, unknown> | undefined;
	path?: string | undefined;
	/** Name of the workspace folder, where several have a configuration of that name. */
	folder?: string | undefined;
	/** Values for `${input:…}` variables. */
	inputs?: Record<string, string> | undefined;
	args?: readonly string[] | undefined;
	stopOnEntry?: boolean | undefined;
	wait: boolean;
	timeout: number;
}

export interface Started {
	outcome: RunOutcome;
	sessions: readonly DebugSession[];
	/** The configuration that was started, ready to be kept in launch.json. */
	configurations: readonly Record<string, unknown>[];
	/** Files whose unsaved edits the program does not have. */
	unsaved: readonly string[];
	/** Breakpoints that were set and had not become part of the program when the outcome came. */
	unbound: readonly { path?: string; line?: number; functionName?: string; message?: string }[];
}

export interface RunWaiting {
	timeout: number;
	/** True when the locals at the stop are wanted: asking for them takes a debugger as long as a step. */
	locals: boolean;
}

export type RunAction = 'continue' | 'step_into' | 'step_over' | 'step_out' | 'pause';

export interface EvaluateRequest extends StopTarget {
	expression: string;
	frameId?: number | undefined;
	context: string;
	timeout: number;
}

export interface Debugger {
	configurations(): readonly LaunchConfiguration[];
	/** Sessions that have not ended, parents before children. */
	sessions(): readonly DebugSession[];
	start(request: StartRequest, caller: Caller, progress: (message: string) => void): Promise<Started>;
	/** Ends the session, or all of them, and gives those that ended. */
	stop(sessionId: string | undefined, signal: Cancellation): Promise<readonly DebugSession[]>;
	restart(
		sessionId: string | undefined,
		waiting: { wait: boolean; timeout: number },
		signal: Cancellation,
	): Promise<RunOutcome>;
	/** Does it and waits for what comes of it. */
	run(action: RunAction, target: StopTarget, waiting: RunWaiting, signal: Cancellation): Promise<RunOutcome>;
	/** The stop there is, or the next one. */
	waitForStop(sessionId: string | undefined, timeout: number, signal: Cancellation): Promise<RunOutcome>;
	/** The place where the program is stopped. */
	current(target: StopTarget, signal: Cancellation): Promise<Stop>;
	threads(
		sessionId: string | undefined,
		signal: Cancellation,
	): Promise<readonly { session: DebugSession; threads: readonly { id: number; name: string; stopped: boolean }[] }[]>;
	stack(
		target: StopTarget,
		page: { startFrame: number; levels: number },
		signal: Cancellation,
	): Promise<{ session: DebugSession; threadId?: number; frames: readonly StackFrame[]; total?: number }>;
	scopes(
		target: StopTarget & { frameId?: number | undefined },
		signal: Cancellation,
	): Promise<{ session: DebugSession; frameId: number; scopes: readonly Scope[] }>;
	evaluate(request: EvaluateRequest, signal: Cancellation): Promise<{ session: DebugSession; result: Variable }>;
	variables(
		reference: number,
		page: { start?: number; count?: number; filter?: 'indexed' | 'named' },
		signal: Cancellation,
	): Promise<readonly Variable[]>;
	/** Changes a variable of this scope or object. */
	setVariable(reference: number, name: string, value: string, signal: Cancellation): Promise<Variable>;
	/** Writes the lines to a file in the workspace or the system's folder for temporary files, all or nothing. */
	saveLines(path: string, lines: AsyncIterable<string>): Promise<{ path: string; bytes: number }>;
}
