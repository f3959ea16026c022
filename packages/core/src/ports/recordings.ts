export type RecordKind =
	| 'started'
	| 'process'
	| 'output'
	| 'stopped'
	| 'exception'
	| 'continued'
	| 'breakpoint'
	| 'thread'
	| 'request'
	| 'exited'
	| 'terminated'
	| 'failed'
	| 'ended';

export interface RecordedFrame {
	functionName: string;
	/** Relative to the workspace folder where it lies in one. */
	path?: string;
	line: number;
	column?: number;
}

/** One thing that happened in a debug session. */
export interface RecordedEntry {
	/** Orders the entries of all sessions. */
	order: number;
	/** Milliseconds since the epoch. */
	time: number;
	sessionId: string;
	kind: RecordKind;
	/** The line of output, what was thrown, the command of a request, the name of a process … */
	text: string;
	/** The category of output: stdout, stderr, console … */
	category?: string;
	/** Why it stopped, or what became of a breakpoint or thread. */
	reason?: string;
	threadId?: number;
	path?: string;
	line?: number;
	column?: number;
	/** Milliseconds until a request was answered. */
	duration?: number;
	/** The request was refused; the text has the adapter's words. */
	failed?: true;
	exitCode?: number;
	/** The origin of an exception: the debugger stopped at it, or the program printed it. */
	origin?: 'debugger' | 'output';
	/** Nothing in the program caught it, as far as that is known. */
	uncaught?: true;
	/** Innermost first. */
	stack?: readonly RecordedFrame[];
}

export interface Tally {
	/** Everything but requests. */
	events: number;
	outputs: number;
	stops: number;
	exceptions: number;
}

/** Exact, also for entries that are no longer kept. */
export interface RecordCounts {
	kinds: Readonly<Partial<Record<RecordKind, number>>>;
	/** Entries that are no longer kept. */
	dropped: Readonly<Partial<Record<RecordKind, number>>>;
	failedRequests: number;
	stopReasons: Readonly<Record<string, number>>;
	/** Output by category. */
	categories: Readonly<Record<string, Tally>>;
	/** Counts by the file that is named as the place. */
	sources: Readonly<Record<string, Tally>>;
	/** By the hour in which it happened, in milliseconds since the epoch. */
	hours: Readonly<Record<string, Tally>>;
}

export interface RecordedSession {
	id: string;
	name: string;
	type: string;
	/** The session that started this one. */
	parent?: string;
	state: 'running' | 'stopped' | 'ended';
	startedAt: number;
	endedAt?: number;
	exitCode?: number;
	counts: RecordCounts;
}

/** The tracker's own observations of a session, beyond what happened in the program. */
export interface TrackedSession {
	/** Those that the adapter says it has. */
	capabilities: readonly string[];
	exceptionFilters: readonly string[];
	threads: readonly { id: number; name: string }[];
	breakpoints: readonly {
		path?: string;
		line?: number;
		functionName?: string;
		verified: boolean;
		boundLine?: number;
		message?: string;
	}[];
	messages: { sent: number; received: number };
	/** The number of times that each came. */
	events: Readonly<Record<string, number>>;
	requests: Readonly<Record<string, number>>;
}

/** The recordings of debug sessions, running and past, as far as they are kept. */
export interface Recordings {
	/** All sessions, in the order in which they started. */
	sessions(): readonly RecordedSession[];
	/** Gives the kept entries of these sessions, in the order in which they happened. */
	entries(sessionIds: readonly string[]): readonly RecordedEntry[];
	tracked(sessionId: string): TrackedSession | undefined;
	/** Which of the texts the regular expression matches; it gets little time, for some take forever. */
	matches(pattern: string, caseSensitive: boolean, texts: readonly string[]): readonly boolean[];
}
