import type { AgentClaim } from '../contract/agent-claim.ts';
import type { Effect } from '../contract/effects.ts';
import type { Reply } from '../contract/envelope.ts';
import type { Progress } from '../contract/tool.ts';
import type { ErrorCode } from '../errors/error-codes.ts';

/** The ways in. A call of `custom` is made by the script of a custom tool, within the call of that tool. */
export type Surface = 'mcp' | 'stdio' | 'cli' | 'forward' | 'language-model' | 'rest' | 'files' | 'custom';

/** One finished call. Arguments and answers stay out of the log: they may hold what the user would not want in a file. */
export interface CallRecord {
	requestId: string;
	tool: string;
	surface: Surface;
	/** What the agent calls itself, where it says so. */
	agent?: string;
	timestamp: string;
	duration: number;
	outcome: 'ok' | ErrorCode;
}

/** A call that has just come in, before it is known whether it may run. */
export interface StartedCall {
	requestId: string;
	tool: string;
	surface: Surface;
	/** The same for all calls of one agent, as far as its connection tells. */
	connection: string;
	client?: AgentClaim;
	/** What the agent calls itself, or what the surface is called where it does not. */
	name: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	/** What the tool is called for users, and the worst that it may do; absent for a name that nobody knows. */
	title?: string;
	effect?: Effect;
	/** The place of the call in a trace of the client, as W3C Trace Context writes it. */
	traceparent?: string;
	/** The arguments without secrets, and with hidden characters made visible. Worked out when it is asked for. */
	readArguments(): unknown;
	/** Ends the call; its caller is told that the user stopped it. */
	stop(): void;
}

/** Hears what becomes of one call while it runs. */
export interface CallFollower {
	progress(progress: Progress): void;
}

export interface CallLog {
	started?(call: StartedCall): CallFollower | undefined;
	/** The reply is the one that the caller gets: secrets have been taken out of it. */
	finished(record: CallRecord, reply: Reply): void;
	/** A defect of ours: the stack belongs into the log and nowhere else. */
	defect(requestId: string, cause: unknown): void;
}
